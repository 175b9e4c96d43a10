// The checks of outcomes, fixed rewards, deck, budget and SMS against each other. Pure; server only.
import { formatValue } from '../schema/problem.ts';
import type { FileProblem, CampaignFiles } from './file-problem.ts';
import { problemAt, duplicates } from './file-problem.ts';
import type { SmsKind } from '../sms/sms-template.ts';
import { smsTemplateProblems } from '../sms/sms-template.ts';

/** Degrees that two faces of the wheel must lie apart at least. */
const anglesApart = 20;

/** Amounts stand once, faces lie apart. */
export function outcomeProblems({
  outcomes,
}: NonNullable<CampaignFiles['rewards']>): FileProblem[] {
  const tooNear = outcomes.flatMap((outcome, at) =>
    outcomes.slice(0, at).flatMap((other) => {
      const turn = Math.abs(outcome.angle - other.angle);
      if (Math.min(turn, 360 - turn) >= anglesApart) return [];
      return [
        problemAt(
          'rewards.json',
          ['outcomes', at, 'angle'],
          `must lie ${anglesApart} degrees or more from the others, it is ${outcome.angle} and another is ${other.angle}`,
          'Write the middle of its own face.',
        ),
      ];
    }),
  );
  const amounts = outcomes.map(({ amount }) => amount);
  return [...tooNear, ...duplicates('rewards.json', ['outcomes'], amounts)];
}

/** A fixed reward is for a known state, once, with the amount of an outcome and days in order. */
export function fixedRewardProblems(
  states: readonly string[],
  { outcomes, fixed }: NonNullable<CampaignFiles['rewards']>,
): FileProblem[] {
  return fixed.flatMap((reward, at) => [
    ...(states.includes(reward.state)
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'state'],
            `must be a state of states.json, it is ${formatValue(reward.state)}`,
            'Write the name as it stands there.',
          ),
        ]),
    ...(fixed.findIndex(({ state }) => state === reward.state) === at
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'state'],
            `repeats ${formatValue(reward.state)}`,
            'Take one of the two out.',
          ),
        ]),
    ...(outcomes.some(({ amount }) => amount === reward.amount)
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'amount'],
            `must be the amount of an outcome, it is ${reward.amount}`,
            'Write one of them: the outcome says the reward screen.',
          ),
        ]),
    ...(reward.until === null || reward.from <= reward.until
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'until'],
            `must not be before its from (${reward.from}), it is ${reward.until}`,
            'Write the last day it holds, or null where there is no end.',
          ),
        ]),
  ]);
}

const sum = (costs: readonly number[]) => costs.reduce((total, cost) => total + cost, 0);

/** The budget is what deck, reserve and fixed rewards cost together. */
export function budgetProblems(
  { fixed }: NonNullable<CampaignFiles['rewards']>,
  { deck, whenDeckEnds, budgetRupees }: NonNullable<CampaignFiles['draw']>,
): FileProblem[] {
  const block = sum(Object.entries(deck.cards).map(([amount, cards]) => Number(amount) * cards));
  const reserve = whenDeckEnds.kind === 'reserve' ? whenDeckEnds.amount * whenDeckEnds.rewards : 0;
  const byLaw = sum(fixed.map(({ amount, rewards }) => amount * rewards));
  const rupees = block * deck.blocks + reserve + byLaw;
  if (Number.isNaN(rupees) || rupees === budgetRupees) return [];
  return [
    problemAt(
      'draw.json',
      ['budgetRupees'],
      `must be what deck, reserve and fixed rewards cost together, ${rupees}, it is ${budgetRupees}`,
      'Write that sum, or change blocks, reserve or fixed rewards until it is your budget.',
    ),
  ];
}

/** The deck has cards for each outcome and for nothing else. */
export function deckProblems(
  { outcomes }: NonNullable<CampaignFiles['rewards']>,
  { deck, whenDeckEnds }: NonNullable<CampaignFiles['draw']>,
): FileProblem[] {
  const amounts = outcomes.map(({ amount }) => String(amount));
  const listed = amounts.join(', ');
  return [
    ...amounts
      .filter((amount) => !Object.hasOwn(deck.cards, amount))
      .map((amount) =>
        problemAt(
          'draw.json',
          ['deck', 'cards', amount],
          'is missing, but rewards.json has that outcome',
          'Write how many cards a block holds.',
        ),
      ),
    ...Object.keys(deck.cards)
      .filter((amount) => !amounts.includes(amount))
      .map((amount) =>
        problemAt(
          'draw.json',
          ['deck', 'cards', amount],
          `is no outcome of rewards.json (${listed})`,
          'Take it out, or add the outcome there.',
        ),
      ),
    ...(whenDeckEnds.kind === 'close' || amounts.includes(String(whenDeckEnds.amount))
      ? []
      : [
          problemAt(
            'draw.json',
            ['whenDeckEnds', 'amount'],
            `must be an outcome of rewards.json (${listed}), it is ${whenDeckEnds.amount}`,
            'Write one of them.',
          ),
        ]),
  ];
}

/** Every SMS wording keeps the rules; each has a template id of its own. */
export function smsProblems(sms: NonNullable<CampaignFiles['sms']>): FileProblem[] {
  const lint = (kind: SmsKind, path: readonly PropertyKey[], text: string) =>
    smsTemplateProblems(kind, text, sms.urls).map(({ message: wrong, fix: mend }) =>
      problemAt('sms.json', [...path, 'text'], wrong, mend),
    );
  const ids = [sms.otp, ...Object.values(sms.vouchers)].map(({ dlt }) => dlt.templateId);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  return [
    ...lint('otp', ['otp'], sms.otp.text),
    ...Object.entries(sms.vouchers).flatMap(([amount, { text }]) =>
      lint('voucher', ['vouchers', amount], text),
    ),
    ...(repeated === undefined
      ? []
      : [
          problemAt(
            'sms.json',
            ['vouchers'],
            `has the templateId ${repeated} twice`,
            'Write the id that each wording is registered under.',
          ),
        ]),
  ];
}

/** Each outcome has its voucher template, and the template names its amount. */
export function voucherProblems(
  { outcomes }: NonNullable<CampaignFiles['rewards']>,
  { vouchers }: NonNullable<CampaignFiles['sms']>,
): FileProblem[] {
  const amounts = outcomes.map(({ amount }) => String(amount));
  return [
    ...amounts
      .filter((amount) => !Object.hasOwn(vouchers, amount))
      .map((amount) =>
        problemAt(
          'sms.json',
          ['vouchers', amount],
          'is missing',
          'Write the template of this amount.',
        ),
      ),
    ...Object.keys(vouchers)
      .filter((amount) => !amounts.includes(amount))
      .map((amount) =>
        problemAt(
          'sms.json',
          ['vouchers', amount],
          'is no outcome of rewards.json',
          'Take it out, or add the outcome there.',
        ),
      ),
    ...Object.entries(vouchers)
      .filter(([amount]) => amounts.includes(amount))
      .filter(([amount, { text }]) => !new RegExp(`Rs\\.? ?${amount}(?![0-9])`).test(text))
      .map(([amount]) =>
        problemAt(
          'sms.json',
          ['vouchers', amount, 'text'],
          `must name its amount as "Rs. ${amount}"`,
          'Write the amount into the text: each amount is a template of its own.',
        ),
      ),
  ];
}
