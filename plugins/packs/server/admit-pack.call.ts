// The code of a pack, as a link has it or somebody types it, before anything is paid for it.
import { isPackCode, packCodeIn, type PackCodes } from '../pack-code.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';
import { clientNetwork } from '@inaam/server/http/client-address.ts';
import type { Bound, CallContext } from '@inaam/server/http/context.ts';
import { Refusal, refuse } from '@inaam/server/http/refusal.ts';
import type { Purchase } from '@inaam/server/platform/personal-data.ts';
import { claimsLeft, decideClaim } from '@inaam/server/codes/claims.rules.ts';
import { claimRefusal } from '@inaam/server/participants/verify-otp.call.ts';
import { packKeys } from './pack-cipher.ts';
import type { Arrival } from '../calls.ts';
import { isReasonGiven, isPackTooMuch, refusePack, type PackRefusal } from './packs.rules.ts';
import type { PackAsked, PackCounters, readPacks, recordRefusedPacks } from './packs.sql.ts';

export type PackStorage = Bound<{
  readPacks: typeof readPacks;
  recordRefusedPacks: typeof recordRefusedPacks;
}>;

type Typed = { pack?: string | undefined };
type Asking = { userKey: string; address: string | undefined };

/**
 * @returns the code to register with; undefined where packs have none, or on a device that comes
 *   back to what it has verified
 * @throws Refusal
 */
export async function admitPack(
  { fields: { pack: typed = '' }, ...asking }: Asking & { mobileIndex: Buffer; fields: Typed },
  context: CallContext<PackStorage>,
): Promise<Purchase | undefined> {
  const { packs } = context.campaign;
  if (packs?.kind !== 'unique') return undefined;
  const code = packCodeIn(typed, packs.codes);
  // The check character is public, so this tells nobody anything.
  if (code !== '' && !isPackCode(code, packs.codes)) throw refuse('invalidFormat');
  const looked = await lookUp({ ...asking, code }, packs, context);
  const { asked, found, claim } = looked;
  if (claim?.kind === 'limit') throw claimRefusal(context, claim.again);
  if (asked.pack === undefined) {
    // A device may have verified a number whose pack was then refused.
    if (claim?.kind === 'return') return undefined;
    throw packRefusal('missing');
  }
  const refusal = refusePack(found, claim?.kind === 'new');
  if (refusal !== undefined || !found.batch) {
    if (isPackTooMuch(found.tries)) throw refuse('tryAgain', Math.ceil(found.waitMs / 1000));
    throw await countRefusal(looked, refusal ?? 'unknown', context);
  }
  const { batch, label } = found.batch;
  const serial = asked.sources.find((source) => source.batch === batch)?.serial;
  return { id: asked.pack.toString('hex'), batch, serial, label };
}

/** What the page says of a link's code at once, and the label of its batch, for the figures. */
export async function greetPack(
  {
    id,
    words,
    isNew,
    ...asking
  }: Asking & { id?: string | undefined; words: Words; isNew: boolean },
  context: CallContext<PackStorage>,
): Promise<{ label: string | undefined; answer?: { pack: Arrival } }> {
  const { packs } = context.campaign;
  // Without what stands behind it where the link was sent on.
  if (packs?.kind === 'batch')
    return { label: /[A-Za-z0-9](?:[\w.~-]*[A-Za-z0-9])?/.exec(id ?? '')?.[0] };
  if (packs?.kind !== 'unique') return { label: id };
  const plain = packCodeIn(id ?? '', packs.codes);
  const code = isPackCode(plain, packs.codes) ? plain : '';
  if (code === '' && isNew) return { label: undefined };
  const looked = await lookUp({ ...asking, mobileIndex: undefined, code }, packs, context);
  const { found, claim } = looked;
  const label = found.batch?.label;
  const said = ({ sentence, details: { messageId = 'invalidCode' } }: Refusal) => ({
    refused: { messageId, message: words.messages[sentence] },
  });
  if (claim?.kind === 'limit')
    return { label, answer: { pack: said(claimRefusal(context, claim.again)) } };
  const isAnother = claim?.kind === 'new';
  const isNothingSaid = code === '' || isPackTooMuch(found.tries);
  const refusal = isNothingSaid ? undefined : refusePack(found, isAnother);
  // Whoever looks at their own reward again has not tried a wrong code.
  if (refusal && found.usedBy === 'thisNumber')
    return { label, answer: { pack: said(packRefusal(refusal)) } };
  const pack = {
    ...(isAnother && { left: claimsLeft(found.claims, packs.claims) }),
    ...(refusal && said(await countRefusal(looked, refusal, context))),
  };
  return { label, answer: { pack } };
}

type UniquePacks = Extract<CallContext['campaign']['packs'], { kind: 'unique' }>;
type LookedUp = Awaited<ReturnType<typeof lookUp>>;

async function lookUp(
  { address, code, ...asking }: Asking & { mobileIndex: Buffer | undefined; code: string },
  packs: UniquePacks,
  context: CallContext<PackStorage>,
) {
  const { keys, clocks, storage } = context;
  const { kind, network, around } = clientNetwork(address);
  const counter = (name: string) => `pack:${keys.addressCounter(name)}`;
  const counters: PackCounters = {
    device: `pack:${asking.userKey}`,
    address: counter(network),
    network: counter(around.network),
    // Many carriers share a /16 of IPv4.
    ...(kind === 'ipv6' && { provider: counter(around.provider) }),
  };
  const now = clocks.wall();
  const asked: PackAsked = { ...asking, ...lookUpOf(context, code, packs.codes), counters, now };
  const found = await storage.readPacks.one(asked);
  // Only a device that has verified the number learns before the SMS what became of it.
  const isTold = found.isVerifiedHere && found.claims.claims > 0;
  return { asked, found, claim: isTold ? decideClaim(found.claims, packs.claims) : undefined };
}

async function countRefusal(
  { asked: { pack = Buffer.of(), counters, now } }: LookedUp,
  refusal: PackRefusal,
  { storage }: CallContext<PackStorage>,
): Promise<Refusal> {
  const refused = { pack, refusal, counters, now };
  const tries = await storage.recordRefusedPacks.one(refused);
  return isReasonGiven(tries) ? packRefusal(refusal) : refuse('invalidCode');
}

/** Whether the registration is of another pack: another tab may have made it. */
export function isOfOtherPack(
  purchase: Purchase | undefined,
  { pack, id }: Typed & { id?: string | undefined },
  context: CallContext,
): boolean {
  const { packs } = context.campaign;
  // A link without one has the same as before.
  const typed = pack ?? (id || undefined);
  if (packs?.kind !== 'unique' || typed === undefined) return false;
  const code = packCodeIn(typed, packs.codes);
  if (code !== '' && !isPackCode(code, packs.codes)) return false;
  return purchase?.id !== lookUpOf(context, code, packs.codes).pack?.toString('hex');
}

function lookUpOf(
  { keys, campaign }: Pick<CallContext, 'keys' | 'campaign'>,
  code: string,
  codes: PackCodes,
) {
  if (code === '') return { pack: undefined, sources: [] };
  const { packIndex, readPackCode } = packKeys(keys, campaign.id);
  return { pack: packIndex(code), sources: codes === 'loaded' ? [] : readPackCode(code) };
}

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
