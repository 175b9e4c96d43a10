import { expect, test } from 'vitest';
import {
  documentOf,
  inOrder,
  smallPlan,
  type Entry,
  type Plan,
} from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, verdictOf, validEntries } from '@inaam/testing/verifier/published-files.ts';

const act = { chance: 'forbidden' as const, law: 'an act', state: 'Goa' };
const law = { ...act, amount: 3, from: '2025-05-06', rewards: 9, until: null };
const untilNinth = { ...law, until: '2025-05-09' };
const made = { kind: 'unique', codes: 'made' };
const close = { kind: 'close' as const };
const valid = publish({ entries: [] });

/** A field or `part.field`, its value, and what the message says. */
const wrong: [path: string, value: unknown, says: string][] = [
  ['deck.cards', [0, 0, 0], 'deck must be of one card or more'],
  ['deck.cards', [1, 1], 'deck.cards must be'],
  ['deck.blocks', 0, 'deck.blocks must be'],
  ['deck.blocks', 2 ** 52, 'of a number that can be counted'],
  ['deck.denominations', [5, 3, 10], 'deck.denominations must be'],
  ['deck.denominations', [3, 3, 10], 'deck.denominations must be'],
  ['campaign', 'a|0', 'campaign must be'],
  ['draw', 'inaam-draw-1', 'draw must be inaam-draw-2'],
  ['note', 1, 'the list of the fields must be'],
  ['pacing', 'weekly', 'pacing must be'],
  ['programme.to', '2025-05-05', 'programme must be two days in their order'],
  ['programme.from', '2025-02-29', 'programme.from must be a day'],
  ['fixed', {}, 'fixed must be a list'],
  ['fixed', [law, { ...law, state: 'Assam' }], 'fixed must be in the order'],
  ['fixed', [untilNinth, { ...law, from: '2025-05-10' }], 'fixed must be one pool'],
  ['fixed', [untilNinth, { ...law, amount: 5, from: '2025-05-09' }], 'one reward for a state'],
  ['fixed', [{ ...law, until: '2025-05-05' }], 'fixed.until must be'],
  ['fixed', [{ ...law, law: '' }], 'fixed.law must be'],
  // A name that moves the terminal.
  ['fixed', [{ ...law, law: 'a\u001b[2J' }], 'fixed.law must be'],
  ['fixed', [{ ...law, rewards: undefined }], 'the list of the fields of fixed must be'],
  ['whenDeckEnds', { kind: 'stop' }, 'whenDeckEnds must be'],
  ['whenDeckEnds', { kind: 'reserve', amount: 0, rewards: 1 }, 'whenDeckEnds.amount must be'],
  ['fixed', [{ ...law, chance: 'perhaps' }], 'fixed.chance must be'],
  ['packs', { kind: 'batch', codes: 'made' }, 'packs must be with codes where'],
  ['packs', { kind: 'batch', claims: { perDay: 1, inAll: 2 } }, 'packs must be with codes where'],
  ['packs', { kind: 'unique' }, 'packs must be with codes where'],
  ['packs', { ...made, codes: 'sold' }, 'packs.codes must be'],
  ['packs', { ...made, claims: { perDay: 0, inAll: 2 } }, 'packs.claims.perDay must be'],
  ['packs', { ...made, claims: { perDay: 3, inAll: 2 } }, 'packs.claims must be no more on a day'],
  ['states', ['Kerala', 'Goa'], 'states must be in ascending order'],
  ['states', ['Goa', 'Goa'], 'states must be in ascending order'],
  ['pseudonymKeySha256', 'ab', 'pseudonymKeySha256 must be'],
  ['secretPartsSha256', ['0a'.repeat(32), '0a'.repeat(32)], 'secretPartsSha256 must be'],
  ['secretPartsSha256', ['0a'.repeat(32)], 'secretPartsSha256 must be'],
  ['secretSha256', 'A'.repeat(64), 'secretSha256 must be'],
];
test.each(wrong)('[CAM-5] a document whose %s is %j is refused', async (path, value, says) => {
  const document = JSON.parse(valid.commitment);
  const [part = '', field] = path.split('.');
  document[part] = field === undefined ? value : { ...document[part], [field]: value };
  const verdict = await verdictOf({ ...valid, commitment: inOrder(document) });
  expect(verdict).toMatchObject({
    fault: { file: 'commitment', line: null, message: expect.stringContaining(says) },
  });
});

test('[CAM-5] a campaign that closes has its laws to the day after its end', async () => {
  const plan = (until: string) => ({
    ...smallPlan,
    whenDeckEnds: close,
    fixed: [{ ...law, until }],
  });
  const of = (until: string) => publish({ document: documentOf(plan(until)), entries: [] });
  expect(await verdictOf(of('2025-05-16'))).toMatchObject({ valid: true });
  expect(await verdictOf(of('2025-05-15'))).toMatchObject({
    fault: { what: 'fixed', expected: expect.stringContaining('the whole programme') },
  });
});

test.each(['\n', ' ', '\ufeff'])(
  '[CAM-5] a document with %j around it is another one',
  async (more) => {
    for (const commitment of [`${valid.commitment}${more}`, `${more}${valid.commitment}`]) {
      expect(await verdictOf({ ...valid, commitment })).toMatchObject({
        fault: { what: 'the document', expected: expect.stringContaining('canonical JSON') },
      });
    }
  },
);

const claims = { perDay: 2, inAll: 3 };
const unique = { kind: 'unique', codes: 'made' } as const;
const plan: Plan = { ...smallPlan, packs: { ...unique, claims } };
const entries = validEntries(plan, 400);
const verdict = (list: readonly Entry[], of: Plan = plan) =>
  verdictOf(publish({ document: documentOf(of), entries: list }));

const isAgain = ({ of }: Entry) => of !== undefined;
const dayOf = ({ at = '' }: Entry) =>
  new Date(Date.parse(String(at)) + 19_800_000).toISOString().slice(0, 10);
const count = (list: readonly Entry[], key: (entry: Entry) => string) =>
  Math.max(...Array.from(Map.groupBy(list, key).values(), ({ length }) => length));

test('[CAM-3] numbers that take part as often as they may, with a pack each, are valid', async () => {
  const verified = entries.filter(({ kind }) => kind === 'verified');
  const numberOf = ({ of, pseudonym }: Entry) => String(of ?? pseudonym);
  // The limits are reached, or the case would mean nothing.
  expect(count(verified, numberOf)).toBe(claims.inAll);
  expect(count(verified, (entry) => numberOf(entry) + dayOf(entry))).toBe(claims.perDay);
  expect(await verdict(entries)).toMatchObject({ valid: true, entries: 400 });
});

test.each<[string, Plan['packs']]>([
  ['no codes', null],
  ['a batch in each link', { kind: 'batch' }],
  ['codes of somebody else, and one participation for a number', { ...unique, codes: 'loaded' }],
])('a campaign whose packs have %s is valid', async (_, packs) => {
  const own = { ...smallPlan, packs };
  expect(await verdict(validEntries(own, 200), own)).toMatchObject({ valid: true });
});

const againAt = entries.findIndex(isAgain);
const again = entries[againAt] ?? {};
const changed = (fields: Entry, at = againAt) => entries.with(at, { ...entries[at], ...fields });
const without = (name: string, at = againAt) =>
  entries.with(
    at,
    Object.fromEntries(Object.entries(entries[at] ?? {}).filter(([field]) => field !== name)),
  );
const other = entries.find(({ kind, state }) => kind === 'verified' && state !== again['state']);
const secondAt = entries.findIndex(
  (entry, at) => at > againAt && isAgain(entry) && entry['of'] === again['of'],
);
const first = 'of must be the first participation of a number, in this state';
const batch = 'whether it has a batch must be true, but is false';

test.each<[string, readonly Entry[], Plan, string]>([
  ['without the batch of a pack', without('batch'), plan, batch],
  ['of a state that is not listed', changed({ state: 'Goaa' }, 0), plan, 'state must be one of'],
  ['of a number that is not there', changed({ of: 'ab'.repeat(16) }), plan, first],
  ['of another state', changed({ of: other?.['pseudonym'] ?? '' }), plan, first],
  ['of a later participation', changed({ of: again['pseudonym'] ?? '' }, secondAt), plan, first],
])('[CAM-3] a participation %s is found', async (_, list, of, message) => {
  expect(await verdict(list, of)).toMatchObject({
    valid: false,
    fault: { message: expect.stringContaining(message) },
  });
});

test.each<[string, Plan['packs'], string]>([
  [
    'one less in all',
    { ...unique, claims: { perDay: 2, inAll: 2 } },
    'one of 2 a day and 2 in all',
  ],
  ['one less a day', { ...unique, claims: { perDay: 1, inAll: 3 } }, 'one of 1 a day and 3 in all'],
  ['one participation', unique, 'of must be missing'],
  ['a batch in each link', { kind: 'batch' }, 'whether it has a batch must be false, but is true'],
  ['no codes', null, 'whether it has a batch must be false, but is true'],
])('[CAM-5] the ledger is not that of a campaign which promised %s', async (_, packs, message) => {
  expect(await verdict(entries, { ...plan, packs })).toMatchObject({
    valid: false,
    fault: { message: expect.stringContaining(message) },
  });
});
