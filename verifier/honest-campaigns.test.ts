import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commitmentOf,
  documentOf,
  smallPlan,
  type Entry,
  type Plan,
} from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, validEntries, verdictOf } from '@inaam/testing/verifier/published-files.ts';

const dated = (from: string, until: string | null, rewards = 400) => ({
  fixed: smallPlan.fixed.map((fixed) => ({ ...fixed, from, until, rewards })),
});
const deckOf = (blocks: number) => ({ deck: { ...smallPlan.deck, blocks } });
const close = { whenDeckEnds: { kind: 'close' as const } };
const reserve = (rewards: number) => ({
  whenDeckEnds: { kind: 'reserve' as const, amount: 3, rewards },
});
const named = (name: string) =>
  expect.objectContaining({
    pool: expect.stringMatching(`^${name}`),
    granted: expect.toSatisfy((count: number) => count > 0),
  });

const paced = { pacing: 'daily' as const };
const oneDay = { from: '2025-05-06', to: '2025-05-06' };
const oneCard = { blocks: 1, cards: [1], denominations: [5] };
const noFives = { blocks: 40, cards: [5, 0, 1], denominations: [3, 5, 10] };
/** Plans, and the pools that must have paid for the case to mean something. */
const plans: [string, Partial<Plan>, string[]][] = [
  ['as planned', {}, ['chance:3', 'chance:10', 'fixed:']],
  ['with a deck that ends', { ...deckOf(3), ...reserve(1000) }, ['reserve:']],
  ['with a deck and a reserve that end', { ...deckOf(3), ...reserve(5) }, ['reserve:']],
  ['without a reserve left for anyone', { ...deckOf(3), ...reserve(0) }, ['chance:']],
  ['with few fixed rewards and a reserve', dated('2025-05-06', null, 9), ['reserve:', 'fixed:']],
  ['with a law that ends', dated('2025-05-06', '2025-05-09'), ['fixed:', 'chance:']],
  ['with a law that begins', dated('2025-05-09', null), ['fixed:', 'chance:']],
  ['without a law', { fixed: [] }, ['chance:']],
  ['paced, with a reserve', { ...deckOf(7), ...paced, ...reserve(1000) }, ['chance:', 'reserve:']],
  ['closing with its deck', { ...deckOf(4), ...close }, ['chance:', 'fixed:']],
  ['closing with its deck and paced', { ...deckOf(8), ...paced, ...close }, ['chance:', 'fixed:']],
  ['of a single block of a single card', { deck: oneCard }, ['chance:5']],
  ['with a denomination without cards', { deck: noFives }, ['chance:3', 'chance:10']],
  ['on one day', { programme: oneDay }, ['chance:']],
];

test.each(plans)('[CAM-1][CAM-3] an untampered ledger is valid: %s', async (_, plan, given) => {
  const whole = { ...smallPlan, ...plan };
  const document = documentOf(whole);
  const entries = validEntries(whole, 500);
  const verdict = await verdictOf(publish({ document, entries }));
  expect(verdict).toMatchObject({ valid: true, entries: entries.length, daysApart: 0 });
  for (const name of given)
    expect(verdict).toMatchObject({ pools: expect.arrayContaining([named(name)]) });
});

test('a ledger without entries is valid, and its head is the commitment', async () => {
  const files = publish({ entries: [] });
  expect(await verdictOf(files)).toMatchObject({
    valid: true,
    entries: 0,
    hash: commitmentOf(files.commitment).toString('hex'),
  });
});

const closed = (changes: Partial<Plan>, most: number) => {
  const plan = { ...smallPlan, ...deckOf(1), ...close, ...changes };
  const open = validEntries({ ...plan, ...reserve(0) }, most);
  return { document: documentOf(plan), entries: open.filter(({ kind }) => kind === 'verified') };
};

test.each([
  ['cards', {}, 20, ({ state }: Entry) => state !== 'Tamil Nadu'],
  ['fixed rewards', dated('2025-05-06', null, 3), 3, ({ state }: Entry) => state === 'Tamil Nadu'],
])(
  '[CAM-3] a campaign that closes admits exactly as many as it has %s',
  async (_, changes, most, wanted) => {
    const { document, entries } = closed(changes, 300);
    const some = (count: number) =>
      entries
        .filter(wanted)
        .slice(0, count)
        .map((entry, number) => ({ ...entry, number }));
    expect(await verdictOf(publish({ document, entries: some(most) }))).toMatchObject({
      valid: true,
      verified: most,
    });
    expect(await verdictOf(publish({ document, entries: some(most + 1) }))).toMatchObject({
      fault: { line: most + 1, expected: 'none, because everything is promised' },
    });
  },
);

test('[CAM-3] a promise when deck and reserve are empty is refused', async () => {
  const entries = validEntries({ ...smallPlan, ...deckOf(1), ...reserve(6) }, 300);
  const verdict = await verdictOf(
    publish({ document: documentOf({ ...smallPlan, ...deckOf(1), ...reserve(5) }), entries }),
  );
  const sixth = entries.filter(
    ({ kind, promise }) => kind === 'verified' && promise === 'reserve',
  )[5]?.['number'];
  expect(verdict).toMatchObject({
    fault: {
      line: Number(sixth) + 1,
      message: expect.stringContaining('promise must be none, but is reserve'),
    },
  });
});

test('[CAM-3] a reward for one who was promised nothing is refused when nothing is left', async () => {
  const plan = { ...smallPlan, ...deckOf(1), ...reserve(5) };
  const entries = validEntries(plan, 300);
  const waiting = entries.findLast(({ promise }) => promise === 'none') ?? {};
  const gift: Entry = { ...waiting, kind: 'granted', number: 300, reward: 'reserve', amount: 3 };
  const verdict = await verdictOf(
    publish({ document: documentOf(plan), entries: [...entries, gift] }),
  );
  expect(verdict).toMatchObject({
    fault: { line: 301, expected: expect.stringContaining('none, because nothing is left') },
  });
});

test('[CAM-3] a card is refused before the day on which its block is released', async () => {
  const plan = { ...smallPlan, ...deckOf(10), ...close, ...paced };
  const entries = validEntries(plan, 400);
  const early = entries.findIndex(({ kind, block }) => kind === 'granted' && Number(block) > 4);
  const hurried = entries.with(early, { ...entries[early], day: '2025-05-09' });
  const verdict = await verdictOf(publish({ document: documentOf(plan), entries: hurried }));
  expect(verdict).toMatchObject({
    fault: { line: early + 1, expected: expect.stringContaining('is released later') },
  });
});

test('[CAM-1][CAM-3] a law that begins between verification and play leaves the card unused', async () => {
  const plan = { ...smallPlan, ...dated('2025-05-09', null) };
  const entries = validEntries(plan, 500);
  const replaced = entries.filter(
    ({ promise, reward }) => promise === 'chance' && reward === 'fixed',
  );
  expect(replaced.length).toBeGreaterThan(0);
  const document = documentOf(plan);
  const verdict = await verdictOf(publish({ document, entries }));
  expect(verdict).toMatchObject({ valid: true });
  const forced = replaced[0] ?? {};
  const place = Number(forced['number']);
  const insisted = entries.with(place, { ...forced, reward: 'chance' });
  expect(await verdictOf(publish({ document, entries: insisted }))).toMatchObject({
    fault: { line: place + 1, what: 'reward', found: 'chance' },
  });
});

test.each([
  ['2025-05-06', 0],
  ['2025-05-10', 2],
  ['2025-05-13', 4],
  ['2025-05-15', 5],
  ['2025-05-16', 5],
])(
  '[CAM-3] on %s of a paced programme of ten days %i of five blocks may be drawn from',
  async (day, blocks) => {
    const plan = { ...smallPlan, ...deckOf(5), ...paced, fixed: [] };
    const free = validEntries({ ...plan, pacing: null, programme: { from: day, to: day } }, 400);
    // Nobody is verified on the day of grace.
    const entries = free.map((entry) =>
      entry['kind'] === 'verified' && day > plan.programme.to
        ? { ...entry, day: plan.programme.to }
        : entry,
    );
    const verdict = await verdictOf(publish({ document: documentOf(plan), entries }));
    const next = entries.findIndex(
      ({ block, promise }) => block === blocks || (promise === 'reserve' && blocks === 5),
    );
    if (blocks === 5) expect(verdict).toMatchObject({ valid: true });
    else
      expect(verdict).toMatchObject({
        fault: { line: next + 1, expected: 'reserve', found: 'chance' },
      });
  },
);

const entries = validEntries(smallPlan, 60);
const files = publish({ entries });
const { head: _, ...headless } = files;
const names = ['commitment', 'secret', 'ledger'] as const;
const anyFlip = fc.record({
  name: fc.constantFrom(...names),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  by: fc.integer({ min: 1, max: 255 }),
});

test('[CAM-3] one changed byte anywhere in document, secret or ledger is refused', async () => {
  await fc.assert(
    fc.asyncProperty(anyFlip, async ({ name, at, by }) => {
      const bytes = Buffer.from(files[name]);
      const place = Math.floor(at * bytes.length);
      bytes.writeUInt8(bytes.readUInt8(place) ^ by, place);
      expect(await verdictOf({ ...headless, [name]: bytes })).toMatchObject({ valid: false });
    }),
    { numRuns: 100 },
  );
});

test.each([1, 7, 4096, 1_000_000])(
  'a ledger that is read %i bytes at once has the same verdict',
  async (size) => {
    expect(await verdictOf(files, size)).toEqual(await verdictOf(files));
  },
);

test('a clock that differs from the days of the rewards is reported', async () => {
  const entries = validEntries(smallPlan, 60).map((entry) => ({
    ...entry,
    at: typeof entry['at'] === 'string' ? entry['at'].replace('2025', '2026') : '',
  }));
  const verdict = await verdictOf(publish({ entries }));
  expect(verdict).toMatchObject({ valid: true, daysApart: 365 });
});

describe('before the reveal', () => {
  const { secret: _, ...hidden } = files;

  test('[CAM-3] all but cards is verified', async () => {
    expect(await verdictOf(hidden)).toMatchObject({ valid: true, isWhole: false, pools: [] });
    const place = entries.findIndex(({ kind, draw }) => kind === 'verified' && Number(draw) > 3);
    const moved = entries.with(place, { ...entries[place], draw: 3 });
    const { secret: _secret, ...changed } = publish({ entries: moved });
    expect(await verdictOf(changed)).toMatchObject({ fault: { line: place + 1, what: 'draw' } });
  });

  test('an amount that no card has is refused', async () => {
    const place = entries.findIndex(({ reward }) => reward === 'chance');
    const changed = entries.with(place, { ...entries[place], amount: 4 });
    const { secret: _secret, ...forged } = publish({ entries: changed });
    expect(await verdictOf(forged)).toMatchObject({
      fault: { line: place + 1, expected: 'one of the deck', found: '4' },
    });
  });
});
