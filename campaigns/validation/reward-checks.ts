import { sendingHours, spellHours, type SmsCategory } from '../sms/sms-category.ts';
import { smsTemplateProblems } from '../sms/sms-template.ts';
import { formatValue } from '../schema/problem.ts';
import {
  duplicates,
  problemAt,
  type DrawParts,
  type FileProblem,
  type Questions,
  type Rewards,
  type Sms,
  type Campaign,
} from './file-problem.ts';
import { namedAmounts } from './named-values.ts';
import { bonusRupees } from './question-checks.ts';

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

type FixedReward = Rewards['fixed'][number];

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
  { fixed }: Rewards,
  { deck, whenDeckEnds, budgetRupees }: DrawParts,
  questions?: Questions | null,
): FileProblem[] {
  if (!deck || !whenDeckEnds || budgetRupees === undefined) return [];
  const block = sum(Object.entries(deck.cards).map(([amount, cards]) => Number(amount) * cards));
  const reserve = whenDeckEnds.kind === 'reserve' ? whenDeckEnds.amount * whenDeckEnds.rewards : 0;
  const fixedRewards = sum(fixed.map(({ amount, rewards }) => amount * rewards));
  const bonus = bonusRupees(questions);
  const rupees = block * deck.blocks + reserve + fixedRewards + bonus;
  // An invalid amount in `cards` is reported separately.
  if (Number.isNaN(rupees) || rupees === budgetRupees) return [];
  return [
    problemAt(
      'draw.json',
      ['budgetRupees'],
      `must be what deck, reserve and fixed rewards${bonus > 0 ? ', and the bonuses of questions.json,' : ''} cost together, ${rupees}, but is ${budgetRupees}`,
      'Write that sum, or change blocks, reserve or fixed rewards until it is your budget.',
    ),
  ];
}

/** The deck has exactly the outcomes' amounts, and the reserve pays one of them. */
export function deckProblems(rewards: Rewards, { deck, whenDeckEnds }: DrawParts): FileProblem[] {
  const amounts = amountsOf(rewards);
  const listed = amounts.join(', ');
  const { missing, unknown } = deck
    ? compareKeys(deck.cards, amounts)
    : { missing: [], unknown: [] };
  const isReserveKnown =
    whenDeckEnds?.kind !== 'reserve' || amounts.includes(String(whenDeckEnds.amount));
  const reserve = isReserveKnown
    ? []
    : [
        problemAt(
          'draw.json',
          ['whenDeckEnds', 'amount'],
          `must be an outcome of rewards.json (${listed}), but is ${whenDeckEnds.amount}`,
          'Write one of them.',
        ),
      ];
  return [
    ...missing.map((amount) =>
      problemAt(
        'draw.json',
        ['deck', 'cards', amount],
        'is missing, but rewards.json has that outcome',
        'Write how many cards a block holds.',
      ),
    ),
    ...unknown.map((amount) =>
      problemAt(
        'draw.json',
        ['deck', 'cards', amount],
        `is not an outcome of rewards.json (${listed})`,
        'Remove it, or add the outcome there.',
      ),
    ),
    ...reserve,
  ];
}

function compareKeys(object: Readonly<Record<string, unknown>>, wanted: readonly string[]) {
  return {
    missing: wanted.filter((key) => !Object.hasOwn(object, key)),
    unknown: Object.keys(object).filter((key) => !wanted.includes(key)),
  };
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
  const found = [...texts, ...codeHoursProblems(otp.category)];
  if (repeated === undefined) return found;
  const message = `has the templateId ${repeated} twice`;
  const fix = 'Write the id that each wording is registered under.';
  return [...found, problemAt('sms.json', ['vouchers'], message, fix)];
}

function codeHoursProblems(category: SmsCategory): FileProblem[] {
  const hours = sendingHours[category];
  if (!hours) return [];
  return [
    problemAt(
      'sms.json',
      ['otp', 'category'],
      `must be one that is sent at any hour, but is ${formatValue(category)}, which is sent from ${spellHours(hours)} only`,
      'Register the text of the code as service-implicit: a code cannot wait.',
    ),
  ];
}

const templatePath = (amount: string, ...field: string[]) => ['vouchers', amount, ...field];

/** Each outcome has a voucher template that contains its amount. */
export function voucherProblems(rewards: Rewards, { vouchers }: Sms): FileProblem[] {
  const amounts = amountsOf(rewards);
  const { missing, unknown } = compareKeys(vouchers, amounts);
  const unnamed = amounts.filter((amount) => {
    const text = vouchers[amount]?.text;
    return (
      text !== undefined && !namedAmounts(text).some(({ rupees }) => rupees === Number(amount))
    );
  });
  return [
    ...missing.map((amount) =>
      problemAt(
        'sms.json',
        templatePath(amount),
        'is missing',
        'Write the template of this amount.',
      ),
    ),
    ...unknown.map((amount) =>
      problemAt(
        'sms.json',
        templatePath(amount),
        'is not an outcome of rewards.json',
        'Remove it, or add the outcome there.',
      ),
    ),
    ...unnamed.map((amount) =>
      problemAt(
        'sms.json',
        templatePath(amount, 'text'),
        `must name its amount as "Rs. ${amount}"`,
        'Write the amount into the text: each amount has a separate template.',
      ),
    ),
  ];
}

const dayMs = 86_400_000;

/** Daily pacing needs at least one block for each day. */
export function pacingProblems(
  { programme }: Campaign,
  { deck, pacing }: DrawParts,
): FileProblem[] {
  const days = (Date.parse(programme.to) - Date.parse(programme.from)) / dayMs + 1;
  if (!deck || pacing !== 'daily' || deck.blocks >= days) return [];
  return [
    problemAt(
      'draw.json',
      ['deck', 'blocks'],
      `must be the ${days} days of the programme or more where pacing is "daily", but is ${deck.blocks}`,
      'Write more blocks with fewer cards, or null for pacing.',
    ),
  ];
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
  return fixed.flatMap(({ from, until }, at) => [
    ...(from <= programme.from
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'from'],
            `must not be after programme.from (${programme.from}) where the campaign closes with its deck, but is ${from}`,
            'Write a reserve into draw.json, or choose a programme during all of which this law applies.',
          ),
        ]),
    ...(until === null || until >= last
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'until'],
            `must not be before ${last} where the campaign closes with its deck, but is ${until}`,
            'Write a reserve into draw.json, or choose a programme during all of which this law applies.',
          ),
        ]),
  ]);
}
