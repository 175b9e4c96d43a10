// What a program could do that may append to the ledger and breaks the rules. The database compares
// entries with rows; only `draw` knows the cards and recomputes what the rules give.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  claimsOf,
  drawsOf,
  insertParticipants,
} from '@inaam/testing/server/campaign/participants.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';
import { rewardRulesOf, type Promised } from '../promise.rules.ts';
import type { DrawDocument } from '../commitment.rules.ts';
import { readCommitment } from '../commitments.sql.ts';
import { grantRewards } from '../grants.sql.ts';
import { chainEntries, type Unnumbered } from '../ledger.sql.ts';
import { BoundDraws } from './bound-draws.ts';
import { LedgerCheck } from './ledger-check.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer({
    change: (campaign) => ({
      ...campaign,
      draw: { ...campaign.draw, deck: { cards: { 3: 7, 5: 2, 10: 1 }, blocks: 1 } },
    }),
  });
});
afterEach(() => server.close());

async function follow(decided?: () => Promise<number>) {
  const { database, campaign } = server;
  const commitment = await readCommitment(database, campaign.id);
  if (!commitment) throw new Error('nothing was committed to');
  const secret = testSecrets.draw;
  return new BoundDraws({ database, commitment, secret, ...(decided && { decided }) });
}

const day = '2025-06-01';
const at = Date.parse(`${day}T06:00:00Z`);

/** Appends arbitrary, correctly chained entries, bypassing the database's checks. */
async function append(...entries: readonly Unnumbered[]): Promise<void> {
  const { database, campaign } = server;
  await skipLedgerChecks(database);
  const { rows } = await database.query<{ next_ledger: string; last_hash: Buffer }>(
    'select next_ledger, last_hash from inaam.head',
  );
  const head = { nextLedger: Number(rows[0]?.next_ledger), lastHash: rows[0]?.last_hash };
  if (!head.lastHash) throw new Error('there is no head');
  const chained = chainEntries(campaign.id, { ...head, lastHash: head.lastHash }, entries);
  await database.query(
    `with advanced as (update inaam.head set next_ledger = $6, last_hash = $7)
     insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
     select $1, $2 + place - 1, kind, pseudonym, content, hash
     from unnest($3::text[], $4::bytea[], $5::text[], $8::bytea[]) with ordinality
       as entry (kind, pseudonym, content, hash, place)`,
    [
      campaign.id,
      head.nextLedger,
      entries.map(({ kind }) => kind),
      entries.map(({ pseudonym }) => pseudonym),
      chained.contents,
      chained.head.nextLedger,
      Buffer.from(chained.head.lastHash),
      chained.hashes,
    ],
  );
}

const verified = (pseudonym: Buffer, state: string, promised: Promised) =>
  ({ kind: 'verified', pseudonym, at, day, state, promised }) satisfies Unnumbered;
const granted = (
  pseudonym: Buffer,
  state: string,
  promised: Promised,
  grant: Extract<Unnumbered, { kind: 'granted' }>['grant'],
) => ({ kind: 'granted', pseudonym, at, day, state, promised, grant }) satisfies Unnumbered;

const none = { kind: 'none' } as const;
const fixed = { kind: 'fixed', pool: 'fixed:Tamil Nadu:3' } as const;
const card = (drawNumber: number) => ({ kind: 'chance', drawNumber, block: 0 }) as const;

test('[CAM-3] a reward that is not the card stops the draw, with the number of its entry', async () => {
  const { database, campaign } = server;
  const pseudonyms = await insertParticipants(server, 2, 'Goa');
  const draws = await follow();
  const cards = await draws.cardsOf(drawsOf(pseudonyms));
  const lie = new Map([...cards].map(([draw, amount]) => [draw, amount === 10 ? 3 : 10]));
  const grant = grantRewards(database, campaign.id, rewardRulesOf(campaign), async () => lie);
  for (const claim of (await claimsOf(database, pseudonyms)).slice(0, 1)) await grant.one(claim);
  await expect(draws.readNewEntries()).rejects.toThrow('entry 2 grants Rs');
  // Whoever was bound before still plays, also after a restart; nobody else does.
  const later = drawsOf(await insertParticipants(server, 1, 'Goa')).map(
    ([, pseudonym]) => [2, pseudonym] as const,
  );
  const again = await follow();
  await expect(again.readNewEntries()).rejects.toThrow('entry 2 grants Rs');
  for (const stopped of [draws, again]) {
    expect(await stopped.cardsOf([...drawsOf(pseudonyms), ...later])).toEqual(cards);
    await expect(stopped.cardsOf(later)).rejects.toThrow('Nothing more is drawn');
    await expect(stopped.cardsOf([])).rejects.toThrow('Nothing more is drawn');
  }
  expect(draws.broken?.entry).toBe(2);
});

test('[CAM-3] what people set aside is passed over, and the draw checks what follows by the same rules', async () => {
  const [three, four] = [randomBytes(16), randomBytes(16)];
  let decided = 0;
  await append(...goa);
  const draws = await follow(async () => decided);
  const cards = await draws.cardsOf(drawsOf([one, two]));
  await append(
    granted(one, 'Goa', card(0), { ...drawn(0, cards), amount: cards.get(0) === 10 ? 3 : 10 }),
    // It binds a draw number, although its participation is not one.
    { ...verified(three, 'Goa', card(2)), batch: 'JUN' },
    granted(three, 'Goa', card(2), drawn(2, cards)),
    granted(two, 'Goa', card(1), drawn(1, cards)),
    verified(four, 'Goa', card(3)),
  );
  for (const entry of [2, 3, 4]) {
    await expect(draws.readNewEntries()).rejects.toMatchObject({ entry });
    decided = entry + 1;
  }
  await draws.readNewEntries();
  const again = await follow(async () => decided);
  await again.readNewEntries();
  for (const one of [draws, again]) {
    expect(one).toMatchObject({ entries: 7, setAside: [2, 3, 4], broken: undefined });
    expect((await one.cardsOf([[3, four.toString('hex')]])).size).toBe(1);
  }
  await append(granted(four, 'Goa', reserve, ofReserve));
  await expect(draws.readNewEntries()).rejects.toMatchObject({ entry: 7 });
});

const [one, two] = [randomBytes(16), randomBytes(16)];
const goa = [verified(one, 'Goa', card(0)), verified(two, 'Goa', card(1))];

const reserve = { kind: 'reserve', pool: 'reserve:3' } as const;
const ofReserve = { kind: 'reserve', amount: 3 } as const;
const ofFixed = { kind: 'fixed', amount: 3 } as const;
/** The card of this draw number, with its amount. */
const drawn = (number: number, cards: ReadonlyMap<number, number>) => ({
  ...card(number),
  amount: cards.get(number) ?? 3,
});
test.each<[string, (cards: ReadonlyMap<number, number>) => Unnumbered]>([
  ['the card of somebody else', (cards) => granted(one, 'Goa', card(1), drawn(1, cards))],
  ['a card that nobody was promised', (cards) => granted(one, 'Goa', card(2), drawn(2, cards))],
  ['a card to nobody', (cards) => granted(randomBytes(16), 'Goa', card(0), drawn(0, cards))],
  ['the fixed reward of another state', () => granted(one, 'Tamil Nadu', card(0), ofFixed)],
  ['a fixed reward where none is fixed', () => granted(one, 'Goa', card(0), ofFixed)],
  ['the reserve while the card can be had', () => granted(one, 'Goa', card(0), ofReserve)],
  ['a promise that was not made', () => granted(one, 'Goa', reserve, ofReserve)],
])('[CAM-3] an entry that grants %s stops the draw', async (_, wrong) => {
  await append(...goa);
  const draws = await follow();
  await append(wrong(await draws.cardsOf(drawsOf([one, two]))));
  await expect(draws.readNewEntries()).rejects.toThrow('entry 2 grants Rs');
});

test.each<[string, Unnumbered]>([
  ['the reserve while there are cards', verified(one, 'Goa', reserve)],
  ['a card where chance is forbidden', verified(one, 'Tamil Nadu', card(0))],
  ['a fixed reward where there is none', verified(one, 'Goa', fixed)],
  ['nothing while there are cards', verified(one, 'Goa', none)],
  ['a draw number that was left out', verified(one, 'Goa', card(1))],
  ['a card of another block', verified(one, 'Goa', { ...card(0), block: 1 })],
])('[CAM-3] an entry that promises %s stops the draw', async (_, wrong) => {
  const draws = await follow();
  await append(wrong);
  await expect(draws.readNewEntries()).rejects.toThrow('entry 0 promises');
});

test('[CAM-3] a fixed reward of another amount stops the draw; the right one does not', async () => {
  await append(verified(one, 'Tamil Nadu', fixed), verified(two, 'Tamil Nadu', fixed));
  const draws = await follow();
  await append(granted(one, 'Tamil Nadu', fixed, { kind: 'fixed', amount: 3 }));
  await draws.readNewEntries();
  await append(granted(two, 'Tamil Nadu', fixed, { kind: 'fixed', amount: 5 }));
  await expect(draws.readNewEntries()).rejects.toThrow('entry 3 grants Rs 5');
});

test('[CAM-3] what is added for those who were promised nothing is granted once', () => {
  const law = { amount: 3, chance: 'forbidden', from: day, law: 'an act' } as const;
  const check = new LedgerCheck({
    campaign: 'tea',
    deck: { blocks: 1, cards: [1], denominations: [3] },
    draw: 'inaam-draw-2',
    fixed: [{ ...law, rewards: 0, state: 'Tamil Nadu', until: null }],
    packs: null,
    pacing: null,
    programme: { from: day, to: day },
    pseudonymKeySha256: '',
    secretPartsSha256: ['', ''],
    secretSha256: '',
    states: ['Tamil Nadu'],
    whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 0 },
  });
  const entryOf = (pseudonym: Buffer) => ({
    campaign: 'tea',
    number: 0,
    pseudonym: pseudonym.toString('hex'),
    at: `${day}T06:00Z`,
    day,
    state: 'Tamil Nadu',
    promise: 'none' as const,
  });
  const paid = { kind: 'granted', amount: 3, reward: 'fixed' } as const;
  for (const name of [one, two]) {
    expect(check.verify({ ...entryOf(name), kind: 'verified' }, 0)).toBeUndefined();
  }
  check.amend({ blocks: 0, fixed: [1], reserve: 0, to: day });
  expect(check.isGrantRight({ ...entryOf(one), ...paid }, undefined)).toBe(true);
  expect(check.isGrantRight({ ...entryOf(two), ...paid }, undefined)).toBe(false);
});

const packed = {
  campaign: 'tea',
  deck: { blocks: 1, cards: [9], denominations: [3] },
  draw: 'inaam-draw-2',
  fixed: [],
  packs: { kind: 'unique', codes: 'made', claims: { perDay: 2, inAll: 3 } },
  pacing: null,
  programme: { from: day, to: day },
  pseudonymKeySha256: '',
  secretPartsSha256: ['', ''],
  secretSha256: '',
  states: ['Goa'],
  whenDeckEnds: { kind: 'close' },
} as const satisfies DrawDocument;

/** Of the number whose first pseudonym begins with 1. */
const claim = (serial: number, hour: string, more: { batch?: string | undefined } = {}) => ({
  kind: 'verified' as const,
  campaign: 'tea',
  number: serial,
  pseudonym: `${serial}`.repeat(32),
  at: `2025-06-${hour}:00Z`,
  day,
  state: 'Goa',
  promise: 'chance' as const,
  batch: 'JUN',
  ...(serial > 1 && { of: '1'.repeat(32) }),
  ...more,
});

test('[CAM-3] a number takes part as often as was committed to, on a day in India and in all', () => {
  const check = new LedgerCheck(packed);
  const right = (...entry: Parameters<typeof claim>) => check.isClaimRight(claim(...entry));
  expect(right(1, '01T06')).toBe(true);
  expect(right(2, '01T18')).toBe(true);
  // 18:30 UTC is midnight in India.
  expect(right(3, '01T19')).toBe(true);
  expect(right(4, '02T06')).toBe(false);
  const daily = new LedgerCheck(packed);
  const onOneDay = [1, 2, 3].map((serial) => daily.isClaimRight(claim(serial, '01T06')));
  expect(onOneDay).toEqual([true, true, false]);
});

test.each<[string, DrawDocument, Parameters<typeof claim>]>([
  ['of no number', packed, [2, '01T06']],
  ['without the batch of a pack', packed, [1, '01T06', { batch: undefined }]],
  ['of a pack, where packs have no codes', { ...packed, packs: null }, [1, '01T06']],
  [
    'of a number, where one takes part once',
    { ...packed, packs: { kind: 'unique', codes: 'made' } },
    [2, '01T06'],
  ],
])('[CAM-3] a participation %s is not what was committed to', (_, document, wrong) => {
  expect(new LedgerCheck(document).isClaimRight(claim(...wrong))).toBe(false);
});

test('[CAM-3] an entry with a pack, where packs have no codes, stops the draw', async () => {
  const draws = await follow();
  await append({ ...verified(one, 'Goa', card(0)), batch: 'JUN' });
  await expect(draws.readNewEntries()).rejects.toThrow('entry 0 has another purchase');
});

test('[CAM-3] after the last card the reserve is promised, and no card more', async () => {
  const pseudonyms = await insertParticipants(server, 12, 'Goa');
  const draws = await follow();
  expect((await draws.cardsOf(drawsOf(pseudonyms))).size).toBe(10);
  const { database, campaign, readCards } = server;
  const grant = grantRewards(database, campaign.id, rewardRulesOf(campaign), readCards);
  for (const claim of await claimsOf(database, pseudonyms)) await grant.one(claim);
  await draws.readNewEntries();
  expect(draws.entries).toBe(24);
});

test('many requests at once cost one reading of the ledger', async () => {
  const draws = await follow();
  const { database } = server;
  let queries = 0;
  const query = database.query.bind(database);
  Object.assign(database, {
    query: (...args: Parameters<typeof query>) => {
      queries += 1;
      return query(...args);
    },
  });
  const unbound = drawsOf(Array.from({ length: 1000 }, () => one));
  await Promise.all(Array.from({ length: 20 }, () => draws.cardsOf(unbound)));
  expect(queries).toBeLessThanOrEqual(2);
});
