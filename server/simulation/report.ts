import type { BudgetRow } from '../draw/budgets.sql.ts';
import type { SimulationPlan, SimulationResult } from './simulate-campaign.ts';
import { sumDays, type DayCounts } from './day-counts.ts';

const bars = 40;
const figures = new Intl.NumberFormat('en-IN');
const figure = (value: number) => figures.format(value);

/**
 * Figures are those of the scaled simulation, except for names with `whole`.
 * @param paiseEach price of one SMS
 */
export function figuresOf(
  campaign: string,
  paiseEach: number,
  plan: SimulationPlan,
  { days, budget, usedUp, unpaid }: SimulationResult,
) {
  const sum = sumDays(days);
  const pools = budget.map((row) => ({ ...row, usedUpOn: usedUp[row.pool] ?? null }));
  const messages = sum.codes + sum.granted;
  const rupees = (messages * paiseEach) / 100;
  return {
    campaign,
    plan: { ...plan, days: plan.days ?? null },
    days,
    total: sum,
    pools,
    stockOutDay: deckEnd(pools),
    owedByReserve: sum.byPool[reserveOf(budget)] ?? 0,
    unpaid,
    sms: {
      codes: sum.codes,
      resends: sum.resends,
      vouchers: sum.granted,
      paiseEach,
      rupees,
      wholeRupees: rupees * plan.scale,
    },
    wholeRupees: sum.rupees * plan.scale,
    agrees: budget.every(({ pool, granted }) => granted === (sum.byPool[pool] ?? 0)),
  };
}

export type Figures = ReturnType<typeof figuresOf>;

type UsedPool = BudgetRow & { usedUpOn: string | null };

function deckEnd(pools: readonly UsedPool[]): string | null {
  const ends = pools.filter(({ kind }) => kind === 'chance').map(({ usedUpOn }) => usedUpOn);
  const days = ends.filter((day) => day !== null).toSorted();
  return days.length < ends.length ? null : (days.at(-1) ?? null);
}

const reserveOf = (budget: readonly BudgetRow[]) =>
  budget.find(({ kind }) => kind === 'reserve')?.pool ?? '';

export function reportOf(found: Figures): string {
  const { plan, total, stockOutDay, sms, pools, unpaid } = found;
  const { scale } = plan;
  return [
    `${found.campaign}, seed ${plan.seed}: ${figure(total.came)} shoppers came on ${found.days.length} days.`,
    ...(scale === 1
      ? []
      : [
          `Scale 1:${figure(scale)}. Multiply every figure that is not marked as whole by ${figure(scale)}.`,
        ]),
    '',
    'Rupees of each day:',
    ...curve(found.days),
    '',
    'Pools (granted of planned, and the day on which the pool was used up):',
    ...pools.map(poolLine),
    '',
    stockOutDay === null ? 'The deck was not used up.' : `The deck was used up on ${stockOutDay}.`,
    `Paid from the reserve after that: ${figure(found.owedByReserve)}.`,
    `Turned away: ${figure(total.already)} already had a reward, ${figure(total.full)} came when everything was promised, ${figure(total.waited)} requested too many codes.`,
    `Asked to come back another day: ${figure(total.cameTooEarly)}; at the end ${figure(unpaid)} rewards were still owed.`,
    `Verified: ${figure(total.verified)}. Granted: ${figure(total.granted)}, Rs ${figure(total.rupees)} (whole: Rs ${figure(found.wholeRupees)}).`,
    `SMS: ${figure(sms.codes)} codes (${figure(sms.resends)} resent) and ${figure(sms.vouchers)} vouchers at ${sms.paiseEach} paise: Rs ${figure(sms.rupees)} (whole: Rs ${figure(sms.wholeRupees)}).`,
    found.agrees
      ? "The database's budget agrees with what was counted."
      : "The database's budget differs from what was counted: this is a defect.",
  ].join('\n');
}

function curve(days: readonly DayCounts[]): string[] {
  const max = Math.max(1, ...days.map(({ rupees }) => rupees));
  const width = figure(max).length;
  return days.map(({ day, rupees }) =>
    `  ${day}  ${figure(rupees).padStart(width)}  ${'#'.repeat(Math.round((rupees / max) * bars))}`.trimEnd(),
  );
}

function poolLine({ pool, planned, granted, usedUpOn }: UsedPool): string {
  const share = planned === 0 ? 0 : Math.floor((granted / planned) * 1000) / 10;
  const end = usedUpOn === null ? '' : `, used up on ${usedUpOn}`;
  return `  ${pool.padEnd(24)} ${figure(granted)} of ${figure(planned)} (${share.toFixed(1)}%)${end}`;
}
