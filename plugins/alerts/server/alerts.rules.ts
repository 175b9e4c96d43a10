// What people are alerted about, and when a message is sent: once when it begins, once more
// when it gets worse, every day while it goes on, and once when it has ended.
import { alertKinds, type AlertKind } from '../contract.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import {
  dayAfter,
  dayStart,
  indianDate,
  indianDay,
  phaseOf,
} from '@inaam/server/platform/period.rules.ts';
import { verdictLimits, type VerdictLimits } from '@inaam/server/figures/verdicts.rules.ts';

type Overview = AnswerOf<'readOverview'>;
type Judged = Pick<Overview, 'at' | 'programme' | 'verdicts' | 'budget'>;
type Level = 'look' | 'act';
export type Found = { kind: AlertKind; level: Level; text: string; todo: string };
/** Times in ms. `goneAt`: since when it is no longer found; null: it is. */
export type Alert = Found & { since: number; goneAt: number | null };
type Event = 'begun' | 'worse' | 'again' | 'resolved';
/** The last message to a recipient. `wasSent`: whether any about this alert has arrived. */
export type Notice = Found & { event: Event; at: number; isPending: boolean; wasSent: boolean };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const alertTimes = {
  /** A restart is shorter, and alerts nobody. */
  beginsAfterMs: 2 * minuteMs,
  /** What comes back sooner has not ended. */
  endsAfterMs: 5 * minuteMs,
  againAfterMs: dayMs,
  giveUpAfterMs: dayMs,
} as const;

/** Nobody is alerted of failed vouchers. */
const failures = { ...verdictLimits.failures, look: Infinity };
export const alertLimits: VerdictLimits = { ...verdictLimits, failures };

/** The budget has other limits. */
function kindOf(of: Overview['verdicts'][number]['kind']): AlertKind | undefined {
  const wanted = /^vouchers(?:Unclear|Waiting|Failed)$/.test(of) ? 'vouchersLate' : of;
  return alertKinds.find((kind) => kind === wanted && kind !== 'budget');
}

const isAct = ({ level }: { level: Level }) => level === 'act';

/** At most one of each kind, the worst first. */
export function alertsIn(overview: Judged, limits: VerdictLimits): Found[] {
  const ofVerdicts = overview.verdicts.flatMap(({ kind, level, text, todo }): Found[] => {
    const alert = kindOf(kind);
    const isEarly = alert === 'closed' && phaseOf(overview.programme, overview.at) !== 'open';
    return alert === undefined || isEarly || level === 'well'
      ? []
      : [{ kind: alert, level, text, todo }];
  });
  const all = [...ofVerdicts, ...budgetOf(overview, limits)];
  const found = alertKinds.flatMap((kind): Found[] => {
    const same = all.filter((one) => one.kind === kind);
    if (same.length === 0) return [];
    const texts = same.map(({ text }) => text);
    const todos = new Set(same.map(({ todo }) => todo));
    const level = same.some(isAct) ? 'act' : 'look';
    return [{ kind, level, text: texts.join(' '), todo: [...todos].join(' ') }];
  });
  return found.toSorted((one, other) => Number(isAct(other)) - Number(isAct(one)));
}

function budgetOf({ at, programme, budget }: Judged, limits: VerdictLimits) {
  const { plannedRupees: planned, grantedRupees: granted, forecast } = budget;
  const share = planned === 0 ? 0 : granted / planned;
  if (phaseOf(programme, at) !== 'open' || share < limits.granted.look) return [];
  const level: Level = share < limits.granted.act ? 'look' : 'act';
  const until = forecast === null ? 'the last day' : indianDate(dayStart(forecast.likely));
  const lasts = granted < planned ? ` At this pace it lasts until ${until}.` : '';
  // Rounded down, so that 94.99 % is not shown as 95 %.
  const percent = Math.floor(share * 1000) / 10;
  return [
    {
      kind: 'budget' as const,
      level,
      text: `${percent}% of the budget is granted, ₹${count(granted)} of ₹${count(planned)}.${lasts}`,
      todo: 'Add to the budget, or end the campaign earlier.',
    },
  ];
}

/** @returns what goes on, or has ended only just now */
export function alertsAfter(
  known: readonly Alert[],
  found: readonly Found[],
  now: number,
): Alert[] {
  const begun = found.map((one): Alert => {
    const before = known.find(({ kind }) => kind === one.kind);
    return { ...one, since: before?.since ?? now, goneAt: null };
  });
  const gone = known
    .filter(({ kind }) => !found.some((one) => one.kind === kind))
    .map((one) => ({ ...one, goneAt: one.goneAt ?? now }))
    .filter(({ goneAt }) => now - goneAt < alertTimes.endsAfterMs);
  return [...begun, ...gone];
}

/**
 * @param alert undefined: it has ended
 * @param last the last message about it; undefined: none, or that it ended
 * @returns the message from now on, perhaps the same; undefined: there is none
 */
export function noticeAfter(
  alert: Alert | undefined,
  last: Notice | undefined,
  now: number,
): Notice | undefined {
  if (alert === undefined) {
    if (last?.event === 'resolved') return last;
    return last?.wasSent ? { ...last, event: 'resolved', at: now, isPending: true } : undefined;
  }
  // Perhaps it has ended.
  if (alert.goneAt !== null) return last;
  const { kind, level, text, todo, since } = alert;
  const next = (event: Event): Notice => ({
    kind,
    level,
    text,
    todo,
    event: last?.wasSent ? event : 'begun',
    at: now,
    isPending: true,
    wasSent: last?.wasSent ?? false,
  });
  if (last === undefined) {
    return now - since < alertTimes.beginsAfterMs ? undefined : next('begun');
  }
  // It has begun again. Whether the end of it has arrived is not known.
  if (last.event === 'resolved') return next('again');
  if (isAct(alert) && !isAct(last)) return next('worse');
  return now - last.at >= alertTimes.againAfterMs ? next('again') : last;
}

const pausesMs = [1, 2, 5, 10, 20, 40, 60].map((minutes) => minutes * minuteMs);

/** @param tries that have failed, including the last one @returns when to try again, ms */
export const nextTry = (tries: number, now: number): number =>
  now + (pausesMs[tries - 1] ?? hourMs);

/** Vouchers are still sent for some days after the end. */
const reportDaysAfterEnd = 7;

/**
 * Yesterday, and the hour of today up to which daily reports are due.
 * @param now by the campaign's clock, ms
 * @returns `hour` -1: there is nothing to report
 */
export function reportDue(
  programme: { from: string; to: string },
  now: number,
): { day: string; hour: number } {
  const today = dayStart(indianDay(now));
  const day = indianDay(today - 1);
  const isReported =
    day >= programme.from && today <= dayStart(dayAfter(programme.to)) + reportDaysAfterEnd * dayMs;
  return { day, hour: isReported ? Math.floor((now - today) / hourMs) : -1 };
}

const figures = new Intl.NumberFormat('en-IN');
export const count = (value: number): string => figures.format(value);
const dateAndTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});
/** "6 May 2025, 15:30 IST" */
export const indianMoment = (at: number): string => `${dateAndTime.format(at)} IST`;
