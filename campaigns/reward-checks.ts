// The checks of outcomes, fixed rewards, deck, budget and SMS against each other. Pure; server only.
import { shown } from './fault.ts';
import type { FileFault, Files } from './file-fault.ts';
import { faultAt, repeats } from './file-fault.ts';
import type { SmsKind } from './sms-template.ts';
import { lintSms } from './sms-template.ts';

/** Degrees that two faces of the wheel must lie apart at least. */
const anglesApart = 20;

/** Amounts stand once, faces lie apart. */
export function outcomeFaults({ outcomes }: NonNullable<Files['rewards']>): FileFault[] {
  const tooNear = outcomes.flatMap((outcome, at) =>
    outcomes.slice(0, at).flatMap((other) => {
      const turn = Math.abs(outcome.angle - other.angle);
      if (Math.min(turn, 360 - turn) >= anglesApart) return [];
      return [
        faultAt(
          'rewards.json',
          ['outcomes', at, 'angle'],
          `must lie ${anglesApart} degrees or more from the others, it is ${outcome.angle} and another is ${other.angle}`,
          'Write the middle of its own face.',
        ),
      ];
    }),
  );
  const amounts = outcomes.map(({ amount }) => amount);
  return [...tooNear, ...repeats('rewards.json', ['outcomes'], amounts)];
}

/** A fixed reward is for a known state, once, with the amount of an outcome and days in order. */
export function fixedFaults(
  states: readonly string[],
  { outcomes, fixed }: NonNullable<Files['rewards']>,
): FileFault[] {
  return fixed.flatMap((reward, at) => [
    ...(states.includes(reward.state)
      ? []
      : [
          faultAt(
            'rewards.json',
            ['fixed', at, 'state'],
            `must be a state of states.json, it is ${shown(reward.state)}`,
            'Write the name as it stands there.',
          ),
        ]),
    ...(fixed.findIndex(({ state }) => state === reward.state) === at
      ? []
      : [
          faultAt(
            'rewards.json',
            ['fixed', at, 'state'],
            `repeats ${shown(reward.state)}`,
            'Take one of the two out.',
          ),
        ]),
    ...(outcomes.some(({ amount }) => amount === reward.amount)
      ? []
      : [
          faultAt(
            'rewards.json',
            ['fixed', at, 'amount'],
            `must be the amount of an outcome, it is ${reward.amount}`,
            'Write one of them: the outcome says the reward screen.',
          ),
        ]),
    ...(reward.until === null || reward.from <= reward.until
      ? []
      : [
          faultAt(
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
export function budgetFaults(
  { fixed }: NonNullable<Files['rewards']>,
  { deck, whenDeckEnds, budgetRupees }: NonNullable<Files['draw']>,
): FileFault[] {
  const block = sum(Object.entries(deck.cards).map(([amount, cards]) => Number(amount) * cards));
  const reserve = whenDeckEnds.kind === 'reserve' ? whenDeckEnds.amount * whenDeckEnds.rewards : 0;
  const byLaw = sum(fixed.map(({ amount, rewards }) => amount * rewards));
  const rupees = block * deck.blocks + reserve + byLaw;
  if (Number.isNaN(rupees) || rupees === budgetRupees) return [];
  return [
    faultAt(
      'draw.json',
      ['budgetRupees'],
      `must be what deck, reserve and fixed rewards cost together, ${rupees}, it is ${budgetRupees}`,
      'Write that sum, or change blocks, reserve or fixed rewards until it is your budget.',
    ),
  ];
}

/** The deck has cards for each outcome and for nothing else. */
export function deckFaults(
  { outcomes }: NonNullable<Files['rewards']>,
  { deck, whenDeckEnds }: NonNullable<Files['draw']>,
): FileFault[] {
  const amounts = outcomes.map(({ amount }) => String(amount));
  const listed = amounts.join(', ');
  return [
    ...amounts
      .filter((amount) => !Object.hasOwn(deck.cards, amount))
      .map((amount) =>
        faultAt(
          'draw.json',
          ['deck', 'cards', amount],
          'is missing, but rewards.json has that outcome',
          'Write how many cards a block holds.',
        ),
      ),
    ...Object.keys(deck.cards)
      .filter((amount) => !amounts.includes(amount))
      .map((amount) =>
        faultAt(
          'draw.json',
          ['deck', 'cards', amount],
          `is no outcome of rewards.json (${listed})`,
          'Take it out, or add the outcome there.',
        ),
      ),
    ...(whenDeckEnds.kind === 'close' || amounts.includes(String(whenDeckEnds.amount))
      ? []
      : [
          faultAt(
            'draw.json',
            ['whenDeckEnds', 'amount'],
            `must be an outcome of rewards.json (${listed}), it is ${whenDeckEnds.amount}`,
            'Write one of them.',
          ),
        ]),
  ];
}

/** Every SMS wording keeps the rules; each has a template id of its own. */
export function smsFaults(sms: NonNullable<Files['sms']>): FileFault[] {
  const lint = (kind: SmsKind, path: readonly PropertyKey[], text: string) =>
    lintSms(kind, text, sms.urls).map(({ wrong, mend }) =>
      faultAt('sms.json', [...path, 'text'], wrong, mend),
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
          faultAt(
            'sms.json',
            ['vouchers'],
            `has the templateId ${repeated} twice`,
            'Write the id that each wording is registered under.',
          ),
        ]),
  ];
}

/** Each outcome has its voucher template, and the template names its amount. */
export function voucherFaults(
  { outcomes }: NonNullable<Files['rewards']>,
  { vouchers }: NonNullable<Files['sms']>,
): FileFault[] {
  const amounts = outcomes.map(({ amount }) => String(amount));
  return [
    ...amounts
      .filter((amount) => !Object.hasOwn(vouchers, amount))
      .map((amount) =>
        faultAt(
          'sms.json',
          ['vouchers', amount],
          'is missing',
          'Write the template of this amount.',
        ),
      ),
    ...Object.keys(vouchers)
      .filter((amount) => !amounts.includes(amount))
      .map((amount) =>
        faultAt(
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
        faultAt(
          'sms.json',
          ['vouchers', amount, 'text'],
          `must name its amount as "Rs. ${amount}"`,
          'Write the amount into the text: each amount is a template of its own.',
        ),
      ),
  ];
}
