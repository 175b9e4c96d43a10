// `users/getPayout/`, `users/askPayout/`, `users/decidePayout/`: the id is sealed here, for
// `deliver` alone, and the state of the payout is read.
import type { Handler, PluginHandlers } from '@inaam/server/http/context.ts';
import { pacedOut, refuse, unavailable } from '@inaam/server/http/refusal.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { sealContext, voucherSealFor } from '@inaam/server/platform/seal.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { ServerPlugin } from '../../server-plugin.ts';
import type { Payout } from '../contract.ts';
import { addRequest, confirmRequest, readPublicKey, readShown } from './requests.sql.ts';
import { mayAsk, stageOf } from './stage.rules.ts';
import { maskUpiId, readUpiId } from '../upi-id.rules.ts';

type Own = Parameters<NonNullable<ServerPlugin['calls']>>[0];
type Storage = { database: Database; readShown: ReturnType<typeof readShown> };

/** Of an id that somebody gave, by the pseudonym. */
export const idContext = sealContext('upi_request.id');
export const nameContext = sealContext('upi_request.name');

export const calls = ({ database, campaign }: Own): PluginHandlers => {
  const storage: Storage = { database, readShown: readShown(database, campaign.id) };
  return {
    getPayout: (call, context) => getPayout(call, { ...context, storage }),
    askPayout: (call, context) => askPayout(call, { ...context, storage }),
    decidePayout: (call, context) => decidePayout(call, { ...context, storage }),
  };
};

async function read(storage: Storage, pseudonym: Buffer): Promise<Payout | null> {
  const { debts, request, payout } = await storage.readShown.one(pseudonym);
  const stage = stageOf(debts, request);
  const until = debts[0]?.until;
  if (stage === undefined || until === undefined) return null;
  const shown = debts.filter(({ state }) => state !== 'ended');
  return {
    stage,
    amount: shown.reduce((sum, { amount }) => sum + amount, 0),
    request: stage === 'confirm' && request ? request.id : 0,
    upiId: payout?.masked ?? request?.masked ?? '',
    name: request?.name ?? '',
    reference: (stage === 'paid' && payout?.utr) || '',
    by: indianDay(until),
  };
}

const getPayout: Handler<'getPayout', Storage> = async ({ participant }, { campaign, storage }) => {
  if (!campaign.upi || participant.blocked) return { payout: null };
  return { payout: await read(storage, participant.pseudonym) };
};

const askPayout: Handler<'askPayout', Storage> = async (
  { participant, fields },
  { campaign, clocks, keys, storage },
) => {
  const { pseudonym, userKey } = participant;
  if (participant.blocked) throw refuse('invalidUser');
  const known = campaign.upi ? await read(storage, pseudonym) : null;
  if (!known || !mayAsk(known.stage)) return { payout: known };
  const id = fields.upiId.trim() === '' ? null : readUpiId(fields.upiId);
  if (id === undefined) return { payout: { ...known, stage: 'form' } };
  const key = await readPublicKey(storage.database, campaign.id);
  if (!key) throw unavailable();
  const isTaken = await addRequest(storage.database, campaign.id, {
    pseudonym,
    userKey,
    id:
      id === null
        ? null
        : {
            sealed: voucherSealFor(key)(id, idContext(pseudonym)),
            index: keys.blindIndex('upi id', id),
          },
    masked: id === null ? '' : maskUpiId(id),
    isVoucher: false,
    now: clocks.wall(),
  });
  if (!isTaken) throw pacedOut(dayS);
  return { payout: await read(storage, pseudonym) };
};

const dayS = 86_400;

const decidePayout: Handler<'decidePayout', Storage> = async (
  { participant, fields },
  { campaign, clocks, storage },
) => {
  const { pseudonym, userKey } = participant;
  if (participant.blocked) throw refuse('invalidUser');
  const known = campaign.upi ? await read(storage, pseudonym) : null;
  const now = clocks.wall();
  if (known && mayAsk(known.stage)) {
    const { request } = fields;
    if (request === 0) {
      const wish = { pseudonym, userKey, id: null, masked: '', isVoucher: true, now };
      await addRequest(storage.database, campaign.id, wish);
    } else {
      await confirmRequest(storage.database, campaign.id, { pseudonym, request, now });
    }
  }
  return { payout: campaign.upi ? await read(storage, pseudonym) : null };
};
