import type { PackCodes } from '@inaam/contract/pack-code.ts';
import type { PackState } from '@inaam/contract/console/packs.ts';

type Packs = { kind: 'batch' } | { kind: 'unique'; codes: PackCodes } | undefined;

/** Whether each pack has a code that we made: then programs need PACK_KEYS. */
export const hasOwnCodes = (packs: Packs): boolean =>
  packs?.kind === 'unique' && packs.codes === 'made';

export type PackFacts = {
  /** Undefined: no batch has such a code. */
  batch: { state: PackState } | undefined;
  /** By whom the code is used. */
  usedBy: 'nobody' | 'thisNumber' | 'another';
};

export type PackRefusal = 'unknown' | 'used' | 'notOpen' | 'closed' | 'recalled';

/**
 * A number may come back with its own code, whatever became of the batch; for another participation
 * it needs another one.
 * @returns undefined if the code can be used
 */
export function refusePack(
  { batch, usedBy }: PackFacts,
  isAnother: boolean,
): PackRefusal | undefined {
  if (!batch) return 'unknown';
  if (usedBy === 'thisNumber' && !isAnother) return undefined;
  if (usedBy !== 'nobody') return 'used';
  if (batch.state === 'open') return undefined;
  return batch.state === 'draft' ? 'notOpen' : batch.state;
}

/** An IPv4 address or an IPv6 /64; the /24 or /48 around it; the /32 of IPv6. */
export type PackTrier = 'device' | 'address' | 'network' | 'provider';

/** Wrong tries in the last hour, this one included. */
export type PackTries = Partial<Record<PackTrier, number>>;

/**
 * `detailed`: up to here a refusal says what is wrong with the code; beyond it, only that it is not
 * accepted, so that nobody can sort used codes from unknown ones. `max`: then a wrong code has to
 * wait. A right one never does: thousands of phones may share one address.
 */
export const packTryLimits: Readonly<Record<PackTrier, { detailed: number; max: number }>> = {
  device: { detailed: 3, max: 10 },
  address: { detailed: 10, max: 200 },
  network: { detailed: 20, max: 400 },
  provider: { detailed: 100, max: 2000 },
};

export const packTriers = ['device', 'address', 'network', 'provider'] as const;

export const isReasonGiven = (tries: PackTries): boolean =>
  packTriers.every((trier) => (tries[trier] ?? 0) <= packTryLimits[trier].detailed);

export const isPackTooMuch = (tries: PackTries): boolean =>
  packTriers.some((trier) => (tries[trier] ?? 0) >= packTryLimits[trier].max);

const suspicion = { from: 20, share: 0.1 } as const;

/** Many codes of the batch got out. One that is passed round is no fault of its batch. */
export const isSuspicious = (facts: { used: number; triedCodes: number }) =>
  facts.triedCodes >= suspicion.from && facts.triedCodes > facts.used * suspicion.share;

/** Codes that were refused, by why. */
export type PackRefusals = Readonly<Record<'unknown' | 'used' | 'notOpen', number>>;

/**
 * Both a number and a share of the OTPs: of many shoppers, some type the code of an old pack.
 */
export const packAlarm = {
  look: { from: 50, share: 0.1 },
  act: { from: 200, share: 0.5 },
} as const;

const causes = {
  unknown: [
    'they are of no batch: somebody may be guessing',
    'A guess hardly ever succeeds. See whether it goes on.',
  ],
  used: [
    'they were used before: one may be passed round',
    'See of which batch they are. Recall it if its codes got out.',
  ],
  notOpen: ['their batch is not open', 'Open it if its packs are on sale.'],
} as const;

/** What is wrong, of this hour and the one before it; as the verdicts of the console. */
export function packRefusalsOf(refusals: PackRefusals, otps: number) {
  const { unknown, used, notOpen } = refusals;
  const count = unknown + used + notOpen;
  const passes = ({ from, share }: { from: number; share: number }) =>
    count >= from && count > otps * share;
  if (!passes(packAlarm.look)) return [];
  const most = Math.max(unknown, used, notOpen);
  const [cause, todo] = causes[unknown === most ? 'unknown' : used === most ? 'used' : 'notOpen'];
  const level: 'act' | 'look' = passes(packAlarm.act) ? 'act' : 'look';
  const text = `${count.toLocaleString('en-IN')} codes of packs were refused in this hour and the last one, most often because ${cause}.`;
  return [{ kind: 'packTries' as const, level, text, todo, page: 'packs' as const, count }];
}

/** What a pack's QR code opens. @param id a code, or the label of a batch that is only counted */
export const packLink = (site: string, id: string) =>
  `${site}/?utm_source=qrcode&id=${encodeURIComponent(id)}`;
