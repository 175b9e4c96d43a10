import type { Command } from 'commander';
import { readBudgetConfig } from '../../config/operator-config.ts';
import {
  codeTriesMax,
  guardedLimits,
  rateLimits,
  type RateLimit,
} from '../../rules/codes/rate-limits.ts';
import { codesPaid, type Difficulty, type SendBudget } from '../../rules/codes/send-budget.ts';
import { counterWindowsMs } from '../../rules/codes/send-counters.ts';
import { addCommand } from '../add-command.ts';
import type { CommandResult, Session } from '../command-context.ts';
import { table } from '../output/table.ts';

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
  oneMore: 'refused' | 'not stored' | `proof of work × ${Difficulty}` | 'guarded: two codes';
};

function limitsOf(budget: SendBudget): CommandResult {
  const { mobile, device, visitors, visitsStored } = rateLimits;
  const guarded = 'guarded: two codes';
  const limits: Limit[] = [
    ...limited('number', 'codes', mobile.sends, guarded),
    ...limited('number', 'tries', mobile.tries, guarded),
    ...guardedNumber(),
    ...limited('device', 'codes', device.sends, 'refused'),
    ...limited('device', 'tries', device.tries, 'refused'),
    ...limited('device', 'numbers', device.mobiles, 'refused'),
    { of: 'code', what: 'tries', most: codeTriesMax, within: 'its life', oneMore: 'refused' },
    ...priced('IPv4 address', 'codes', budget.addressPrices.ipv4, counterWindowsMs.address),
    ...priced('IPv6 network', 'codes', budget.addressPrices.ipv6, counterWindowsMs.address),
    ...priced('1,000 numbers', 'codes', budget.blockPrices, counterWindowsMs.block),
    ...priced(
      'campaign',
      'codes',
      budget.minutePrices.map(({ from, difficulty }) => ({
        from: Math.ceil(from * codesPaid(budget, 'minute')),
        difficulty,
      })),
      counterWindowsMs.minute,
    ),
    ...budget.conversionPrices.flatMap(({ from, share, difficulty }) =>
      priced(
        'campaign',
        `codes, under ${share * 100} % verified`,
        [{ from, difficulty }],
        counterWindowsMs.recent,
      ),
    ),
    ...(['minute', 'hour', 'day'] as const).map((span) => ({
      of: 'campaign',
      what: `codes for Rs ${budget.rupees[span]}`,
      most: codesPaid(budget, span),
      within: spanOf(counterWindowsMs[span]),
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
  const { fastSends, fastPauseMs, pauseMs, missesMax } = guardedLimits;
  const of = 'guarded number';
  return [
    { of, what: `codes, the first ${fastSends}`, most: 1, within: spanOf(fastPauseMs), oneMore },
    { of, what: 'codes after them', most: 1, within: spanOf(pauseMs), oneMore },
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

const priced = (
  of: string,
  what: string,
  prices: readonly { from: number; difficulty: Difficulty }[],
  windowMs: number,
) =>
  prices.map(({ from, difficulty }): Limit => ({
    of,
    what,
    most: from,
    within: spanOf(windowMs),
    oneMore: `proof of work × ${difficulty}`,
  }));

const minuteMs = 60_000;

function spanOf(ms: number): string {
  if (ms === Number.MAX_SAFE_INTEGER) return 'the programme';
  const minutes = ms / minuteMs;
  if (minutes === 1) return 'a minute';
  if (minutes < 60) return `${minutes} minutes`;
  const hours = minutes / 60;
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
