// Attacks by an insider who knows the secret, reads the database and chooses when to play, or who
// rewrites the database and asks again.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimsOf, insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { chainedHash } from '../ledger.rules.ts';
import { rewardRulesOf } from '../promise.rules.ts';
import { readCommitment } from '../commitments.sql.ts';
import { grantRewards } from '../grants.sql.ts';
import { BoundDraws, LedgerBroken, type ReadHead, DrawnCards } from './bound-draws.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';

let server: TestServer;
/** Four blocks of ten cards, one of Rs 10 in each. */
const small = () =>
  testServer({
    change: (campaign) => ({
      ...campaign,
      draw: { ...campaign.draw, deck: { cards: { 3: 7, 5: 2, 10: 1 }, blocks: 4 } },
    }),
  });
beforeEach(async () => {
  server = await small();
});
afterEach(() => server.close());

async function follow(more: { earlier?: ReadHead; remember?: (head: ReadHead) => Promise<void> }) {
  const { database, campaign } = server;
  const commitment = await readCommitment(database, campaign.id);
  if (!commitment) throw new Error('nothing was committed to');
  return new BoundDraws({ database, commitment, secret: testSecrets.draw, ...more });
}

/** Plays in this order. @returns each one's amount */
async function play(pseudonyms: readonly Buffer[]): Promise<Map<string, number>> {
  const { database, campaign, readCards } = server;
  const grant = grantRewards(database, campaign.id, rewardRulesOf(campaign), readCards);
  const amounts = new Map<string, number>();
  for (const claim of await claimsOf(database, pseudonyms)) {
    const { amount = 0 } = await grant.one(claim);
    amounts.set(claim.pseudonym.toString('hex'), amount);
  }
  return amounts;
}

test('[CAM-3] in whatever order and at whatever time they play, everyone gets the same card', async () => {
  const pseudonyms = Array.from({ length: 24 }, () => randomBytes(16));
  const orders = fc.sample(
    fc.shuffledSubarray(pseudonyms, { minLength: 1, maxLength: pseudonyms.length }),
    { numRuns: 3 },
  );
  await insertParticipants(server, 24, 'Goa', {}, pseudonyms);
  const all = await play(pseudonyms);
  for (const order of orders) {
    await server.close();
    server = await small();
    // Some play while others are still being verified.
    await insertParticipants(server, 12, 'Goa', {}, pseudonyms.slice(0, 12));
    const early = await play(order.filter((one) => pseudonyms.indexOf(one) < 12));
    await insertParticipants(server, 12, 'Goa', {}, pseudonyms.slice(12));
    const late = await play(order);
    for (const [name, amount] of [...early, ...late]) expect(amount).toBe(all.get(name));
  }
});

test('[CAM-3] the draw answers for no number that the ledger has not bound', async () => {
  const draws = await follow({});
  expect(await draws.cardsOf([0])).toEqual(new Map());
  await insertParticipants(server, 2, 'Goa');
  expect([...(await draws.cardsOf([1, 0])).keys()]).toEqual([1, 0]);
  expect([...(await draws.cardsOf([0, 2])).keys()]).toEqual([0]);
  expect(await draws.cardsOf([-1, 0.5])).toEqual(new Map());
  // A fixed reward gets no draw number.
  await insertParticipants(server, 1, 'Tamil Nadu');
  expect(await draws.cardsOf([2])).toEqual(new Map());
});

/** Writes as a database administrator, bypassing every trigger. */
async function rewrite(...statements: string[]): Promise<void> {
  const connection = await server.database.connect();
  try {
    await connection.query('begin');
    await connection.query(`set local session_replication_role = 'replica'`);
    for (const statement of statements) await connection.query(statement);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

const cutLast = `delete from inaam.ledger where number = 2`;
const stepBack = `update inaam.head set next_ledger = 2, next_draw = 2,
  last_hash = (select hash from inaam.ledger where number = 1)`;
const forget = `delete from inaam.participant where draw_number = 2`;

test.each([
  ['is shorter', 0],
  ['has another entry', 1],
])(
  '[CAM-3] a restart does not help: the head that was read is remembered, and the ledger %s',
  async (_, added) => {
    const remembered: ReadHead[] = [];
    const remember = async (head: ReadHead) => void remembered.push(head);
    await insertParticipants(server, 3, 'Goa');
    await (await follow({ remember })).cardsOf([2]);
    expect(remembered).toMatchObject([{ entries: 3 }]);
    await rewrite(cutLast, stepBack, forget);
    await insertParticipants(server, added, 'Goa');
    const [earlier] = remembered;
    const again = await follow(earlier ? { earlier } : {});
    await expect(again.cardsOf([2])).rejects.toThrow(LedgerBroken);
    // Without the remembered head it would be answered.
    if (added > 0) expect((await (await follow({})).cardsOf([2])).size).toBe(1);
  },
);

test('[CAM-3] nothing is answered before it is remembered', async () => {
  await insertParticipants(server, 1, 'Goa');
  let fails = true;
  const remember = async () => {
    if (fails) throw new Error('the disk is full');
  };
  const draws = await follow({ remember });
  await expect(draws.cardsOf([0])).rejects.toThrow('the disk is full');
  await expect(draws.cardsOf([0])).rejects.toThrow('the disk is full');
  fails = false;
  expect((await draws.cardsOf([0])).size).toBe(1);
});

test.each([
  ['a draw number that was left out', `{"block":0,"draw":1}`],
  ['another block', `{"block":1,"draw":0}`],
])('[CAM-3] an entry that binds %s is refused', async (_, change) => {
  await insertParticipants(server, 1, 'Goa');
  await rewrite(`with changed as (
      select number, replace(replace((content::jsonb || '${change}')::text, '": ', '":'), ', "', ',"') as content
      from inaam.ledger)
    update inaam.ledger set content = changed.content,
      hash = sha256((select hash from inaam.commitment) || convert_to(changed.content, 'UTF8'))
    from changed`);
  const draws = await follow({});
  await expect(draws.cardsOf([0])).rejects.toThrow('does not bind the next draw number');
});

test('[CAM-3] an amendment that is not JSON stops the draw permanently', async () => {
  const draws = await follow({});
  const { database, campaign } = server;
  const commitment = await readCommitment(database, campaign.id);
  const last = Buffer.from(commitment?.hash ?? '', 'hex');
  await skipLedgerChecks(database);
  await database.query(
    `insert into inaam.amendment (campaign, number, content, hash, at, blocks, last_day, pools, added)
     values ($1, 0, 'x', $2, now(), 0, '2025-09-15', '{}', '{}')`,
    [campaign.id, Buffer.from(chainedHash(last, 'x'))],
  );
  await expect(draws.readNewEntries()).rejects.toThrow(LedgerBroken);
  expect(draws.broken?.entry).toBe(0);
});

test('each draw number has the amount that was drawn, and no other has one', () => {
  const deck = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), {
    minLength: 1,
    maxLength: 256,
  });
  fc.assert(
    fc.property(deck, fc.array(fc.nat(), { maxLength: 10_000, size: 'max' }), (amounts, picks) => {
      const cards = new DrawnCards(amounts);
      const drawn = picks.map((pick) => amounts[pick % amounts.length] ?? 0);
      for (const amount of drawn) cards.push(amount);
      expect(cards.count).toBe(drawn.length);
      expect(drawn.map((_, number) => cards.at(number))).toEqual(drawn);
      for (const number of [-1, 0.5, drawn.length, drawn.length + 5000]) {
        expect(cards.at(number)).toBeUndefined();
      }
    }),
    { numRuns: 30 },
  );
});

test('an amount that is not in the deck is refused', () => {
  const cards = new DrawnCards([3, 5, 10]);
  expect(() => cards.push(4)).toThrow('no card of Rs 4');
  expect(cards.count).toBe(0);
  const many = Array.from({ length: 257 }, (_, at) => at + 1);
  expect(() => new DrawnCards(many)).toThrow('over 256 amounts');
});
