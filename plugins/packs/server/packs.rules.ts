import type { PackState } from '../contract.ts';

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

export const packTriers = ['device', 'address', 'network', 'provider'] as const;
/** An IPv4 address or an IPv6 /64; the /24 or /48 around it; the /32 of IPv6. */
export type PackTrier = (typeof packTriers)[number];

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

export const isReasonGiven = (tries: PackTries): boolean =>
  packTriers.every((trier) => (tries[trier] ?? 0) <= packTryLimits[trier].detailed);

export const isPackTooMuch = (tries: PackTries): boolean =>
  packTriers.some((trier) => (tries[trier] ?? 0) >= packTryLimits[trier].max);
