import { voucherHours } from '@inaam/campaigns/sms/sms-category.ts';
import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import { pluginFigures } from '@inaam/plugins/figures.ts';
import { campaignAheadMs, dayAfter, dayStart, indianDay } from '../platform/period.rules.ts';
import type { BudgetRow } from '../draw/budgets.sql.ts';
import { plannedRupees } from '../draw/commitment.rules.ts';
import { readCounts } from './read-counts.ts';
import { lateDays, sendableAge } from '../messages/delivery-limits.rules.ts';
import { forecastBudget, paceOf, percentileOf, sumOf } from './overview.rules.ts';
import type { Verdict } from './opening.rules.ts';
import { verdictsOf, type AmountState, type VerdictLimits } from './verdicts.rules.ts';
import type { Connection } from '../database/database.ts';
import { readOnly } from '../database/read-only.ts';
import type { RunningProcess } from '../database/processes.ts';
import { drawHeard, readOpening } from './read-opening.ts';
import * as storage from './overview-figures.sql.ts';
import { readAmounts } from './stock-now.sql.ts';
import { readDebtsByDay, readUnclear } from './delivery-debts.sql.ts';
import type { ConsoleContext } from '../console/context.ts';
import { claimsIn, bonusesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import { ConsoleRefusal } from '../console/refusal.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysMax = 400;
/** Late vouchers of a kind; more are not counted. */
const lateCountedMax = 50;
const unclearCountedMax = 500;

/** The alerts read it too, without the rest of the console. */
export type OverviewContext = Readonly<{ limits?: VerdictLimits }> &
  Pick<ConsoleContext, 'database' | 'clocks' | 'campaign' | 'smsPaise'>;

export const readOverview = async (
  context: OverviewContext,
  fields: FieldsOf<'readOverview'>,
): Promise<Answer> => {
  const moment = momentOf(context, fields);
  const found = await readOnly(context.database, (connection) =>
    readAll(connection, context, moment, fields),
  );
  return answerOf(context, moment, found);
};

/** Wall times in ms; `aheadMs`: of the campaign's clock. */
type Moment = ReturnType<typeof momentOf>;

function momentOf({ clocks }: OverviewContext, { from, until }: FieldsOf<'readOverview'>) {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const first = dayStart(from);
  const end = dayStart(until) + dayMs;
  if (!(first < end && end - first <= daysMax * dayMs)) {
    throw new ConsoleRefusal(
      'invalid',
      `The last day must not be before the first, nor more than ${daysMax} days after it.`,
    );
  }
  return {
    now,
    aheadMs,
    today: indianDay(now + aheadMs),
    from: first - aheadMs,
    until: end - aheadMs,
  };
}

/** @public Without what only the campaign's own page shows. */
export const readSummary = (context: OverviewContext, days: FieldsOf<'readOverview'>) =>
  readOnly(context.database, async (connection) => {
    const moment = momentOf(context, days);
    const state = await readState(connection, context, moment);
    const { id } = context.campaign;
    const shown: Parameters<typeof storage.readDays>[4] = ['visits', 'rewarded', 'bonuses'];
    const byDay = await storage.readDays(connection, id, moment, moment.aheadMs, shown);
    const { verdicts } = judge(context, moment, state);
    return { opening: state.opening, byDay, verdicts };
  });

type State = Awaited<ReturnType<typeof readState>>;

/** What the verdicts are about. */
async function readState(
  connection: Connection,
  { campaign }: OverviewContext,
  { now, aheadMs }: Moment,
) {
  const { id } = campaign;
  const ofPlugins: ((otps: number) => Verdict[])[] = [];
  for (const { verdicts } of pluginFigures) {
    ofPlugins.push(await verdicts(connection, id, now - 2 * hourMs));
  }
  return {
    ofPlugins,
    lastDay: await storage.readHours(connection, id, { from: now - dayMs, until: now + hourMs }),
    burned: await storage.readBurnedByDay(connection, id),
    stock: await readAmounts(connection, campaign, { wall: now, aheadMs }),
    waiting: await storage.readWaitingNow(connection, id),
    debts: await readDebtsByDay(connection, id, { now, max: lateCountedMax }),
    opening: await readOpening(connection, campaign, now + aheadMs),
    unclear: await readUnclear(connection, id, { now, max: unclearCountedMax }),
  };
}

type Found = Awaited<ReturnType<typeof readAll>>;

async function readAll(
  connection: Connection,
  context: OverviewContext,
  moment: Moment,
  asked: FieldsOf<'readOverview'>,
) {
  const { campaign } = context;
  const { id } = campaign;
  const { now, aheadMs, from, until } = moment;
  const period = { from, until };
  const counts = await readCounts(connection, id, asked, {
    now,
    aheadMs,
    programmeFrom: campaign.programme.from,
  });
  const counted: Answer['counted'] = [];
  for (const plugin of pluginFigures) {
    if (plugin.counts) counted.push(...(await plugin.counts(connection, campaign, period)));
  }
  return {
    ...(await storage.readProgress(connection, id)),
    ...(await readState(connection, context, moment)),
    counts,
    counted,
    labels: await storage.readLabels(connection, id, period),
  };
}

const sumOfHours = (hours: Awaited<ReturnType<typeof storage.readHours>>) =>
  sumOf(hours.map(({ counts }) => counts));

type Answer = AnswerOf<'readOverview'>;

function answerOf(context: OverviewContext, moment: Moment, found: Found): Answer {
  const { campaign, smsPaise } = context;
  const { aheadMs, now } = moment;
  const { labels, waiting, counts } = found;
  const { from, lastDay: to, running } = found.opening;
  const { budget, stock, verdicts } = judge(context, moment, found);
  return {
    at: now + aheadMs,
    countedUntil: found.countedUntil === null ? null : found.countedUntil + aheadMs,
    programme: { from, to },
    verdicts,
    hasClaims: claimsIn(campaign) !== undefined,
    hasReceipts: found.hasReceipts,
    bonuses:
      bonusesOf(campaign).length > 0 ? { pools: found.opening.pools.flatMap(bonusPoolOf) } : null,
    ...counts,
    counted: found.counted,
    budget,
    stock: stock.map(({ amount, free, owed, runsOutOn }) => ({
      amount,
      free,
      owed,
      lastsUntil: runsOutOn,
    })),
    delivery: {
      waiting: waiting.codes + found.stock.reduce((sum, one) => sum + one.waiting, 0),
      oldestWaitingSeconds: oldestOf(waiting.oldestCodeSeconds, waiting.oldestVoucherSeconds),
      codeSeconds: percentilesOf(labels.codeDurations),
      voucherSeconds: percentilesOf(labels.voucherDurations),
      failures: labels.failures,
    },
    sms: {
      accepted: labels.accepted,
      rupees: (labels.accepted * smsPaise) / 100,
    },
    processes: overviewProcesses(running, aheadMs),
  };
}

const bonusPoolOf = ({ kind, amount, planned, remaining, promised }: BudgetRow) =>
  kind === 'bonus' ? [{ amount, planned, left: remaining - promised }] : [];

const oldestOf = (...seconds: (number | null)[]) =>
  seconds.reduce((oldest, one) => (one === null ? oldest : Math.max(oldest ?? 0, one)), null);

const percentilesOf = (durations: Found['labels']['codeDurations']) => ({
  p50: percentileOf(durations, 0.5),
  p95: percentileOf(durations, 0.95),
});

function budgetOf(
  { aheadMs, today }: Moment,
  { opening: { pools, lastDay }, burned }: State,
): Answer['budget'] {
  const planned = plannedRupees(pools);
  const granted = pools.reduce((sum, pool) => sum + pool.amount * pool.granted, 0);
  const days = burned.map((one) => ({ day: indianDay(one.day + aheadMs), rupees: one.rupees }));
  const coming = { remaining: planned - granted, today, lastDay };
  const whole = wholeDays(days, today);
  return {
    plannedRupees: planned,
    grantedRupees: granted,
    days,
    forecast: forecastBudget(whole, coming),
    perDay: paceOf(whole),
  };
}

/** From the first reward to yesterday, including days without a reward. */
function wholeDays(days: Answer['budget']['days'], today: string): number[] {
  const rupees = new Map(days.map((one) => [one.day, one.rupees]));
  const whole: number[] = [];
  for (let day = days[0]?.day ?? today; day < today; day = dayAfter(day)) {
    whole.push(rupees.get(day) ?? 0);
  }
  return whole;
}

function judge({ campaign, limits }: OverviewContext, moment: Moment, found: State) {
  const { now, aheadMs } = moment;
  const { lastDay, opening, waiting, debts, unclear, ofPlugins } = found;
  const budget = budgetOf(moment, found);
  const stock = found.stock.map((one): AmountState => {
    const { daysLeft } = one;
    const runsOutOn = daysLeft === null ? null : indianDay(now + aheadMs + daysLeft * dayMs);
    // Stock that lasts until the end is sufficient.
    return runsOutOn !== null && runsOutOn > opening.lastDay
      ? { ...one, daysLeft: null, runsOutOn: null }
      : { ...one, runsOutOn };
  });
  const hours = voucherHours(campaign.sms.vouchers);
  const { sent, failed } = sumOfHours(lastDay);
  const { codes, claims } = sumOfHours(lastDay.filter(({ start }) => start > now - 2 * hourMs));
  const verdicts = verdictsOf({
    limits,
    budget,
    opening,
    codesWaiting: waiting.codes,
    oldestCodeSeconds: waiting.oldestCodeSeconds,
    oldestVoucherSeconds: sendableAge(hours, waiting.oldestVoucherSeconds, now),
    lastDay: { sent, failed },
    late: lateOf(debts),
    unclear,
    stock,
    codes,
    verified: claims,
    ofPlugins: ofPlugins.flatMap((of) => of(codes)),
  });
  return { budget, stock, verdicts };
}

function lateOf({ days, isAll }: Found['debts']) {
  const late = days.filter((one) => one.days >= lateDays.warning);
  const [oldest] = late;
  if (oldest === undefined) return null;
  const vouchers = late.reduce((sum, { waiting, failed }) => sum + waiting + failed, 0);
  return { vouchers, oldestDays: oldest.days, isMore: !isAll };
}

const kinds = { serve: 'site', deliver: 'delivery' } as const;

function overviewProcesses(
  running: readonly RunningProcess[],
  aheadMs: number,
): Answer['processes'] {
  const shownOf = (of: keyof typeof kinds) =>
    running
      .filter(({ program }) => program === of)
      .map(({ id, seenAt, isSilent }) => {
        return { kind: kinds[of], id, isWell: !isSilent, seenAt: seenAt + aheadMs };
      });
  const heard = drawHeard(running);
  const draw = { kind: 'draw' as const, id: 'draw', isWell: heard?.draw?.state === 'up' };
  return [
    ...shownOf('serve'),
    ...(heard ? [{ ...draw, seenAt: heard.seenAt + aheadMs }] : []),
    ...shownOf('deliver'),
  ];
}
