// A deck runs out in the middle of a campaign, the operator adds budget, and an auditor verifies
// it. Also what the operator, `serve` and a database administrator cannot do.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { claimsOf, insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import {
  durableTestDatabase,
  openTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import {
  serverOnDatabase,
  testSecrets,
  type TestServer,
} from '@inaam/testing/server/app/server-on-database.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { BoundDraws } from '@inaam/server/draw/cards/bound-draws.ts';
import { drawAddresses } from '@inaam/server/draw/published/audit-files.ts';
import { sealedContent } from '@inaam/server/draw/ledger.rules.ts';
import { chainedHash } from '@inaam/server/draw/ledger.rules.ts';
import { rewardRulesOf } from '@inaam/server/draw/promise.rules.ts';
import { readBudget } from '@inaam/server/draw/budgets.sql.ts';
import { readCommitment } from '@inaam/server/draw/commitments.sql.ts';
import { grantRewards } from '@inaam/server/draw/grants.sql.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';

let server: TestServer;
let variables: Record<string, string>;
const who = ['--why', 'approved by the brand', '--by', 'asha', '--yes'];

beforeEach(async () => {
  server = await serverOnDatabase(await durableTestDatabase(), {
    role: 'inaam_serve',
    change: (campaign) => ({
      ...campaign,
      fixed: campaign.fixed.map((law) => ({ ...law, rewards: 1, until: '2025-09-01' })),
      draw: {
        ...campaign.draw,
        deck: { cards: { 3: 2, 5: 1, 10: 1 }, blocks: 1 },
        whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 1 },
      },
    }),
  });
  variables = { DATABASE_URL: server.databaseUrl, ...drawVariables(testSecrets.draw) };
});
afterEach(() => server.close());

const supplement = (
  words: readonly string[],
  more: Record<string, string> = {},
  day = '2025-07-01',
) =>
  runOperatorInProcess(['campaign', 'supplement', ...words], {
    variables: { ...variables, ...more },
    day,
  });

async function playAll(pseudonyms: readonly Buffer[]) {
  const { database, campaign, readCards } = server;
  const grant = grantRewards(database, campaign.id, rewardRulesOf(campaign), readCards);
  const played = [];
  for (const claim of await claimsOf(database, pseudonyms)) played.push(await grant.one(claim));
  return played;
}

async function publishedAmendments(): Promise<string> {
  const { body, statusCode } = await server.app.inject({ url: drawAddresses.amendments });
  expect(statusCode).toBe(200);
  return body;
}

test('[CAM-3] refusals change nothing, and say what to do', async () => {
  for (const [words, exit, sentence, more] of [
    [['--blocks', '2'], 2, 'Give a reason for the audit log'],
    [['--blocks', '2', '--why', 'x'], 1, 'there is no terminal to confirm it at'],
    [[...who], 1, 'Nothing was changed: it would change nothing.'],
    [['--fixed', 'Goa=5', ...who], 1, 'Goa has no fixed reward'],
    [['--fixed', 'Tamil Nadu', ...who], 2, 'Write a state and a number'],
    [['--blocks', '999999999', ...who], 1, 'more than can be counted'],
    [
      ['--blocks', '2', ...who],
      1,
      'the two parts do not make the secret',
      drawVariables(testSecrets.code),
    ],
    [['--blocks', '2', ...who], 1, 'has not been committed to', { CAMPAIGN: 'tea-demo' }],
  ] as const) {
    const refused = await supplement(words, more);
    expect([refused.exit, refused.errors]).toEqual([exit, expect.stringContaining(sentence)]);
  }
  const late = await supplement(['--blocks', '2', ...who], {}, '2025-09-16');
  expect(late).toMatchObject({ exit: 1, errors: expect.stringContaining('2025-09-15, is over') });
  const expired = await supplement(['--fixed', 'Tamil Nadu=3', ...who], {}, '2025-09-02');
  const sentence = 'Tamil Nadu has no fixed reward in this campaign from today on.';
  expect(expired).toMatchObject({ exit: 1, errors: expect.stringContaining(sentence) });
  expect(await publishedAmendments()).toBe('');
  const dry = await supplement(['--blocks', '2', '--fixed', 'Tamil Nadu=3', '--dry-run', '--json']);
  expect(dry.json()).toMatchObject({ result: 'wouldSupplement', addedRupees: 51, entry: null });
  expect(await publishedAmendments()).toBe('');
});

test('[CAM-2][CAM-3] after the deck and the reserve have ended, what is added is drawn, granted, published and verified', async () => {
  const first = await insertParticipants(server, 6, 'Goa');
  const before = await playAll(first);
  expect(before.map((one) => one.amount)).toEqual([
    ...Array.from({ length: 5 }, () => expect.any(Number)),
    undefined,
  ]);
  await insertParticipants(server, 1, 'Tamil Nadu');

  const done = await supplement([
    '--blocks',
    '2',
    '--reserve',
    '4',
    '--fixed',
    'Tamil Nadu=3',
    ...who,
    '--json',
  ]);
  expect(done.json()).toMatchObject({
    result: 'supplemented',
    blocks: 2,
    cards: 8,
    reserve: 4,
    fixed: [{ state: 'Tamil Nadu', amount: 3, rewards: 3 }],
    addedRupees: 2 * 21 + 4 * 3 + 3 * 3,
    blocksInForce: 3,
  });

  // The reserve pays shoppers without a promise; newcomers draw from the second block.
  expect((await playAll(first)).map(({ amount }) => amount)).toEqual([
    ...before.slice(0, 5).map(({ amount }) => amount),
    3,
  ]);
  const later = await insertParticipants(server, 4, 'Goa');
  const amounts = (await playAll(later)).map(({ amount }) => amount);
  expect(amounts.toSorted((a = 0, b = 0) => a - b)).toEqual([3, 3, 5, 10]);
  const shopper = new Shopper(server);
  await shopper.verify(newMobile(), 'Tamil Nadu');
  expect((await shopper.call('getReward')).resp).toMatchObject({ winType: 3 });
  for (const { planned, granted, remaining } of await readBudget(
    server.database,
    server.campaign.id,
  )) {
    expect(planned).toBe(granted + remaining);
  }

  const line = await publishedAmendments();
  const { entry, hash } = JSON.parse(line);
  expect(done.json()['entry']).toEqual({ number: entry.number, hash });
  const page = (await server.app.inject({ url: '/draw/' })).body;
  const text = page.replaceAll(/<[^>]+>/g, '');
  for (const sentence of [
    '8 more cards, with the same kinds in every 4.',
    '4 more vouchers in the reserve.',
    '3 more vouchers for Tamil Nadu.',
  ]) {
    expect(text).toContain(sentence);
  }
  expect(page).toContain(`href="${drawAddresses.amendments}"`);
  const verdict = await runOperatorInProcess(['ledger', 'verify', '--json'], { variables });
  expect(verdict.json()).toMatchObject({
    valid: true,
    verifier: { amended: 1, lastDay: '2025-09-15' },
  });
  expect(await newestAudits(variables)).toMatchObject([
    {
      command: 'campaign supplement',
      by: 'asha',
      reason: 'approved by the brand',
      details: { blocks: 2, reserve: 4, fixed: '3', to: '2025-09-15' },
    },
  ]);
});

test('[CAM-3] neither serve nor the operator changes deck, last day or budget in another way', async () => {
  const { databaseUrl, campaign } = server;
  for (const role of ['inaam_serve', 'inaam_operator'] as const) {
    const pool = openTestDatabase(databaseUrl, 1, role);
    try {
      for (const change of [
        'update inaam.head set blocks = blocks + 1',
        `update inaam.head set last_day = '2026-01-01'`,
        'update inaam.budget set planned = planned + 1, remaining = remaining + 1',
        'update inaam.amendment set blocks = 9',
        'delete from inaam.amendment',
      ]) {
        await expect(pool.query(change), `${role}: ${change}`).rejects.toThrow(
          /permission denied|append-only/,
        );
      }
    } finally {
      await pool.end();
    }
  }
  const pool = openTestDatabase(databaseUrl, 1, 'inaam_operator');
  const insert = (number: number, pools: string) =>
    pool.query(
      `insert into inaam.amendment (campaign, number, content, hash, at, blocks, last_day, pools, added)
       values ($1, $2, '{}', sha256('x'), now(), 1, '2025-09-15', ${pools}, array[1])`,
      [campaign.id, number],
    );
  try {
    await expect(insert(3, `array['reserve:3']`)).rejects.toThrow('the next entry of the ledger');
    const { rows } = await pool.query<{ next: string }>(
      'select next_ledger as next from inaam.head',
    );
    const next = Number(rows[0]?.next);
    await expect(insert(next, `array['chance:50']`)).rejects.toThrow('does not continue it');
    await skipLedgerChecks(server.database);
    await expect(insert(next, `array['chance:50']`)).rejects.toThrow(
      'pools that were committed to',
    );
  } finally {
    await pool.end();
  }
});

test('[CAM-3] an amendment that the operator or the database makes without the secret stops the draw', async () => {
  const { database, campaign } = server;
  const commitment = await readCommitment(database, campaign.id);
  if (!commitment) throw new Error('nothing was committed to');
  const draws = new BoundDraws({ database, commitment, secret: testSecrets.draw });
  await draws.readNewEntries();
  const entries = draws.entries;
  const other = testSecrets.code;
  const { rows } = await database.query<{ last_hash: Buffer }>('select last_hash from inaam.head');
  const last = rows[0]?.last_hash ?? Buffer.alloc(32);
  const content = sealedContent(other, last, {
    campaign: campaign.id,
    number: entries,
    at: Date.now(),
    day: '2025-07-01',
    blocks: 1,
    fixed: [0],
    reserve: 0,
    to: '2025-09-15',
  });
  await database.query(
    `insert into inaam.amendment (campaign, number, content, hash, at, blocks, last_day, pools, added)
     values ($1, $2, $3, $4, now(), 1, '2025-09-15', array['chance:3', 'chance:5', 'chance:10'], array[2, 1, 1])`,
    [campaign.id, entries, content, Buffer.from(chainedHash(last, content))],
  );
  await expect(draws.readNewEntries()).rejects.toThrow('was not sealed with the secret');
  expect(draws.broken).toBeDefined();
  const verdict = await runOperatorInProcess(['ledger', 'verify', '--json'], { variables });
  expect(verdict.json()).toMatchObject({ valid: false, verifier: { fault: { what: 'seal' } } });
});

test('an amendment is shown to everybody on the page of the draw, with its entry of the ledger', async () => {
  const done = await supplement(['--blocks', '2', ...who, '--json']);
  const site = await testConsole(server);
  const viewer = await site.signedIn('viewer');
  const { body } = await site.call('readDraw', {}, { cookie: viewer });
  await site.close();
  const { amendments } = consoleCalls.readDraw.answer.parse(body);
  expect(amendments).toMatchObject([{ blocks: 2 }]);
  expect(done.json()).toMatchObject({ entry: { number: amendments[0]?.entry } });
});
