import type { PackCodes } from '@inaam/contract/pack-code.ts';
import type { PackState } from '@inaam/contract/console/packs.ts';

type Packs = { kind: 'batch' } | { kind: 'unique'; codes: PackCodes } | undefined;

/** Whether each pack has a code that we made: then programs need PACK_KEYS. */
export const hasOwnCodes = (packs: Packs): boolean =>
  packs?.kind === 'unique' && packs.codes === 'made';

export type PackChange = 'open' | 'close' | 'recall';

const after: Readonly<Record<PackState, Partial<Record<PackChange, PackState>>>> = {
  draft: { open: 'open', recall: 'recalled' },
  open: { close: 'closed', recall: 'recalled' },
  closed: { open: 'open', recall: 'recalled' },
  // For good: somebody may have the codes.
  recalled: {},
};

/** @returns undefined if the state does not allow it */
export const packStateAfter = (state: PackState, change: PackChange): PackState | undefined =>
  after[state][change];

export type PackFacts = {
  /** Undefined: no batch has such a code. */
  batch: { state: PackState } | undefined;
  /** By whom the code is used. */
  usedBy: 'nobody' | 'thisNumber' | 'another';
};

export type PackRefusal = 'unknown' | 'used' | 'notOpen' | 'closed' | 'recalled';

/**
 * A number may come back with its own code, whatever became of the batch.
 * @returns undefined if the code can be used
 */
export function refusePack({ batch, usedBy }: PackFacts): PackRefusal | undefined {
  if (!batch) return 'unknown';
  if (usedBy === 'thisNumber') return undefined;
  if (usedBy === 'another') return 'used';
  if (batch.state === 'open') return undefined;
  return batch.state === 'draft' ? 'notOpen' : batch.state;
}

/** Wrong tries in the last hour, this one included. */
export type PackTries = { device: number; address: number };

/**
 * `detailed`: up to here a refusal says what is wrong with the code; beyond it, only that it is not
 * accepted, so that nobody can sort used codes from unknown ones. `max`: then there is a wait.
 */
export const packTryLimits = {
  device: { detailed: 3, max: 10 },
  // Thousands of phones may share one address.
  address: { detailed: 10, max: 200 },
} as const;

export const isReasonGiven = ({ device, address }: PackTries): boolean =>
  device <= packTryLimits.device.detailed && address <= packTryLimits.address.detailed;

export const isPackTooMuch = ({ device, address }: PackTries): boolean =>
  device >= packTryLimits.device.max || address >= packTryLimits.address.max;

const suspicion = { ofOneCode: 20, ofBatch: 50, share: 0.1 } as const;

/** One code was photographed and passed round, or many codes of the batch got out. */
export const isSuspicious = (facts: { used: number; usedTries: number; mostTries: number }) =>
  facts.mostTries >= suspicion.ofOneCode ||
  (facts.usedTries >= suspicion.ofBatch && facts.usedTries > facts.used * suspicion.share);
