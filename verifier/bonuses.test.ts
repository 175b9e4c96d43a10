// A question is asked after the reward, and a right answer adds a bonus: what is accepted.
import { expect, test } from 'vitest';
import {
  documentOf,
  smallPlan,
  type Entry,
  type Plan,
} from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, validEntries, verdictOf } from '@inaam/testing/verifier/published-files.ts';

const question = {
  answersHmac: 'cd'.repeat(32),
  bonus: 'asMuchAgain' as const,
  count: 5,
  pools: [
    { amount: 3, rewards: 60 },
    { amount: 5, rewards: 20 },
  ],
  seconds: 30,
  statesWithout: ['Tamil Nadu'],
};
const plan: Plan = { ...smallPlan, question };
const document = documentOf(plan);
const entries = validEntries(plan, 500, 4);
const verdict = (list: readonly Entry[], of = document) =>
  verdictOf(publish({ document: of, entries: list }));

const isBonus = ({ kind }: Entry) => kind === 'bonus';
const bonusAt = entries.findIndex((entry) => isBonus(entry) && Number(entry['draw']) > 3);
const bonus = entries[bonusAt] ?? {};
const earnedAt = entries.findIndex(
  ({ kind, pseudonym }) => kind === 'granted' && pseudonym === bonus['pseudonym'],
);
const fresh = 'cd'.repeat(16);
const changed = (fields: Entry) => entries.with(bonusAt, { ...bonus, ...fields });
const renumbered = (list: readonly Entry[]) => list.map((entry, number) => ({ ...entry, number }));
const inserted = (at: number, entry: Entry) => renumbered(entries.toSpliced(at, 0, entry));
const last = entries.length;
const rewardOf = (wanted: (entry: Entry) => boolean) => entries.find(wanted) ?? {};
const inTamilNadu = rewardOf(({ kind, state }) => kind === 'granted' && state === 'Tamil Nadu');
const ofTen = rewardOf(({ kind, amount }) => kind === 'granted' && amount === 10);
const unplayed = rewardOf(
  ({ kind, pseudonym }) =>
    kind === 'verified' && entries.filter((one) => one['pseudonym'] === pseudonym).length === 1,
);
const bonusFor = ({ pseudonym = '', state = '', reward, draw = 0, amount = 3 }: Entry): Entry => ({
  ...bonus,
  pseudonym,
  state,
  amount,
  ...(reward === 'chance' && { draw }),
});
const otherQuestion = (Number(bonus['question']) + 1) % 5;
const withoutDraw = ({ draw: _draw, ...entry }: Entry): Entry => entry;

test('a ledger with bonuses is valid, and their pools are counted', async () => {
  const count = entries.filter(isBonus).length;
  expect(count).toBeGreaterThan(30);
  expect(await verdict(entries)).toMatchObject({
    valid: true,
    bonus: count,
    pools: expect.arrayContaining([
      expect.objectContaining({ pool: 'bonus:3', planned: 60, unplayed: 0 }),
      expect.objectContaining({ pool: 'bonus:5', planned: 20, unplayed: 0 }),
    ]),
  });
});

const few = [
  { amount: 3, rewards: 2 },
  { amount: 10, rewards: 1 },
];
test.each<[string, Partial<Plan['question']>]>([
  ['of one amount for all', { bonus: 'amount', pools: [{ amount: 4, rewards: 100 }] }],
  ['asked everywhere', { statesWithout: [] }],
  ['of pools that end', { pools: few }],
  ['of one question, without a clock', { count: 1, seconds: null }],
])('bonuses are valid: %s', async (_, changes) => {
  const own = { ...smallPlan, question: { ...question, ...changes } };
  const list = validEntries(own, 400, 5);
  expect(list.some(isBonus)).toBe(true);
  expect(await verdict(list, documentOf(own))).toMatchObject({ valid: true });
});

const unearned = 'pseudonym must be one that has a reward and no bonus yet';
const unasked = 'amount must be none, because no question follows such a reward';
test.each<[string, Entry[], string]>([
  ['twice', inserted(last, bonus), unearned],
  ['of another amount', changed({ amount: Number(bonus['amount']) + 2 }), 'amount must be'],
  ['before its reward', inserted(earnedAt, bonus), unearned],
  ['of nobody', changed({ pseudonym: fresh }), unearned],
  ['without a reward', inserted(last, bonusFor(unplayed)), unearned],
  ['where nobody is asked', inserted(last, withoutDraw(bonusFor(inTamilNadu))), unasked],
  ['for a reward without a pool', inserted(last, bonusFor(ofTen)), unasked],
  ['from another state', changed({ state: 'Sikkim' }), 'state must be'],
  ['for another question', changed({ question: otherQuestion }), 'question must be'],
  ['for another card', changed({ draw: Number(bonus['draw']) + 1 }), 'draw must be'],
  ['without the card', entries.with(bonusAt, withoutDraw(bonus)), 'draw must be'],
  ['after the programme', changed({ day: '2025-05-17' }), 'day must be a day of the programme'],
])('[CAM-3] a bonus %s is found', async (_, list, message) => {
  expect(await verdict(list)).toMatchObject({
    valid: false,
    fault: { message: expect.stringContaining(message) },
  });
});

test('[CAM-3] a bonus beyond its pool, or without a question in the document, is found', async () => {
  const given = entries.filter((entry) => isBonus(entry) && entry['amount'] === 3).length;
  const pools = [
    { amount: 3, rewards: given - 1 },
    { amount: 5, rewards: 20 },
  ];
  const small = documentOf({ ...plan, question: { ...question, pools } });
  expect(await verdict(entries, small)).toMatchObject({
    fault: { message: expect.stringContaining('amount must be one of a pool that has some left') },
  });
  expect(await verdict(entries, documentOf(smallPlan))).toMatchObject({
    fault: { message: expect.stringContaining('because no question follows such a reward') },
  });
});

test('before the reveal the number of the question is one of those that are asked', async () => {
  const { secret: _, ...files } = publish({ document, entries: changed({ question: 5 }) });
  expect(await verdictOf(files)).toMatchObject({
    fault: { line: bonusAt + 1, message: expect.stringContaining('question must be less than 5') },
  });
});

test.each([
  ['bonus', { bonus: 'twice' }],
  ['answersHmac', { answersHmac: 'yes' }],
  ['seconds', { seconds: 0 }],
  ['count', { count: 0 }],
  ['count', { count: 257 }],
  ['pools', { pools: [] }],
  ['pools', { pools: question.pools.toReversed() }],
  ['pools', { bonus: 'amount' }],
  ['statesWithout', { statesWithout: ['Tamil Nadu', 'Goa'] }],
])('a document whose question has another %s is refused: %j', async (name, fields) => {
  const wrong = Object.assign({}, plan, { question: { ...question, ...fields } });
  expect(await verdict([], documentOf(wrong))).toMatchObject({
    fault: { file: 'commitment', what: `question.${name}` },
  });
});
