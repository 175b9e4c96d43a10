// Who may take part, and how often: what the entries show of the promised packs, claims and states.
import { expect, test } from 'vitest';
import {
  documentOf,
  smallPlan,
  type Entry,
  type Plan,
} from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, validEntries, verdictOf } from '@inaam/testing/verifier/published-files.ts';

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
