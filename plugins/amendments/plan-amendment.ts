// Plans an amendment of the draw from an operator's wish, and says why it may not be made.
import { Refusal } from '@inaam/server/platform/errors.ts';
import type { Amendment } from '@inaam/server/draw/ledger.rules.ts';
import { budgetPoolName, type DrawDocument } from '@inaam/server/draw/commitment.rules.ts';
import { blockSize } from '@inaam/server/draw/draw.rules.ts';
import { fixedRewardOf } from '@inaam/server/draw/promise.rules.ts';
import { dayAfter } from '@inaam/server/platform/period.rules.ts';
import type { DrawInForce } from '@inaam/server/draw/ledger.sql.ts';

/** `message` contains the remedy. Nothing was changed. */
export class AmendmentRefused extends Refusal {
  override name = 'AmendmentRefused';
}

export type OfState = { state: string; rewards: number };

export type AmendmentWish =
  | { command: 'campaign supplement'; blocks: number; reserve: number; fixed: readonly OfState[] }
  | { command: 'campaign extend' | 'campaign end'; day: string };

/**
 * Builds the amendment for `amendDraw`, which validates it.
 * @throws AmendmentRefused
 */
export const amendmentFor =
  (wish: AmendmentWish) =>
  ({ lastDay }: DrawInForce, document: DrawDocument, today: string): Amendment => {
    if (wish.command === 'campaign supplement') {
      const { blocks, reserve } = wish;
      return { blocks, reserve, fixed: addedFixed(document, wish.fixed, today), to: lastDay };
    }
    const { command, day } = wish;
    const isLater = day > lastDay;
    if (day !== lastDay && isLater === (command === 'campaign extend')) {
      return { ...unamended(document), to: day };
    }
    const other =
      command === 'campaign extend'
        ? 'To end it sooner: campaign end.'
        : 'For a later one: campaign extend.';
    throw new AmendmentRefused(`Nothing was changed: the last day is ${lastDay}. ${other}`);
  };

/** If a state has several fixed rewards, today's, or else the next one. */
function addedFixed(document: DrawDocument, wanted: readonly OfState[], today: string): number[] {
  const added = unamended(document).fixed;
  for (const { state, rewards } of wanted) {
    const reward =
      fixedRewardOf(document.fixed, state, today) ??
      document.fixed.find((one) => one.state === state && one.from > today);
    if (!reward) {
      throw new AmendmentRefused(
        `Nothing was changed: ${state} has no fixed reward in this campaign from today on.`,
      );
    }
    const place = document.fixed.indexOf(reward);
    added[place] = (added[place] ?? 0) + rewards;
  }
  return added;
}

export const unamended = ({ fixed, programme }: Pick<DrawDocument, 'fixed' | 'programme'>) =>
  ({ blocks: 0, fixed: fixed.map(() => 0), reserve: 0, to: programme.to }) satisfies Amendment;

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
