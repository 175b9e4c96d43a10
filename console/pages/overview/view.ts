import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import { isCounted } from '@inaam/contract/console/overview.ts';
import { dayOf, formatDay, languageName, lengthOf, startOfDay } from '../../ui/format.ts';

export type Overview = AnswerOf<'readOverview'>;
export type Counts = Overview['total'];

export const periodLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  all: 'All',
  own: 'Dates',
} as const;
export type PeriodName = keyof typeof periodLabels;

export const dimensions = {
  source: 'Source',
  state: 'State',
  language: 'Language',
  shop: 'Shop',
} as const;
export type Dimension = keyof typeof dimensions;
export const dimensionNames: readonly Dimension[] = ['source', 'state', 'language', 'shop'];
export type Filter = NonNullable<FieldsOf<'readOverview'>['filter']>;

/** YYYY-MM-DD in India, both included. */
export type Days = { readonly from: string; readonly until: string };

/** What the page shows, all of which is in its address. */
export type View = {
  readonly period: PeriodName;
  /** Of the period `own`, once chosen. */
  readonly own?: Days | undefined;
  readonly filter: Filter;
};

const defaultPeriod = 'week';
const valueLengthMax = 80;

export function isPeriodName(name: string): name is PeriodName {
  return Object.hasOwn(periodLabels, name);
}

/** @param search of the address; what it does not say, or says wrongly, is the default */
export function viewOf(search: string): View {
  const fields = new URLSearchParams(search);
  const period = fields.get('period') ?? defaultPeriod;
  const filter: Filter = {};
  for (const name of dimensionNames) {
    const value = fields.get(name);
    if (value && value.length <= valueLengthMax) filter[name] = value;
  }
  const days = { from: fields.get('from') ?? '', until: fields.get('until') ?? '' };
  if (period === 'own') return { period, own: areDays(days) ? days : undefined, filter };
  return { period: isPeriodName(period) ? period : defaultPeriod, filter };
}

export function addressOf({ period, own, filter }: View): string {
  const fields = new URLSearchParams();
  if (period !== defaultPeriod) fields.set('period', period);
  if (period === 'own' && own) {
    fields.set('from', own.from);
    fields.set('until', own.until);
  }
  for (const name of dimensionNames) {
    const value = filter[name];
    if (value !== undefined) fields.set(name, value);
  }
  const search = fields.toString();
  return search === '' ? '/' : `/?${search}`;
}

/** Filters by the value, or, if it is filtered by it, no longer. */
export function toggled(view: View, name: Dimension, value: string): View {
  const { [name]: present, ...others } = view.filter;
  return { ...view, filter: present === value ? others : { ...others, [name]: value } };
}

/** A state is known only once a number is verified: nothing before that can be filtered by it. */
const beforeState: readonly (keyof Counts)[] = ['visits', 'devices', 'codes', 'numbers'];

export const isKnown =
  ({ state }: Filter, overview: Pick<Overview, 'hasClaims' | 'hasReceipts' | 'bonuses'>) =>
  (name: keyof Counts): boolean =>
    isCounted(overview)(name) && (state === undefined || !beforeState.includes(name));

function areDays({ from, until }: Days): boolean {
  return isDay(from) && isDay(until) && from <= until;
}

function isDay(day: string): boolean {
  const start = startOfDay(day);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(start) && dayOf(start) === day;
}

const dayMs = 86_400_000;
const lengths = { week: 7, month: 30 } as const;

/**
 * Days before the campaign and after it say nothing, so only `yesterday` and days of one's own are
 * outside it.
 * @param programme unknown until the first response
 */
export function daysOf(
  { period, own }: Pick<View, 'period' | 'own'>,
  now: number,
  programme: { readonly from: string; readonly to: string } | undefined,
): Days {
  const today = dayOf(now);
  if (period === 'own') return own ?? daysOf({ period: defaultPeriod }, now, programme);
  if (period === 'yesterday') return { from: dayOf(now - dayMs), until: dayOf(now - dayMs) };
  const { from: first, to: last } = programme ?? { from: period === 'all' ? today : '', to: today };
  // Before the start there is only today.
  if (period === 'today' || first > today) return { from: today, until: today };
  const until = last < today ? last : today;
  const from = period === 'all' ? first : dayOf(startOfDay(until) - (lengths[period] - 1) * dayMs);
  return { from: from < first ? first : from, until };
}

export function daysBetween({ from, until }: Days): string[] {
  const first = startOfDay(from);
  return Array.from({ length: lengthOf({ from, until }) }, (_, at) => dayOf(first + at * dayMs));
}

/** "6 May 2025", "1 to 6 May 2025", "30 Apr to 6 May 2025" */
export function shownDays({ from, until }: Days): string {
  if (from === until) return formatDay(from);
  const [day = '', month = '', year = ''] = formatDay(from).split(' ');
  const last = formatDay(until);
  if (!last.endsWith(` ${year}`)) return `${day} ${month} ${year} to ${last}`;
  return `${last.includes(` ${month} `) ? day : `${day} ${month}`} to ${last}`;
}

/** "State: Karnataka" for each filter. */
export function shownFilters(filter: Filter): { name: Dimension; text: string }[] {
  return dimensionNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined
      ? []
      : [{ name, text: `${dimensions[name]}: ${valueLabel(name, value)}` }];
  });
}

const missing: Readonly<Record<string, Readonly<Record<Dimension, string>>>> = {
  '(other)': {
    source: 'All other sources',
    state: 'All other states',
    language: 'All other languages',
    shop: 'All other shops',
  },
  '(none)': {
    source: 'No source in the link',
    state: 'No state given',
    language: 'Language not recorded',
    shop: 'No shop in the link',
  },
  '(unknown)': {
    source: 'Source not known',
    state: 'State not known',
    language: 'Language not known',
    shop: 'Shop not known',
  },
};

/** @param value as the server groups by it */
export function valueLabel(name: Dimension, value: string): string {
  const label = missing[value]?.[name];
  if (label !== undefined) return label;
  return name === 'language' ? languageName(value) : value;
}
