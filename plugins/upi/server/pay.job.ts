// Pays rewards on UPI, beside the SMS. Each step is committed before the next one begins, so that a
// process may die between any two: whoever comes after it asks the provider.
import type { DeliveryOwn } from '../../server-plugin.ts';
import { claimsIn } from '@inaam/campaigns/loader/plugin-files.ts';
import { fields } from '@inaam/server/operator/settings/fields.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import {
  sealContexts,
  voucherPublicKeyOf,
  voucherSealFor,
  type Sealer,
  type VoucherPublicKey,
} from '@inaam/server/platform/seal.ts';
import type { BoundPurchase } from '@inaam/server/vouchers/take-vouchers.sql.ts';
import { repeat, withoutRepeats } from '@inaam/server/platform/timing.ts';
import { providerProblem, readProvider } from '../settings.ts';
import { verdictOn, type DebtFacts } from './debts.rules.ts';
import {
  adoptPayout,
  purchaseOf,
  takeDebts,
  workOn,
  type DebtKey,
  type DebtRow,
  type Started,
} from './debts.sql.ts';
import { recordSeen, takePayouts, type DuePayout } from './payouts.sql.ts';
import { eventContext } from './hook.call.ts';
import { idContext, nameContext } from './payouts.call.ts';
import { limits, type Seen } from './payouts.rules.ts';
import type { HookEvent, Provider } from './provider.ts';
import {
  recordNamed,
  stopHolding,
  takeEvents,
  takeRequests,
  writeAccount,
  writeCampaign,
  type DueRequest,
} from './requests-due.sql.ts';
import { maskName, maskUpiId } from '../upi-id.rules.ts';

const pollMs = 500;
const accountMs = 60_000;
const atOnce = 20;
const retryMs = 10_000;
const triesMax = 5;

type PayingOwn = Pick<
  DeliveryOwn,
  'database' | 'campaign' | 'clocks' | 'keys' | 'log' | 'variables'
>;

export async function startPaying(own: PayingOwn): Promise<{ stop(): Promise<void> }> {
  const { database, campaign, clocks, variables } = own;
  const log = withoutRepeats(own.log, clocks.wall);
  const idle = { stop: () => Promise.resolve() };
  if (!campaign.upi) {
    const held = await stopHolding(database, campaign.id);
    if (held > 0) {
      own.log.error(
        { held },
        'Rewards are held for UPI, and the campaign has no upi.json. Put it back, with "amounts" as before, until they are paid.',
      );
    }
    return idle;
  }
  const problem = providerProblem(campaign, variables);
  const { provider } = readProvider(variables);
  if (problem !== undefined || !provider) {
    own.log.error({}, `Nothing is paid on UPI: ${problem ?? ''} plugins/upi/guide.md`);
    return idle;
  }
  const ring = fields.sealKeys.parse(variables['VOUCHER_SEAL_KEYS']);
  // Late, because the lists of plugins are among its imports.
  const { entryOf } = await import('@inaam/server/main/storage.ts');
  const wrongPurchase = (purchase: BoundPurchase | undefined) =>
    entryOf(campaign)?.wrongIn(purchase, own);
  const publicKey = voucherPublicKeyOf(ring);
  const worker = createPayer({ ...own, log, wrongPurchase }, provider, publicKey);
  await worker.publish();
  const onError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'Payments on UPI could not be read or recorded, and will be in a moment. If this continues, check the database.',
    );
  const paying = repeat(pollMs, () => worker.work(), onError);
  const asking = repeat(accountMs, () => worker.readAccount(), onError);
  await worker.readAccount();
  return {
    async stop() {
      await Promise.all([paying.stop(), asking.stop()]);
    },
  };
}

/** @public For tests. */
export type PayerOwn = Omit<PayingOwn, 'variables'> & {
  /** Why nothing is owed for it. */
  wrongPurchase: (purchase: BoundPurchase | undefined) => string | undefined;
};
type Payer = PayerOwn & { provider: Provider; seal: Sealer['seal'] };

/** @public For tests: each of its steps. */
export function createPayer(own: PayerOwn, provider: Provider, publicKey: VoucherPublicKey) {
  const { database, campaign, clocks } = own;
  const payer: Payer = { ...own, provider, seal: voucherSealFor(publicKey) };
  const due = () => ({ now: clocks.wall(), max: atOnce });
  const hearEvents = () => hear(payer);
  const nameRequests = async () => {
    const requests = await takeRequests(database, campaign.id, due());
    await all(requests, (request) => nameRequest(payer, request));
  };
  const settleDebts = async () => {
    const debts = await takeDebts(database, campaign.id, due());
    await all(debts, (debt) => settleDebt(payer, debt));
  };
  const askPayouts = async () => {
    const payouts = await takePayouts(database, campaign.id, due());
    await all(payouts, (payout) => askPayout(payer, payout));
  };
  return {
    publish: () => writeCampaign(database, campaign.id, campaign.upi?.amounts ?? [], publicKey),
    hearEvents,
    nameRequests,
    settleDebts,
    askPayouts,
    async work() {
      await hearEvents();
      await nameRequests();
      await settleDebts();
      await askPayouts();
    },
    async readAccount() {
      const found = await provider.readBalance().then(
        (balance) => ({ balance }),
        (error: unknown) => ({ problem: error instanceof Error ? error.message : 'no answer' }),
      );
      if ('problem' in found) own.log.warn({}, found.problem);
      await writeAccount(database, campaign.id, found, clocks.wall());
    },
  };
}

/** One that fails does not stop the others. */
async function all<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const results = await Promise.allSettled(items.map((item) => work(item)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function hear({ database, campaign, clocks, keys, provider, log }: Payer): Promise<void> {
  const { forged } = await takeEvents(database, campaign.id, clocks.wall(), (sealed) => {
    const event: HookEvent = JSON.parse(keys.vouchers.open(sealed, eventContext(campaign.id)));
    try {
      return provider.isSigned(event) ? provider.keyOf(JSON.parse(event.body)) : undefined;
    } catch {
      return undefined;
    }
  });
  if (forged > 0) {
    log.warn({ forged }, 'Web hooks of payouts had no valid signature, and were not heard.');
  }
}

/** Asks the provider whose id it is. */
async function nameRequest(payer: Payer, request: DueRequest): Promise<void> {
  const { database, keys, provider, seal, clocks } = payer;
  const { id, pseudonym, idSealed, mobileSealed, tries } = request;
  if (!mobileSealed) return;
  const asked = idSealed
    ? { id: keys.vouchers.open(idSealed, idContext(pseudonym)) }
    : { mobile: keys.open(mobileSealed, sealContexts.personalDataMobile(pseudonym)) };
  const key = keys.blindIndex('upi request', `${id}|${tries}`).toString('hex');
  const found = await provider.lookUp(asked, key);
  if (found.kind === 'unclear' && tries < triesMax) {
    return recordNamed(database, id, { again: clocks.wall() + retryMs * tries });
  }
  if (found.kind !== 'named') return recordNamed(database, id, 'wrong');
  await recordNamed(database, id, {
    idSealed: seal(found.id, idContext(pseudonym)),
    idIndex: keys.blindIndex('upi id', found.id),
    masked: maskUpiId(found.id),
    nameSealed: seal(found.name, nameContext(pseudonym)),
    nameMasked: maskName(found.name),
  });
}

/** Always the same, so that a database that was restored finds what was paid before. */
const keyOf = ({ keys }: Payer, { pseudonym, isBonus }: DebtKey, attempt: number): string =>
  keys
    .blindIndex('upi payout', `${pseudonym.toString('hex')}|${isBonus}|${attempt}`)
    .toString('hex');

function factsOf({ keys, campaign, wrongPurchase }: Payer, debt: DebtRow): DebtFacts {
  const { pseudonym, mobileSealed, request, idSealed, idIndex } = debt;
  const mobile =
    mobileSealed && keys.open(mobileSealed, sealContexts.personalDataMobile(pseudonym));
  const isOther = mobile === null || !keys.mobileIndex(mobile).equals(debt.mobileIndex);
  const isForged = () => {
    if (!idSealed || !idIndex) return true;
    const id = keys.vouchers.open(idSealed, idContext(pseudonym));
    return !keys.blindIndex('upi id', id).equals(idIndex);
  };
  const wrongWith = ({ claim }: DebtRow) =>
    claim > (claimsIn(campaign)?.inAll ?? 1)
      ? 'more than a number may have'
      : wrongPurchase(purchaseOf(debt));
  const isPaid = campaign.upi?.amounts.includes(debt.amount) ?? false;
  return {
    ...debt,
    wrong: isOther || !isPaid ? 'another number' : wrongWith(debt),
    request:
      request === null
        ? undefined
        : {
            state: debt.requestState ?? '',
            isConfirmed: debt.isConfirmed ?? false,
            isVoucher: debt.isVoucher ?? false,
            isForged: debt.isConfirmed === true && isForged(),
          },
  };
}

async function settleDebt(payer: Payer, debt: DebtKey): Promise<void> {
  const { database, campaign, clocks, provider } = payer;
  const work = (isAsked: boolean) =>
    workOn(database, campaign.id, debt, {
      verdictOf: (row) => verdictOn(factsOf(payer, row), limits.numbersOfId, clocks.wall()),
      isAsked,
      startedOf: (row) => startedOf(payer, row),
      now: clocks.wall(),
    });
  const first = await work(false);
  if (first.kind === 'send') return send(payer, { ...first.started, amount: first.amount });
  if (first.kind !== 'ask') return;
  // Before a voucher is sent: a restored database may have forgotten a payout.
  const key = keyOf(payer, debt, first.debt.attempts + 1);
  const seen = await provider.ask(key);
  if (seen.kind === 'absent') await work(true);
  else if (seen.kind !== 'unclear') {
    await adoptPayout(database, campaign.id, debt, { key, now: clocks.wall() });
    await record(payer, key, seen);
  }
}

function startedOf(payer: Payer, debt: DebtRow): Started {
  const { keys } = payer;
  const { pseudonym, idSealed, nameSealed } = debt;
  if (!idSealed) throw new Error('Failed to pay on UPI: the request has no id.');
  return {
    key: keyOf(payer, debt, debt.attempts + 1),
    id: keys.vouchers.open(idSealed, idContext(pseudonym)),
    name: nameSealed ? keys.vouchers.open(nameSealed, nameContext(pseudonym)) : '',
  };
}

async function send(payer: Payer, transfer: Started & { amount: number }): Promise<void> {
  await record(payer, transfer.key, await payer.provider.send(transfer));
}

async function askPayout(payer: Payer, payout: DuePayout): Promise<void> {
  const step = await record(payer, payout.key, await payer.provider.ask(payout.key));
  if (!step?.send) return;
  const { key, amount, pseudonym, idSealed, nameSealed } = payout;
  // Erased meanwhile: it is asked about, and never handed over again.
  if (!idSealed) return;
  const id = payer.keys.vouchers.open(idSealed, idContext(pseudonym));
  const name = nameSealed ? payer.keys.vouchers.open(nameSealed, nameContext(pseudonym)) : '';
  await send(payer, { key, amount, id, name });
}

async function record({ database, campaign, clocks, log }: Payer, key: string, seen: Seen) {
  const step = await recordSeen(database, campaign.id, { key, seen, now: clocks.wall() });
  if (step?.state === 'excess') {
    log.error(
      { alarm: true },
      'A reward was paid on UPI after it had been given in another way. The page Payouts of the console names it.',
    );
  }
  return step;
}
