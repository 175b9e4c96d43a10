// Attacks by an insider who knows the secret, reads the database and chooses when to play, or who
// rewrites the database and asks again.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  claimsOf,
  drawsOf,
  insertParticipants,
} from '@inaam/testing/server/campaign/participants.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { chainedHash } from '../ledger.rules.ts';
import { rewardRulesOf } from '../promise.rules.ts';
import { readCommitment } from '../commitments.sql.ts';
import { grantRewards } from '../grants.sql.ts';
import { BoundDraws, type ReadHead } from './bound-draws.ts';
import { LedgerBroken } from './ledger-check.ts';
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

test('[CAM-3] the draw answers for no number that the ledger has not bound to that pseudonym', async () => {
  const names = [randomBytes(16), randomBytes(16)];
  const draws = await follow({});
  const [own = '', other = ''] = [...names].map((name) => name.toString('hex'));
  expect(await draws.cardsOf([[0, own]])).toEqual(new Map());
  await insertParticipants(server, 2, 'Goa', {}, names);
  expect([
    ...(
      await draws.cardsOf([
        [1, other],
        [0, own],
      ])
    ).keys(),
  ]).toEqual([1, 0]);
  expect([
    ...(
      await draws.cardsOf([
        [0, own],
        [2, own],
      ])
    ).keys(),
  ]).toEqual([0]);
  expect(
    await draws.cardsOf([
      [-1, own],
      [0.5, own],
    ]),
  ).toEqual(new Map());
  // Bound to somebody else.
  expect(await draws.cardsOf([[0, other]])).toEqual(new Map());
  // A fixed reward gets no draw number.
  await insertParticipants(server, 1, 'Tamil Nadu');
  expect(await draws.cardsOf([[2, own]])).toEqual(new Map());
});

test.each([
  ['is shorter', 2, 'it is shorter than what was read before'],
  ['has another entry', 1, 'entry 0 is not the one that was read before'],
])('[CAM-3] a restart does not help where the ledger %s', async (_, entries, says) => {
  const zero = drawsOf(await insertParticipants(server, 1, 'Goa'));
  const again = await follow({ earlier: { entries, hash: 'ab'.repeat(32) } });
  await expect(again.cardsOf(zero)).rejects.toThrow(says);
  expect(again.broken).toBeInstanceOf(LedgerBroken);
  // Without the remembered head it would be answered.
  expect((await (await follow({})).cardsOf(zero)).size).toBe(1);
});

let now = 0;
test.each<[string, () => unknown]>([
  ['a second later', () => (now += 1000)],
  [
    'after a new connection',
    async () => {
      now += 1;
      const { max } = server.database.options;
      const open = Array.from({ length: max }, () => server.database.connect());
      for (const connection of await Promise.all(open)) connection.release();
    },
  ],
])(
  '[CAM-3] a lost end of the ledger is noticed %s, before a known card is answered',
  async (_, happens) => {
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const zero = drawsOf(await insertParticipants(server, 1, 'Goa'));
      const draws = await follow({});
      await draws.readNewEntries();
      now += 1;
      await draws.readNewEntries();
      await server.database.query(
        `begin; set local session_replication_role = 'replica'; delete from inaam.ledger; commit`,
      );
      expect((await draws.cardsOf(zero)).size).toBe(1);
      await happens();
      await expect(draws.cardsOf(zero)).rejects.toThrow('it no longer has entry 0');
    } finally {
      clock.mockRestore();
    }
  },
);

test('[CAM-3] nothing is answered before it is remembered', async () => {
  const zero = drawsOf(await insertParticipants(server, 1, 'Goa'));
  let fails = true;
  const remember = async () => {
    if (fails) throw new Error('the disk is full');
  };
  const draws = await follow({ remember });
  await expect(draws.cardsOf(zero)).rejects.toThrow('the disk is full');
  await expect(draws.cardsOf(zero)).rejects.toThrow('the disk is full');
  fails = false;
  expect((await draws.cardsOf(zero)).size).toBe(1);
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
