// An amendment is a ledger entry that changes the commitment (docs/decisions/0031): it adds rewards
// or moves the last day. It is sealed with the draw's secret, whose halves two people hold.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../canonical.rules.ts';
import {
  budgetPoolName,
  budgetPoolsOf,
  type DrawDocument,
  type BudgetPool,
} from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import { minuteOf } from '../ledger.rules.ts';
import { dayAfter } from '../../platform/period.rules.ts';

export type Amendment = {
  /** Blocks added to the deck, each with the cards of a committed block. */
  blocks: number;
  /** Rewards added to each fixed reward, in the order of the document's `fixed`. */
  fixed: readonly number[];
  /** Rewards added to the reserve. */
  reserve: number;
  /** The new last day. */
  to: string;
};

export type AmendmentEntry = Amendment & {
  campaign: string;
  number: number;
  /** ms */
  at: number;
  day: string;
};

/**
 * The bytes of the entry, which only a holder of the draw's secret can make.
 * @param previous the hash of the previous entry
 */
export function sealedContent(
  secret: Uint8Array,
  previous: Uint8Array,
  { at, ...entry }: AmendmentEntry,
): string {
  const fields = { ...entry, at: minuteOf(at), kind: 'amended' };
  return canonicalJson({ ...fields, seal: sealOf(secret, previous, canonicalJson(fields)) });
}

/** @param content the entry without its seal */
function sealOf(secret: Uint8Array, previous: Uint8Array, content: string): string {
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(`${bytesToHex(previous)}|${content}`)));
}

/** @param content the content of an amendment's entry, with its seal */
export function isSealed(secret: Uint8Array, previous: Uint8Array, content: string): boolean {
  const seal = /,"seal":"([0-9a-f]{64})"/.exec(content);
  if (!seal) return false;
  const wanted = sealOf(secret, previous, content.replace(seal[0], ''));
  // Sealed once more, so that the time of the comparison tells nothing about the seal.
  const [own, given] = [wanted, seal[1] ?? ''].map((one) => sealOf(secret, previous, one));
  return own === given;
}

export const unamended = ({ fixed, programme }: Pick<DrawDocument, 'fixed' | 'programme'>) =>
  ({ blocks: 0, fixed: fixed.map(() => 0), reserve: 0, to: programme.to }) satisfies Amendment;

/** What each pool of the budget gains, without pools that gain nothing. */
export function gainsOf(
  { deck, fixed, whenDeckEnds }: Pick<DrawDocument, 'deck' | 'fixed' | 'whenDeckEnds'>,
  amendment: Amendment,
): BudgetPool[] {
  return budgetPoolsOf({
    deck: { ...deck, blocks: amendment.blocks },
    fixed: fixed.map((one, index) => ({ ...one, rewards: amendment.fixed[index] ?? 0 })),
    whenDeckEnds:
      whenDeckEnds.kind === 'close'
        ? whenDeckEnds
        : { ...whenDeckEnds, rewards: amendment.reserve },
  }).filter(({ planned }) => planned > 0);
}

export type AmendmentFault =
  | { kind: 'over' | 'notCounts' | 'nothing' | 'noReserve' | 'tooEarly' | 'tooMany' }
  | { kind: 'beyondFixed'; state: string; until: string };

type Circumstances = {
  lastDay: string;
  today: string;
  blocks: number;
  planned: ReadonlyMap<string, number>;
};

/**
 * Why an amendment may not be made; undefined if it may.
 * @param lastDay the last day in force
 * @param today the day of the entry
 * @param planned the present size of each pool, by name
 */
export function amendmentFault(
  document: Pick<DrawDocument, 'deck' | 'fixed' | 'programme' | 'whenDeckEnds'>,
  { blocks, fixed, reserve, to }: Amendment,
  now: Circumstances,
): AmendmentFault | undefined {
  const { deck, programme, whenDeckEnds } = document;
  if (now.today > now.lastDay) return { kind: 'over' };
  const counts = [blocks, reserve, ...fixed];
  if (fixed.length !== document.fixed.length || !counts.every(isCount)) {
    return { kind: 'notCounts' };
  }
  if (counts.every((count) => count === 0) && to === now.lastDay) return { kind: 'nothing' };
  if (reserve > 0 && whenDeckEnds.kind === 'close') {
    return { kind: 'noReserve' };
  }
  if (to < now.today || to < programme.from) {
    return { kind: 'tooEarly' };
  }
  const closes = whenDeckEnds.kind === 'close';
  const needed = closes ? dayAfter(to) : to;
  const [short] = document.fixed.flatMap(({ state, until }) =>
    until !== null && until >= now.lastDay && until < needed ? [{ state, until }] : [],
  );
  if (to > now.lastDay && short) return { kind: 'beyondFixed', ...short };
  const planned = (pool: string) => now.planned.get(pool) ?? 0;
  const sums = [
    blockSize(deck) * (now.blocks + blocks),
    ...(whenDeckEnds.kind === 'reserve'
      ? [planned(budgetPoolName('reserve', whenDeckEnds.amount, null)) + reserve]
      : []),
    ...document.fixed.map(
      ({ amount, state }, index) =>
        planned(budgetPoolName('fixed', amount, state)) + (fixed[index] ?? 0),
    ),
  ];
  return sums.every((sum) => sum <= rewardsMax) ? undefined : { kind: 'tooMany' };
}

/** The schema's integer maximum. */
const rewardsMax = 2 ** 31 - 1;

const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
