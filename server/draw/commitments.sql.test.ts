import { randomBytes } from 'node:crypto';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitmentOf, planOf } from './campaign-commitment.ts';
import { rewardRulesOf } from './promise.rules.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { drawPartsOf } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  countRows,
  readAudits,
  readLedger,
} from '@inaam/testing/server/database/database-queries.ts';
import { claimsOf, insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { recordAudit } from '../database/audit-log.ts';
import { assertCommitted, commitDraw, readCommitment } from './commitments.sql.ts';
import { grantRewards } from './grants.sql.ts';
import { exportLedger, headText, readLedgerHead } from './ledger.sql.ts';
import { readReveal, revealSecret } from './draw-reveal.sql.ts';
import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import { campaignInForce } from '@inaam/campaigns/loader/server-campaign.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const { pseudonym } = testSecrets;
/** Each campaign has its own. */
const fresh = () => ({ drawParts: drawPartsOf(randomBytes(32)), pseudonym });
const committed = { drawParts: drawPartsOf(testSecrets.draw), pseudonym };
const operator = { by: 'asha', reason: 'the launch', at: Date.parse('2025-05-01T10:00:00Z') };
const afterEnd = Date.parse('2025-09-16T18:30:00Z');
const other = () => ({ ...server.campaign, id: 'other' });
const blocks = (count: number) => {
  const { draw } = server.campaign;
  return { ...server.campaign, draw: { ...draw, deck: { ...draw.deck, blocks: count } } };
};

test('[CAM-3] of many simultaneous commits one succeeds and writes one audit row with operator and reason', async () => {
  const pools = [openTestDatabase(server.databaseUrl, 2), openTestDatabase(server.databaseUrl, 2)];
  try {
    const commitment = commitmentOf(other(), fresh());
    const done = await Promise.all(
      [...pools, ...pools].map((pool) => commitDraw(pool, commitment, operator)),
    );
    expect(done.map(({ kind }) => kind).toSorted()).toEqual([
      'already',
      'already',
      'already',
      'committed',
    ]);
    expect(await readCommitment(server.database, 'other')).toEqual({
      ...commitment,
      committedAt: operator.at,
      by: 'asha',
    });
    expect(await readAudits(server.database, { campaign: 'other' })).toMatchObject([
      {
        command: 'draw commit',
        by: 'asha',
        reason: 'the launch',
        details: { commitment: commitment.hash },
      },
    ]);
    const head = await readLedgerHead(server.database, 'other');
    expect(head).toEqual({ entries: 0, hash: commitment.hash });
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
});

test.each([
  ['deck', () => blocks(999), /the deck \(draw\.json, deck\)\. Restore it/],
  [
    'chance',
    () => ({
      ...server.campaign,
      fixed: server.campaign.fixed.map((law) => ({ ...law, chance: 'allowed' as const })),
    }),
    /Different: the fixed rewards \(rewards\.json, fixed\)\. Restore it/,
  ],
  [
    'kind of pack',
    () => ({ ...server.campaign, packs: { kind: 'batch' as const } }),
    /Different: the codes of packs \(packs\.json\)\. Restore it/,
  ],
  [
    'list of states',
    () => ({ ...server.campaign, states: server.campaign.states.slice(1) }),
    /Different: the states \(states\.json\)\. Restore it/,
  ],
] as const)(
  '[CAM-5] a %s that differs from the commitment is refused by commit and start, which name it',
  async (_, changed, words) => {
    const { database } = server;
    const commitment = commitmentOf(changed(), committed);
    await expect(commitDraw(database, commitment, operator)).rejects.toThrow(words);
    await expect(assertCommitted(database, commitment.document)).rejects.toThrow(words);
    await expect(assertCommitted(database, planOf(changed()))).rejects.toThrow(words);
    expect((await database.query('select from inaam.commitment')).rowCount).toBe(1);
  },
);

test('[CAM-3] of campaigns that commit to one secret at once, one succeeds', async () => {
  const { databaseUrl, database, campaign } = server;
  const pool = openTestDatabase(databaseUrl, 4);
  const shared = fresh();
  const ends = await Promise.allSettled(
    ['one', 'two', 'three', 'four'].map((id) =>
      commitDraw(pool, commitmentOf({ ...campaign, id }, shared), operator),
    ),
  );
  await pool.end();
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const end of ends) {
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'SharedSecret' });
  }
  expect((await database.query('select from inaam.commitment')).rowCount).toBe(2);
});

test('[CAM-5] a program does not start without a commitment or with another secret, but does without a secret', async () => {
  const { database, campaign } = server;
  await expect(assertCommitted(database, planOf(other()))).rejects.toThrow(
    'has not committed to its draw, and no reward can be granted without that. Check the folder, let both holders place their part of the secret, then run: npx inaam draw commit',
  );
  const forged = commitmentOf(campaign, {
    ...committed,
    drawParts: drawPartsOf(testSecrets.code),
  }).document;
  await expect(assertCommitted(database, forged)).rejects.toThrow(
    'Different: part one of the secret (DRAW_PART_ONE, which its holder has), part two of the secret (DRAW_PART_TWO, which its holder has), the secret. Restore it',
  );
  expect((await assertCommitted(database, planOf(campaign))).hash).toBe(
    commitmentOf(campaign, committed).hash,
  );
});

test('[CAM-3] without a commitment nothing is granted', async () => {
  const { campaign, database, readCards } = server;
  const rules = rewardRulesOf(campaign);
  const [today, now, drawNumber] = ['2025-07-01', server.time.wall, undefined];
  const claim = { pseudonym: randomBytes(16), today, now, drawNumber };
  await expect(grantRewards(database, 'nobody', rules, readCards).one(claim)).rejects.toThrow(
    'has not committed to a draw',
  );
});

test('the schema checks the document against its hash', async () => {
  const insert = (document: string) =>
    server.database.query(
      `insert into inaam.commitment values ('forged', $1, sha256('other'), now(), 'nobody')`,
      [document],
    );
  await expect(insert('another')).rejects.toThrow('commitment_check');
  expect((await insert('other')).rowCount).toBe(1);
});

test.each([
  ['2025-09-15T18:30:00.000Z', 'before 2025-09-17 00:00:00 IST: until then rewards can be claimed'],
  ['2025-09-16T18:29:59.999Z', 'before 2025-09-17 00:00:00 IST'],
])('[CAM-3] at %s the secret may not be revealed', async (now, words) => {
  const { database, campaign } = server;
  await expect(
    revealSecret(database, campaign.id, testSecrets.draw, operator, Date.parse(now)),
  ).rejects.toThrow(words);
  expect(await readReveal(database, campaign.id)).toBeUndefined();
});

test('[CAM-3] only the committed secret can be revealed, and only once', async () => {
  const { database, campaign } = server;
  const reveal = (secret: Uint8Array, id = campaign.id) =>
    revealSecret(database, id, secret, operator, afterEnd);
  await expect(reveal(testSecrets.code)).rejects.toThrow('do not make the secret that campaign');
  await expect(reveal(testSecrets.draw, 'other')).rejects.toThrow('nothing to reveal');
  const done = await Promise.all([reveal(testSecrets.draw), reveal(testSecrets.draw)]);
  expect(done.map(({ kind }) => kind).toSorted()).toEqual(['already', 'revealed']);
  expect(await readReveal(database, campaign.id)).toEqual({
    secret: Buffer.from(testSecrets.draw),
    at: operator.at,
  });
  expect(await readAudits(database, {})).toMatchObject([
    { command: 'draw reveal', details: { entries: 0 } },
    { command: 'draw commit' },
  ]);
});

test('[CAM-3] after the reveal nothing is granted and nobody is verified, even by raw SQL', async () => {
  const { database, campaign, readCards } = server;
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.register(mobile);
  const [late] = await insertParticipants(server, 1, 'Goa');
  const [claim] = await claimsOf(database, late ? [late] : []);
  if (!claim) throw new Error('nobody was enrolled');
  await revealSecret(database, campaign.id, testSecrets.draw, operator, afterEnd);
  const rules = rewardRulesOf(campaign);
  expect(await grantRewards(database, campaign.id, rules, readCards).one(claim)).toEqual({
    amount: undefined,
    reason: 'ended',
  });
  expect((await shopper.verifyWith(await shopper.code(mobile))).status).toBe(500);
  expect(await countRows(database, 'participation')).toBe(1);
  await expect(
    database.query(
      `insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
       values ($1, $2, 3, 'reserve', now(), '2025-07-01', 'reserve:3')`,
      [campaign.id, late],
    ),
  ).rejects.toMatchObject({ constraint: 'recorded_in_the_ledger' });
  await expect(
    database.query(
      `insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
       select campaign, next_ledger, 'granted', $2, '{}', last_hash from inaam.head where campaign = $1`,
      [campaign.id, late],
    ),
  ).rejects.toMatchObject({ constraint: 'nothing_after_the_reveal' });
});

test('for any page size the ledger is exported line by line as hashed, up to the given head', async () => {
  const { database, campaign } = server;
  for (let who = 0; who < 5; who++) await new Shopper(server).verify(newMobile(), 'Goa');
  const head = await readLedgerHead(database, campaign.id);
  expect(head?.entries).toBe(5);
  const lines = (await readLedger(server)).map(
    ({ content, hash }) => `{"entry":${content},"hash":"${hash.toString('hex')}"}\n`,
  );
  await new Shopper(server).verify(newMobile(), 'Goa');
  for (const page of [1, 2, 5, 100]) {
    const pieces = await Array.fromAsync(exportLedger(database, campaign.id, 5, page));
    expect(pieces).toHaveLength(Math.ceil(5 / page));
    expect(pieces.join('')).toBe(lines.join(''));
  }
  expect(lines.at(-1)).toContain(head?.hash);
  expect(headText({ entries: 5, hash: 'ab' }, 0)).toBe(
    '{"at":"1970-01-01T00:00Z","entries":5,"hash":"ab"}\n',
  );
});

test('the audit log refuses updates, deletions and rows without a reason', async () => {
  const { database } = server;
  const audit = { campaign: null, command: 'campaign check', details: { faults: 0 } };
  await recordAudit(database, { ...audit, operator });
  await expect(
    recordAudit(database, { ...audit, operator: { ...operator, reason: '' } }),
  ).rejects.toThrow('audit_why_check');
  for (const change of ['update inaam.audit set why = 1', 'delete from inaam.audit'])
    await expect(database.query(change)).rejects.toThrow('append-only');
  expect(await readAudits(database, { max: 1 })).toEqual([
    { ...audit, ...operator, number: expect.any(Number) },
  ]);
});

const dayFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

test.each(['biscuit-2025', 'goli-soda-2026', 'tea-demo'])(
  '[CAM-4] the words and facts of %s follow the last day, there and back',
  async (id) => {
    const committed = withCommitment(await loadCampaign(id), 'ab'.repeat(32));
    let lastDay: string | undefined;
    const campaign = campaignInForce(committed, () => lastDay);
    const seen = () => {
      const { lastDayMoved, programme, words } = campaign.publicCampaign('en');
      return { lastDayMoved, to: programme.to, text: JSON.stringify(words) };
    };
    const before = seen();
    expect(before).toMatchObject({ lastDayMoved: undefined, to: committed.programme.to });
    const [earlier, later] = [-45, 45].map((days) => dayFrom(committed.programme.to, days));
    lastDay = earlier;
    expect(campaign.programme).toEqual({ ...committed.programme, to: earlier });
    expect(seen()).toMatchObject({ lastDayMoved: 'earlier', to: earlier });
    const date = formatDate(earlier ?? '', 'en');
    expect(campaign.words('en').messages.ended).toContain(date);
    expect(seen().text).toContain(`now ends on ${date}`);
    expect(seen().text).toContain('ab'.repeat(32));
    lastDay = later;
    expect(seen()).toMatchObject({ lastDayMoved: 'later', to: later });
    // An earlier answer to the privacy notice is still valid.
    expect(campaign.publicCampaign('en').noticeVersion).toBe(
      committed.publicCampaign('en').noticeVersion,
    );
    lastDay = committed.programme.to;
    expect(seen()).toEqual(before);
  },
);
