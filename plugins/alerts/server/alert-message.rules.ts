// E-mails to people: counts and sentences about them, and nothing about a person.
import { isCounted, measures, steps, type Features } from '@inaam/contract/console/overview.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { dayStart, indianDate } from '@inaam/server/platform/period.rules.ts';
import { count, indianMoment, type Found, type Notice } from './alerts.rules.ts';

export type Message = { subject: string; text: string };

/** `console`: its address; undefined: not known. */
export type Sender = { campaign: string; console: string | undefined };

type Part = { title: string; lines: readonly string[] };

const eventWords = { look: 'Worth a look', act: 'Act now' } as const;

export function titleOf({ event, level, text }: Pick<Notice, 'event' | 'level' | 'text'>): string {
  if (event === 'resolved') return `Resolved: ${text}`;
  const again = event === 'again' ? 'Still: ' : '';
  return `${eventWords[level]}: ${again}${text}`;
}

/** @param aheadMs of the campaign's clock */
export function alertMessage(notices: readonly Notice[], sender: Sender, aheadMs: number): Message {
  const parts = notices.map((notice): Part => {
    const isOver = notice.event === 'resolved';
    const at = indianMoment(notice.at + aheadMs);
    return {
      title: titleOf(notice),
      lines: isOver ? [`It has been over since ${at}.`] : [notice.todo, `Noticed on ${at}.`],
    };
  });
  const [first] = parts;
  const subject = parts.length === 1 && first ? first.title : `${parts.length} alerts`;
  return messageOf(subject, parts, sender);
}

export const testMessage = (sender: Sender): Message =>
  messageOf(
    'Test of the alerts',
    [{ title: 'This is a test', lines: ['Alerts reach you here.'] }],
    sender,
  );

type Reported = 'at' | 'total' | 'compared' | 'budget' | 'stock';
type Report = Pick<AnswerOf<'readOverview'>, Reported> &
  Features & { day: string; alerts: readonly Found[] };

export function reportMessage(report: Report, sender: Sender): Message {
  const { total, compared, day, alerts } = report;
  const shown = measures.filter((name) => name !== 'numbers' && isCounted(report)(name));
  const figures = shown.map((name) => {
    const before = compared?.total[name];
    const said = `${steps[name].label}: ${count(total[name])}`;
    return before === undefined
      ? said
      : `${said}, before ${count(before)} (${change(total[name], before)})`;
  });
  const beside = compared ? `, and before, on ${weekday(compared.from)}` : '';
  const open = alerts.map(({ level, text, todo }) => `${eventWords[level]}: ${text} ${todo}`);
  const parts: Part[] = [
    { title: `Figures of ${weekday(day)}${beside}`, lines: figures },
    { title: 'Budget and stock now', lines: [budgetLine(report), ...stockLines(report)] },
    { title: 'Open alerts', lines: open.length === 0 ? ['None.'] : open },
  ];
  return messageOf(`Daily report, ${indianDate(dayStart(day))}`, parts, sender);
}

const weekday = (day: string) =>
  new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(dayStart(day));

function change(value: number, before: number): string {
  if (before === 0) return value === 0 ? '0%' : '–';
  const percent = Math.round((value / before - 1) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${count(Math.abs(percent))}%`;
}

function budgetLine({ budget }: Report): string {
  const { plannedRupees: planned, grantedRupees: granted } = budget;
  const percent = planned === 0 ? 0 : Math.floor((granted / planned) * 1000) / 10;
  return `Budget: ${percent}% granted, ₹${count(granted)} of ₹${count(planned)}.`;
}

const stockLines = ({ stock, at }: Report) =>
  stock.map(({ amount, free, lastsUntil }) => {
    const have = `Codes of ₹${amount}: ${count(free)} in stock`;
    if (lastsUntil === null) return `${have}.`;
    const days = Math.max(0, Math.ceil((dayStart(lastsUntil) - at) / 86_400_000));
    const left = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
    return `${have}, enough for ${left}.`;
  });

function messageOf(title: string, parts: readonly Part[], { campaign, console }: Sender): Message {
  const said = parts.map((part) => [part.title, ...part.lines].join('\n')).join('\n\n');
  const text = [
    said,
    ...(console === undefined ? [] : [`Console: ${console}/`]),
    `You get this because somebody added you under Alerts in the console of ${campaign}.`,
  ].join('\n\n');
  return { subject: oneLine(`${campaign}: ${title}`), text: `${text}\n` };
}

const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
