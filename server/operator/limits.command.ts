import type { Command } from 'commander';
import { readBudgetConfig } from '../main/settings/operator-config.ts';
import {
  codeTriesMax,
  guardedLimits,
  rateLimits,
  type RateLimit,
} from '../codes/rate-limits.rules.ts';
import {
  codesPaid,
  codesShared,
  type Difficulty,
  type Scope,
  type SendBudget,
  spanMs,
  spans,
} from '../codes/send-budget.rules.ts';
import { addCommand } from './add-command.ts';
import type { CommandResult, Session } from './command-context.ts';
import { table } from './table.ts';

export function addLimits(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'limits',
    summary: 'show every limit of codes, tries and visitors',
    detail:
      'With the prices and rupees of the environment, as `serve` would read them. It needs no database.',
    examples: ['limits', 'limits --json'],
    shape: {},
    run: async () => limitsOf(readBudgetConfig(session.context.variables)),
  });
}

type Limit = {
  of: string;
  what: string;
  most: number;
  within: string;
  oneMore:
    | 'refused'
    | 'not stored'
    | `proof of work × ${Difficulty}`
    | 'proof of work, doubling with the codes'
    | 'refused under pressure'
    | 'guarded: two codes';
};

const scopeNames: readonly (readonly [Scope, string])[] = [
  ['number', 'number'],
  ['ipv4', 'IPv4 address'],
  ['ipv6', 'IPv6 network of /64'],
  ['network', 'network of /24 or /48'],
  ['provider', 'network of /16 or /32'],
  ['block', '1,000 numbers'],
  ['campaign', 'campaign'],
];

function limitsOf(budget: SendBudget): CommandResult {
  const { mobile, device, visitors, visitsStored } = rateLimits;
  const guarded = 'guarded: two codes';
  const limits: Limit[] = [
    ...limited('number', 'codes', mobile.sends, guarded),
    ...limited('number', 'codes, at night', mobile.nightSends, guarded),
    ...limited('number', 'tries', mobile.tries, guarded),
    ...guardedNumber(),
    ...limited('device', 'codes', device.sends, 'refused'),
    ...limited('device', 'tries', device.tries, 'refused'),
    ...limited('device', 'numbers', device.mobiles, 'refused'),
    { of: 'code', what: 'tries', most: codeTriesMax, within: 'its life', oneMore: 'refused' },
    ...scopeNames.flatMap(([scope, of]) => limitsOfScope(scope, of, budget)),
    ...budget.conversionPrices.map(({ from, share, difficulty }) => ({
      of: 'campaign',
      what: `codes, under ${share * 100} % verified`,
      most: from,
      within: spanOf(spanMs.hour),
      oneMore: `proof of work × ${difficulty}` as const,
    })),
    ...spans.map((span) => ({
      of: 'campaign',
      what: `codes for Rs ${budget.rupees[span]}`,
      most: codesPaid(budget, span),
      within: spanOf(spanMs[span]),
      oneMore: 'refused' as const,
    })),
  ];
  limits.push(
    ...visitorKinds.flatMap(({ of, kind }) => [
      { of, what: 'sessions', most: visitors.session[kind], within: 'an hour', oneMore },
      { of, what: 'consents', most: visitors.consent[kind], within: 'an hour', oneMore },
    ]),
    {
      of: 'campaign',
      what: 'visits',
      most: visitsStored,
      within: 'an hour',
      oneMore: 'not stored',
    },
  );
  const rows = limits.map(({ of, what, most, within, oneMore }) => [
    of,
    what,
    most,
    within,
    oneMore,
  ]);
  const text = [
    table(['of each', 'what', 'most', 'within', 'one more is'], rows),
    `An SMS costs ${budget.smsPaise} paise (SMS_PRICE_PAISE).`,
    `Pressure: the campaign has used ${budget.pressureFrom * 100} % of the span's codes. The last fifth is kept for numbers and addresses that have asked for nothing on that day.`,
  ];
  return { text: text.join('\n'), json: { limits, budget } };
}

const oneMore = 'refused' as const;
const visitorKinds = [
  { of: 'IPv4 address', kind: 'ipv4' },
  { of: 'IPv6 network', kind: 'ipv6' },
  { of: 'IPv6 network of /48', kind: 'ipv6Site' },
] as const;

function guardedNumber(): Limit[] {
  const { pauseMs, renewalPauseMs, sends, missesMax } = guardedLimits;
  const of = 'guarded number';
  return [
    { of, what: 'codes, while too few are valid', most: 1, within: spanOf(pauseMs), oneMore },
    { of, what: 'codes after them', most: 1, within: spanOf(renewalPauseMs), oneMore },
    ...limited(of, 'codes', sends, oneMore),
    { of, what: 'wrong last codes', most: missesMax, within: 'the programme', oneMore },
  ];
}

const limited = (of: string, what: string, all: readonly RateLimit[], oneMore: Limit['oneMore']) =>
  all.map(({ max, withinMs }): Limit => ({
    of,
    what,
    most: max,
    within: spanOf(withinMs),
    oneMore,
  }));

function limitsOfScope(scope: Scope, of: string, budget: SendBudget): Limit[] {
  const limits = budget.scopes[scope];
  if (!limits) return [];
  const { free, share } = limits;
  const most = (span: (typeof spans)[number]) => {
    const codes = free[span] ?? Number.POSITIVE_INFINITY;
    return scope === 'campaign' ? codes * codesPaid(budget, span) : codes;
  };
  const priced = spans.filter((span) => free[span] !== undefined);
  return [
    ...priced.map((span): Limit => ({
      of,
      what: 'codes',
      most: Math.ceil(most(span)),
      within: spanOf(spanMs[span]),
      oneMore: 'proof of work, doubling with the codes',
    })),
    ...(share < 1 ? spans : []).map((span): Limit => ({
      of,
      what: 'codes',
      most: codesShared(budget, scope, span),
      within: spanOf(spanMs[span]),
      oneMore: 'refused under pressure',
    })),
  ];
}

const minuteMs = 60_000;

function spanOf(ms: number): string {
  if (ms === Number.MAX_SAFE_INTEGER) return 'the programme';
  const minutes = ms / minuteMs;
  if (minutes === 1) return 'a minute';
  if (minutes < 60) return `${minutes} minutes`;
  const hours = minutes / 60;
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
