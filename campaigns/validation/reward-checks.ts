import { sendingHours, spellHours } from '../sms/sms-category.ts';
import { smsTemplateProblems } from '../sms/sms-template.ts';
import type { FixedReward } from '../schema/draw-schema.ts';
import { integerMax } from '../schema/fields.ts';
import { formatValue } from '../schema/problem.ts';
import {
  duplicates,
  problemAt,
  problemIf,
  type CampaignFiles,
  type DrawParts,
  type FileProblem,
} from './file-problem.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Sms, Campaign } from '../schema/folder-schema.ts';
import { namedAmounts } from './named-values.ts';
import { bonusesOf, loadParts } from '../loader/plugin-files.ts';

/** Minimum distance between the middles of two segments, degrees. */
const segmentsApart = 20;

const amountsOf = ({ outcomes }: Rewards) => outcomes.map(({ amount }) => String(amount));

export function outcomeProblems({ outcomes }: Rewards): FileProblem[] {
  const tooNear = outcomes.flatMap(({ angle }, at) =>
    outcomes
      .slice(0, at)
      .filter((other) => degreesApart(angle, other.angle) < segmentsApart)
      .map((other) =>
        problemAt(
          'rewards.json',
          ['outcomes', at, 'angle'],
          `must lie ${segmentsApart} degrees or more from the others, but is ${angle} and another is ${other.angle}`,
          'Write the middle of its segment.',
        ),
      ),
  );
  const amounts = outcomes.map(({ amount }) => amount);
  return [...tooNear, ...duplicates('rewards.json', ['outcomes'], amounts)];
}

function degreesApart(angle: number, other: number): number {
  const turn = Math.abs(angle - other);
  return Math.min(turn, 360 - turn);
}

const fixedRewardChecks: readonly {
  field: keyof FixedReward;
  isGood: (reward: FixedReward, at: number, rewards: Rewards, states: readonly string[]) => boolean;
  message: (reward: FixedReward) => string;
  fix: string;
}[] = [
  {
    field: 'state',
    isGood: ({ state }, _at, _rewards, states) => states.includes(state),
    message: ({ state }) => `must be a state of states.json, but is ${formatValue(state)}`,
    fix: 'Write the name exactly as it is there.',
  },
  {
    field: 'state',
    isGood: ({ state }, at, { fixed }) => fixed.findIndex((other) => other.state === state) === at,
    message: ({ state }) => `repeats ${formatValue(state)}`,
    fix: 'Remove one of the two.',
  },
  {
    field: 'amount',
    isGood: ({ amount }, _at, rewards) => amountsOf(rewards).includes(String(amount)),
    message: ({ amount }) => `must be the amount of an outcome, but is ${amount}`,
    fix: 'Write one of them: the outcome decides the reward screen.',
  },
  {
    field: 'until',
    isGood: ({ from, until }) => until === null || from <= until,
    message: ({ from, until }) => `must not be before its from (${from}), but is ${until}`,
    fix: 'Write the last day on which it applies, or null if there is no end.',
  },
];

export function fixedRewardProblems(states: readonly string[], rewards: Rewards): FileProblem[] {
  return rewards.fixed.flatMap((reward, at) =>
    fixedRewardChecks
      .filter(({ isGood }) => !isGood(reward, at, rewards, states))
      .map(({ field, message, fix }) =>
        problemAt('rewards.json', ['fixed', at, field], message(reward), fix),
      ),
  );
}

const sum = (costs: readonly number[]) => costs.reduce((total, cost) => total + cost, 0);

/** The budget must equal the cost of all pools. */
export function budgetProblems(
  rewards: Rewards,
  { deck, whenDeckEnds, budgetRupees }: DrawParts,
  plugins?: CampaignFiles['plugins'],
): FileProblem[] {
  if (!deck || !whenDeckEnds || budgetRupees === undefined) return [];
  const block = sum(Object.entries(deck.cards).map(([amount, cards]) => Number(amount) * cards));
  const reserve = whenDeckEnds.kind === 'reserve' ? whenDeckEnds.amount * whenDeckEnds.rewards : 0;
  const fixedRewards = sum(rewards.fixed.map(({ amount, rewards }) => amount * rewards));
  const bonuses = bonusesOf(loadParts(plugins, rewards));
  const bonus = sum(bonuses.map((pool) => pool.amount * pool.rewards));
  const rupees = block * deck.blocks + reserve + fixedRewards + bonus;
  // An invalid amount in `cards` is reported separately.
  return problemIf(
    !Number.isNaN(rupees) && rupees !== budgetRupees,
    'draw.json',
    ['budgetRupees'],
    `must be what deck, reserve and fixed rewards${bonus > 0 ? ', and the bonuses,' : ''} cost together, ${rupees}, but is ${budgetRupees}`,
    'Write that sum, or change blocks, reserve or fixed rewards until it is your budget.',
  );
}

/** Each block is a row of the database, which the commitment writes within a minute. */
const blocksMax = 1_000_000;

function sizeProblems({ cards, blocks }: NonNullable<DrawParts['deck']>): FileProblem[] {
  const all = sum(Object.values(cards)) * blocks;
  return [
    ...problemIf(
      blocks > blocksMax,
      'draw.json',
      ['deck', 'blocks'],
      `must be ${blocksMax} or fewer, but is ${blocks}`,
      'Write fewer blocks, each with more cards.',
    ),
    ...problemIf(
      all > integerMax,
      'draw.json',
      ['deck'],
      `must have ${integerMax} cards or fewer, but has ${all}`,
      'Write fewer blocks, or fewer cards of an amount.',
    ),
  ];
}

/** The deck has exactly the outcomes' amounts, and the reserve pays one of them. */
export function deckProblems(rewards: Rewards, { deck, whenDeckEnds }: DrawParts): FileProblem[] {
  const amounts = amountsOf(rewards);
  const reserve = whenDeckEnds?.kind === 'reserve' ? [whenDeckEnds.amount] : [];
  return [
    ...(deck
      ? amountProblems(amounts, deck.cards, {
          file: 'draw.json',
          path: ['deck', 'cards'],
          message: 'is missing, but rewards.json has that outcome',
          fix: 'Write how many cards a block holds.',
        })
      : []),
    ...reserve.flatMap((amount) =>
      problemIf(
        !amounts.includes(String(amount)),
        'draw.json',
        ['whenDeckEnds', 'amount'],
        `must be an outcome of rewards.json (${amounts.join(', ')}), but is ${amount}`,
        'Write one of them.',
      ),
    ),
    ...(deck ? sizeProblems(deck) : []),
  ];
}

/** @param missing the problem of an amount that has no field */
function amountProblems(
  amounts: readonly string[],
  found: Readonly<Record<string, unknown>>,
  missing: FileProblem,
): FileProblem[] {
  const unknown = {
    ...missing,
    message: `is not an outcome of rewards.json (${amounts.join(', ')})`,
    fix: 'Remove it, or add the outcome there.',
  };
  return [
    ...amounts
      .filter((amount) => !Object.hasOwn(found, amount))
      .map((amount) => ({ ...missing, path: [...missing.path, amount] })),
    ...Object.keys(found)
      .filter((amount) => !amounts.includes(amount))
      .map((amount) => ({ ...unknown, path: [...missing.path, amount] })),
  ];
}

export function smsProblems({ language, otp, vouchers, urls, numbers = [] }: Sms): FileProblem[] {
  const templates = [
    { kind: 'otp' as const, path: ['otp'], template: otp },
    ...Object.entries(vouchers).map(([amount, template]) => ({
      kind: 'voucher' as const,
      path: ['vouchers', amount],
      template,
    })),
  ];
  const texts = templates.flatMap(({ kind, path, template }) =>
    smsTemplateProblems(kind, template.text, language, { urls, numbers }).map(({ message, fix }) =>
      problemAt('sms.json', [...path, 'text'], message, fix),
    ),
  );
  const ids = templates.map(({ template }) => template.dlt.templateId);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  const hours = sendingHours[otp.category];
  return [
    ...texts,
    ...problemIf(
      hours !== undefined,
      'sms.json',
      ['otp', 'category'],
      `must be one that is sent at any hour, but is ${formatValue(otp.category)}, which is sent from ${hours && spellHours(hours)} only`,
      'Register the text of the code as service-implicit: a code cannot wait.',
    ),
    ...problemIf(
      repeated !== undefined,
      'sms.json',
      ['vouchers'],
      `has the templateId ${repeated} twice`,
      'Write the id that each wording is registered under.',
    ),
  ];
}

/** Each outcome has a voucher template that contains its amount. */
export function voucherProblems(rewards: Rewards, { vouchers }: Sms): FileProblem[] {
  const amounts = amountsOf(rewards);
  return [
    ...amountProblems(amounts, vouchers, {
      file: 'sms.json',
      path: ['vouchers'],
      message: 'is missing',
      fix: 'Write the template of this amount.',
    }),
    ...amounts.flatMap((amount) => {
      const text = vouchers[amount]?.text;
      return problemIf(
        text !== undefined && !namedAmounts(text).some(({ rupees }) => rupees === Number(amount)),
        'sms.json',
        ['vouchers', amount, 'text'],
        `must name its amount as "Rs. ${amount}"`,
        'Write the amount into the text: each amount has a separate template.',
      );
    }),
  ];
}

const dayMs = 86_400_000;

/** Daily pacing needs at least one block for each day. */
export function pacingProblems(
  { programme }: Campaign,
  { deck, pacing }: DrawParts,
): FileProblem[] {
  const days = (Date.parse(programme.to) - Date.parse(programme.from)) / dayMs + 1;
  return problemIf(
    deck !== undefined && pacing === 'daily' && deck.blocks < days,
    'draw.json',
    ['deck', 'blocks'],
    `must be the ${days} days of the programme or more where pacing is "daily", but is ${deck?.blocks}`,
    'Write more blocks with fewer cards, or null for pacing.',
  );
}

/**
 * A closing campaign promises each participant a card or a fixed reward at verification. Which of
 * the two must not change until the reward is granted, at the latest 24 hours after the last day.
 */
export function closingProblems(
  { programme }: Campaign,
  { fixed }: Rewards,
  { whenDeckEnds }: DrawParts,
): FileProblem[] {
  if (whenDeckEnds?.kind !== 'close') return [];
  const last = new Date(Date.parse(programme.to) + dayMs).toISOString().slice(0, 10);
  const where = 'where the campaign closes with its deck, but is';
  const fix =
    'Write a reserve into draw.json, or choose a programme during all of which this law applies.';
  return fixed.flatMap(({ from, until }, at) => [
    ...problemIf(
      from > programme.from,
      'rewards.json',
      ['fixed', at, 'from'],
      `must not be after programme.from (${programme.from}) ${where} ${from}`,
      fix,
    ),
    ...problemIf(
      until !== null && until < last,
      'rewards.json',
      ['fixed', at, 'until'],
      `must not be before ${last} ${where} ${until}`,
      fix,
    ),
  ]);
}
