// Messages to people: plain text and HTML for e-mail, and what Slack and its like take by web hook.
// They contain counts and sentences about them, and nothing about a person.
import { steps } from '@inaam/contract/console/overview.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { dayStart, indianDate } from '../../platform/period.rules.ts';
import { count, indianMoment, type Found, type Notice } from './alerts.rules.ts';

export type Message = {
  subject: string;
  text: string;
  html: string;
  /** The body for a web hook. */
  slack: { text: string; blocks: object[] };
};

/** `console`: its address; undefined: not known. */
export type Sender = { campaign: string; console: string | undefined };

type Part = { title: string; lines: readonly string[]; table?: readonly (readonly string[])[] };

const eventWords = { look: 'Worth a look', act: 'Act now' } as const;

function titleOf({ event, level, text }: Pick<Notice, 'event' | 'level' | 'text'>): string {
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

const reported = [
  'visits',
  'codes',
  'verified',
  'rewarded',
  'rupees',
  'delivered',
  'failed',
] as const;

type Report = Pick<AnswerOf<'readOverview'>, 'at' | 'total' | 'compared' | 'budget' | 'stock'> & {
  day: string;
  alerts: readonly Found[];
};

export function reportMessage(report: Report, sender: Sender): Message {
  const { total, compared, day, alerts } = report;
  const columns = ['', weekday(day), ...(compared ? [weekday(compared.from), 'Change'] : [])];
  const rows = reported.map((name) => {
    const before = compared?.total[name];
    const figures = [steps[name].label, count(total[name])];
    return before === undefined
      ? figures
      : [...figures, count(before), change(total[name], before)];
  });
  const open = alerts.map(({ level, text, todo }) => `${eventWords[level]}: ${text} ${todo}`);
  const parts: Part[] = [
    { title: `Figures of ${indianDate(dayStart(day))}`, lines: [], table: [columns, ...rows] },
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

/** Slack's limits of a header and a section. */
const slackMax = { header: 150, section: 2900 } as const;

function messageOf(title: string, parts: readonly Part[], { campaign, console }: Sender): Message {
  const footer = `You get this because somebody added you under Alerts in the console of ${campaign}.`;
  const link = console === undefined ? undefined : `${console}/`;
  const text = [
    ...parts.map((part) => textOf(part, part.title)),
    ...(link === undefined ? [] : [`Console: ${link}`]),
    footer,
  ].join('\n\n');
  const section = (mrkdwn: string) => ({
    type: 'section',
    // Verbatim: a campaign's name mentions nobody, and links to nothing.
    text: { type: 'mrkdwn', text: mrkdwn.slice(0, slackMax.section), verbatim: true },
  });
  const subject = `${campaign}: ${title}`;
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html: htmlOf(parts, link, footer),
    slack: {
      text: slackText(subject),
      blocks: [
        {
          type: 'header',
          text: { type: 'plain_text', text: oneLine(subject).slice(0, slackMax.header) },
        },
        ...parts.map((part) => section(slackText(textOf(part, `*${part.title}*`, '```')))),
        ...(link === undefined ? [] : [section(`<${slackText(link)}|Open the console>`)]),
      ],
    },
  };
}

function textOf({ lines, table }: Part, title: string, fence?: string): string {
  const rows = table === undefined ? [] : alignedRows(table);
  const fences = fence === undefined || rows.length === 0 ? [] : [fence];
  return [title, ...fences, ...rows, ...fences, ...lines].filter(Boolean).join('\n');
}

function alignedRows(table: readonly (readonly string[])[]): string[] {
  const width = (at: number) => Math.max(...table.map((row) => (row[at] ?? '').length));
  return table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(width(at)) : cell.padStart(width(at))))
      .join('  '),
  );
}

const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
/** Slack's three characters with a meaning. */
const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escaped = (text: string) =>
  slackText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const style = {
  body: 'margin:0;padding:24px 16px;background:#f6f7f9;color:#16181c;font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  box: 'max-width:560px;margin:0 auto;padding:20px 24px;background:#fff;border:1px solid #e3e6ea;border-radius:8px',
  title: 'margin:0 0 4px;font-size:16px',
  line: 'margin:0 0 4px',
  table: 'width:100%;margin:8px 0;border-collapse:collapse;font-variant-numeric:tabular-nums',
  cell: 'padding:4px 0 4px 12px;border-bottom:1px solid #e3e6ea',
  foot: 'max-width:560px;margin:12px auto 0;color:#474e56;font-size:13px',
} as const;

function htmlOf(parts: readonly Part[], link: string | undefined, footer: string): string {
  const sections = parts.map(
    ({ title, table, lines }) =>
      `<section style="margin:0 0 20px"><h2 style="${style.title}">${escaped(title)}</h2>${
        table === undefined ? '' : htmlTable(table)
      }${lines.map((line) => `<p style="${style.line}">${escaped(line)}</p>`).join('')}</section>`,
  );
  const open =
    link === undefined
      ? ''
      : `<p style="${style.line}"><a href="${escaped(link)}">Open the console</a></p>`;
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><body style="${style.body}"><div style="${style.box}">${sections.join('')}${open}</div><p style="${style.foot}">${escaped(footer)}</p></body></html>`;
}

function htmlTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const cell = (text: string, at: number, isHead: boolean) => {
    const tag = at === 0 || isHead ? 'th' : 'td';
    const scope = tag === 'td' ? '' : ` scope="${isHead ? 'col' : 'row'}"`;
    const align = at === 0 ? 'left' : 'right';
    const padding = at === 0 ? ';padding-left:0;font-weight:400' : '';
    return `<${tag}${scope} align="${align}" style="${style.cell}${padding}">${escaped(text)}</${tag}>`;
  };
  const row = (cells: readonly string[], isHead: boolean) =>
    `<tr>${cells.map((text, at) => cell(text, at, isHead)).join('')}</tr>`;
  return `<table style="${style.table}">${row(head, true)}${rows.map((one) => row(one, false)).join('')}</table>`;
}
