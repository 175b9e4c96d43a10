// The code of a pack, as a link has it or somebody types it, before anything is paid for it.
import { isPackCode, packCodeIn, type PackCodes } from '@inaam/contract/pack-code.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import { clientNetwork } from '../http/client-address.ts';
import type { CallContext } from '../http/context.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import type { RegisteredPack } from '../platform/personal-data.ts';
import { decideClaim, type ClaimVerdict } from '../codes/claims.rules.ts';
import { indianDay } from '../platform/period.rules.ts';
import { isReasonGiven, isPackTooMuch, refusePack, type PackRefusal } from './packs.rules.ts';
import type { PackAsked } from './packs.sql.ts';

type Asking = {
  userKey: string;
  address: string | undefined;
  mobileIndex: Buffer;
  typed: string | undefined;
};

/**
 * @returns the code to register with; undefined where packs have none, or on a device that comes
 *   back to what it has verified
 * @throws Refusal
 */
export async function admitPack(
  { userKey, address, mobileIndex, typed = '' }: Asking,
  context: CallContext,
): Promise<RegisteredPack | undefined> {
  const { keys, clocks, storage } = context;
  const { packs } = context.campaign;
  if (packs?.kind !== 'unique') return undefined;
  const code = packCodeIn(typed, packs.codes);
  // The check character is public, so this tells nobody anything.
  if (code !== '' && !isPackCode(code, packs.codes)) throw refuse('invalidFormat');
  const asked: PackAsked = {
    userKey,
    mobileIndex,
    ...lookUpOf(keys, code, packs.codes),
    counters: {
      device: `pack:${userKey}`,
      address: `pack:${keys.addressCounter(clientNetwork(address).network)}`,
    },
    now: clocks.wall(),
  };
  const found = await storage.readPacks.one(asked);
  const { batch, tries, isVerifiedHere, waitMs } = found;
  // Only a device that has verified the number learns before the SMS what became of it.
  const claim =
    isVerifiedHere && packs.claims ? decideClaim(found.claims, packs.claims) : undefined;
  if (claim?.kind === 'limit') throw claimRefusal(context, claim.again);
  const isAnother = claim?.kind === 'new';
  if (asked.pack === undefined) {
    // A device may have verified a number whose pack was then refused.
    if (isVerifiedHere && found.claims.claims > 0 && !isAnother) return undefined;
    throw packRefusal('missing');
  }
  if (isPackTooMuch(tries)) throw refuse('tryAgain', Math.ceil(waitMs / 1000));
  const refusal = refusePack(found, isAnother);
  const { pack, counters, now } = asked;
  if (refusal === undefined && batch) {
    return { id: pack.toString('hex'), batch: batch.batch, label: batch.label };
  }
  const refused = { pack, refusal: refusal ?? 'unknown', batch: batch?.batch, counters, now };
  const triesNow = await storage.recordRefusedPacks.one(refused);
  throw isReasonGiven(triesNow) ? packRefusal(refused.refusal) : refuse('invalidCode');
}

const lookUpOf = (keys: CallContext['keys'], code: string, codes: PackCodes) => ({
  pack: code === '' ? undefined : keys.packIndex(code),
  sources: code === '' || codes === 'loaded' ? [] : keys.readPackCode(code),
});

const sentences = {
  missing: 'packMissing',
  unknown: 'packUnknown',
  notOpen: 'packNotOpen',
  closed: 'packClosed',
  recalled: 'packRecalled',
} as const;

export function packRefusal(refusal: PackRefusal | 'missing'): Refusal {
  if (refusal === 'used') return refuse('alreadyRegistered');
  return new Refusal(messageIds.invalidCode, sentences[refusal], { messageId: 'invalidCode' });
}

/** A number has taken part as often as it may. */
export function claimRefusal(
  { campaign, clocks }: Pick<CallContext, 'campaign' | 'clocks'>,
  again: Extract<ClaimVerdict, { kind: 'limit' }>['again'],
): Refusal {
  const { packs, programme } = campaign;
  if (packs?.kind !== 'unique' || !packs.claims) return refuse('participationLimit');
  const isTomorrow = again === 'tomorrow' && indianDay(clocks.campaign()) < programme.to;
  const sentence = isTomorrow ? 'claimedToday' : 'claimedAll';
  const messageId = 'participationLimit';
  return new Refusal(messageIds.participationLimit, sentence, { messageId });
}

/** The batch of a link's code in place of the code, which is stored nowhere. */
export async function packLabelOf(
  id: string,
  { campaign: { packs }, keys, storage }: CallContext,
): Promise<string | undefined> {
  // Without what stands behind it where the link was sent on.
  if (packs?.kind === 'batch') return /[A-Za-z0-9](?:[\w.~-]*[A-Za-z0-9])?/.exec(id)?.[0];
  if (packs?.kind !== 'unique') return id;
  const code = packCodeIn(id, packs.codes);
  if (!isPackCode(code, packs.codes)) return undefined;
  const { pack = Buffer.of(), sources } = lookUpOf(keys, code, packs.codes);
  const label = await storage.readPackLabels.one({ pack, sources });
  return label === 'none' ? undefined : label;
}
