// In a campaign that requires two people, everything that one of them tries alone: with the shell,
// with the operator's database role, and with both parts of the secret.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  operatorFixture,
  type OperatorFixture,
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  serverOnDatabase,
  testSecrets,
  type TestServer,
} from '@inaam/testing/server/app/server-on-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { BoundDraws } from '../cards/bound-draws.ts';
import { followCampaign, type CampaignFollower } from '../../main/follow-campaign.ts';
import { makeApproverKey, openApproverKey } from '../../platform/approver-key.ts';
import { sealedContent } from './amendment.rules.ts';
import { signedText } from './approval.rules.ts';
import { chainedHash } from '../ledger.rules.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { readDrawInForce } from '../ledger.sql.ts';
import { readCommitment } from '../commitments.sql.ts';

const passphrase = (name: string) => `four words of ${name}`;
const names = ['asha', 'meera', 'ravi', 'zoya'] as const;
const made = new Map(names.map((name) => [name, makeApproverKey(passphrase(name), 2)]));
const publicKey = (name: (typeof names)[number]) => made.get(name)?.publicKey ?? '';
const committed = { asha: publicKey('asha'), meera: publicKey('meera'), ravi: publicKey('ravi') };

let operators: OperatorFixture;
let server: TestServer;
const servers: TestServer[] = [];
let follower: CampaignFollower | undefined;
let folder: string;
let variables: Record<string, string>;

beforeAll(async () => {
  operators = operatorFixture();
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-approvals-'));
  for (const [name, { file }] of made) await writeFile(keyOf(name), file, { mode: 0o600 });
});
beforeAll(async () => {
  server = await newServer();
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await operators.end();
  await rm(folder, { recursive: true });
});

async function newServer(): Promise<TestServer> {
  const { url } = await operators.newDatabase();
  variables = { DATABASE_URL: url, ...drawVariables(testSecrets.draw) };
  const created = await serverOnDatabase(
    { url, drop: () => Promise.resolve() },
    {
      role: 'inaam_serve',
      isPaused: () => follower?.isPaused() ?? false,
      change: (campaign) => ({ ...campaign, draw: { ...campaign.draw, approvers: committed } }),
    },
  );
  servers.push(created);
  return created;
}

const keyOf = (name: string) => path.join(folder, `${name}.key`);

const run = (words: readonly string[], typed?: string, more: Record<string, string> = {}) =>
  runOperatorInProcess(words, {
    variables: { ...variables, ...more },
    day: '2025-07-01',
    ...(typed !== undefined && { typed }),
  });
const as = (name: string, words: readonly string[]) =>
  run([...words, '--key', keyOf(name)], passphrase(name));
const supplement = ['campaign', 'supplement', '--blocks', '2', '--why', 'approved by the brand'];
const propose = async (name = 'asha') =>
  Number((await as(name, [...supplement, '--json'])).json()['proposal']);
const confirm = (name: string, number: number) =>
  as(name, ['approvals', 'confirm', String(number), '--yes', '--json']);

const blocksNow = async () =>
  (await readDrawInForce(server.database, server.campaign.id))?.blocks ?? 0;

/** Anybody with the operator role's password could run this. */
async function asOperator<Result>(
  work: (pool: ReturnType<typeof openTestDatabase>) => Promise<Result>,
): Promise<Result> {
  const pool = openTestDatabase(server.databaseUrl, 1, 'inaam_operator');
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

test('[CAM-3] one proposes, another confirms, and the ledger carries both signatures', async () => {
  const before = await blocksNow();
  // No secret: only the executing approver has both parts.
  const proposed = await run([...supplement, '--key', keyOf('asha')], passphrase('asha'), {
    DRAW_PART_ONE: '',
    DRAW_PART_TWO: '',
  });
  expect(proposed).toMatchObject({ exit: 0, output: expect.stringContaining('another approver') });
  expect(await blocksNow()).toBe(before);
  const list = (await run(['approvals', 'list', '--json'])).json();
  expect((await run(['approvals', 'list'])).output).toContain(`meera (${publicKey('meera')})`);
  expect(list).toMatchObject({
    approvers: ['asha', 'meera', 'ravi'],
    approverKeys: committed,
    proposals: expect.arrayContaining([
      expect.objectContaining({ command: 'campaign supplement', by: 'asha', state: 'open' }),
    ]),
  });
  const number = Number((await run(['approvals', 'list', '--json'])).output.match(/l":(\d+)/)?.[1]);
  const shown = await run(['approvals', 'show', String(number)]);
  expect(shown.output).toContain('2 blocks with');
  expect(shown.output).toContain('approved by the brand');

  const done = await confirm('ravi', number);
  expect(done.json()).toMatchObject({
    result: 'executed',
    proposedBy: 'asha',
    confirmedBy: 'ravi',
  });
  expect(await blocksNow()).toBe(before + 2);
  const again = await confirm('meera', number);
  expect(again).toMatchObject({ exit: 1, errors: expect.stringContaining('was executed by ravi') });
  expect(await blocksNow()).toBe(before + 2);
  expect(await newestAudits(variables, 2)).toMatchObject([
    {
      command: 'campaign supplement',
      by: 'ravi',
      details: { proposal: number, proposedBy: 'asha' },
    },
    { command: 'approvals propose', by: 'asha', details: { proposal: number } },
  ]);
});

test('[CAM-3] one person alone gets nothing executed', async () => {
  const before = await blocksNow();
  const number = await propose();
  for (const [refused, exit, sentence] of [
    [await run([...supplement, '--yes']), 1, 'this campaign requires two people'],
    [await confirm('asha', number), 1, 'you proposed it yourself'],
    [await confirm('zoya', number), 1, 'this key is of no approver'],
    [await as('zoya', supplement), 1, 'this key is of no approver'],
    [
      await run(['approvals', 'confirm', String(number), '--yes', '--key', keyOf('ravi')], 'wrong'),
      2,
      'the passphrase is not that of this key',
    ],
    [await confirm('ravi', number + 1), 1, 'There is no proposal'],
  ] as const) {
    expect([refused.exit, refused.errors]).toEqual([exit, expect.stringContaining(sentence)]);
  }
  const other = await as('asha', ['campaign', 'extend', '--to', '2025-10-01', '--why', 'x']);
  expect(other.exit).toBe(0);
  expect(await blocksNow()).toBe(before);
});

test('[CAM-3] a proposal that was refused, has expired, or follows another amendment is void', async () => {
  const [first, second, third] = [await propose(), await propose('meera'), await propose()];
  const refused = await run(['approvals', 'refuse', String(first), '--why', 'not agreed']);
  expect(refused).toMatchObject({ exit: 0 });
  expect((await confirm('ravi', first)).errors).toContain('was refused');
  expect((await confirm('ravi', second)).exit).toBe(0);
  expect((await confirm('ravi', third)).errors).toContain('the campaign was amended after it');
  const words = [...supplement, '--hours', '1', '--json', '--key', keyOf('asha')];
  const late = Number((await run(words, passphrase('asha'))).json()['proposal']);
  const inTwoHours = Date.now() + 2 * 3_600_000;
  const confirmed = await runOperatorInProcess(
    ['approvals', 'confirm', String(late), '--yes', '--key', keyOf('ravi')],
    { variables, day: '2025-07-01', typed: passphrase('ravi'), wall: () => inTwoHours },
  );
  expect(confirmed).toMatchObject({ exit: 1, errors: expect.stringContaining('has expired') });
});

test('[CAM-3] two confirmations at once execute it once', async () => {
  const before = await blocksNow();
  const number = await propose();
  const both = await Promise.all([confirm('ravi', number), confirm('meera', number)]);
  expect(both.filter(({ exit }) => exit === 0)).toHaveLength(1);
  expect(both.filter(({ exit }) => exit === 1)).toHaveLength(1);
  expect(await blocksNow()).toBe(before + 2);
});

test('[CAM-3] rows that the operator writes into the database are forgeries', async () => {
  const before = await blocksNow();
  const number = await propose();
  const forged = (change: string, reason = 'reason') =>
    asOperator(async (pool) => {
      const { rows } = await pool.query<{ number: string }>(
        `insert into inaam.proposal (campaign, statement, reason, at, proposed_by, signature)
         select campaign, ${change}, ${reason}, at, proposed_by, signature
         from inaam.proposal where number = $1 returning number`,
        [number],
      );
      return Number(rows[0]?.number);
    });
  for (const row of [
    await forged(`replace(statement, '"blocks":2', '"blocks":9')`),
    await forged(`replace(statement, 'Z"', 'Z" ')`),
    await forged(`statement || ' '`, `'another reason'`),
  ]) {
    const refused = await confirm('ravi', row);
    expect(refused).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('changed, or forged'),
    });
  }
  // Ending a forged proposal does not make it valid.
  const { json } = await run(['approvals', 'list', '--json']);
  expect(JSON.stringify(json()).match(/"by":"-",[^}]*"state":"forged"/g)).toHaveLength(3);
  await asOperator((pool) =>
    pool.query(
      `insert into inaam.proposal_end (campaign, number, result, at, ended_by, signature)
       select campaign, number, 'executed', at, 'ravi', signature
       from inaam.proposal where number >= $1`,
      [number],
    ),
  );
  const ended = (await run(['approvals', 'list', '--json'])).output;
  expect(ended.match(/"state":"forged"/g)).toHaveLength(4);
  await asOperator(async (pool) => {
    for (const change of [
      `update inaam.proposal set reason = 'x'`,
      'delete from inaam.proposal_end',
      'update inaam.commitment set document = document',
    ]) {
      await expect(pool.query(change)).rejects.toThrow(/permission denied|append-only/);
    }
  });
  const turned = ['campaign', 'supplement', '--blocks', '2', '--why', 'approved \u202E2'];
  expect(await as('asha', turned)).toMatchObject({ exit: 2 });
  expect(await blocksNow()).toBe(before);
});

test('[CAM-3] an amendment that one person seals alone stops the draw, and shows in the ledger', async () => {
  const before = [server, variables] as const;
  onTestFinished(() => {
    [server, variables] = before;
    follower?.stop();
    follower = undefined;
  });
  server = await newServer();
  const { database, campaign } = server;
  const alarms: string[] = [];
  const error = (_: object, sentence: string) => void alarms.push(sentence);
  follower = await followCampaign(database, campaign.id, { info: () => undefined, error });
  const commitment = await readCommitment(database, campaign.id);
  if (!commitment) throw new Error('nothing was committed to');
  const draws = new BoundDraws({ database, commitment, secret: testSecrets.draw });
  const number = await propose();
  expect((await confirm('ravi', number)).exit).toBe(0);
  await draws.readNewEntries();
  const [winner, waiting] = [new Shopper(server), new Shopper(server)];
  await winner.verify(newMobile(), 'Tamil Nadu');
  await waiting.verify(newMobile(), 'Tamil Nadu');
  expect(await winner.call('getReward')).toMatchObject({ status: 200 });
  await follower?.look();
  expect(alarms).toEqual([]);

  // An attacker with both parts, the operator's role, and one key used twice.
  const key = openApproverKey(made.get('asha')?.file ?? '', passphrase('asha'));
  if (typeof key === 'string') throw new Error(key);
  await asOperator((pool) => insertSealed(pool, campaign.id, key.sign));
  await expect(draws.readNewEntries()).rejects.toThrow('two approvers have not signed');
  // `serve` grants nothing either, not even what needs no card.
  await follower?.look();
  expect(alarms).toEqual([expect.stringContaining('not signed by two approvers')]);
  const paused = { status: 403, resp: { campaign: 'paused' } };
  expect(await waiting.call('getReward')).toMatchObject(paused);
  expect(await new Shopper(server).register(newMobile())).toMatchObject(paused);
  expect(await winner.call('getReward')).toMatchObject({ status: 200 });
  const unknown = expect.stringContaining('without valid signatures');
  expect(await as('asha', supplement)).toMatchObject({ exit: 1, errors: unknown });
});

test(
  '[CAM-3][CAM-6] codes of a batch leave the stock only when two people have signed it',
  { tags: ['long'] },
  async () => {
    const file = path.join(folder, 'codes.csv');
    await writeFile(file, 'code,amount\nTWO-PEOPLE-1,3\nTWO-PEOPLE-2,3\n');
    const loaded = await run(
      ['vouchers', 'load', file, '--why', 'x', '--yes', '--json'],
      undefined,
      {
        INDEX_SECRET: secret(),
        VOUCHER_SEAL_KEYS: `1:${secret()}`,
      },
    );
    expect(loaded).toMatchObject({ exit: 0, errors: expect.stringContaining('Storing.\n') });
    const batches = (await run(['vouchers', 'batches', '--json'])).output;
    const batch = /"(?:batch|number)":(\d+)/.exec(batches)?.[1] ?? '';
    const withdraw = ['vouchers', 'withdraw', batch, '--why', 'recalled by the issuer'];
    const alone = await run([...withdraw, '--yes']);
    expect(alone).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('requires two people'),
    });
    const proposed = await as('asha', [...withdraw, '--json']);
    expect(proposed.json()).toMatchObject({ result: 'proposed', by: 'asha' });
    const first = String(proposed.json()['proposal']);
    expect((await run(['approvals', 'show', first])).output).toContain('2 codes of batch');
    expect(await withdrawnCodes()).toBe(0);

    // It becomes void during execution, not before.
    const early = Number((await as('meera', [...withdraw, '--json'])).json()['proposal']);
    const other = await propose();
    const amended = await whileLocked(async () => {
      const waiting = confirm('ravi', early);
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1);
      const supplemented = await confirm('meera', other);
      return { waiting, exit: supplemented.exit };
    });
    expect(amended.exit).toBe(0);
    expect((await amended.waiting).errors).toContain('the campaign was amended after it');
    expect(await withdrawnCodes()).toBe(0);

    const number = Number((await as('asha', [...withdraw, '--json'])).json()['proposal']);
    const both = await Promise.all([confirm('ravi', number), confirm('meera', number)]);
    expect(both.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(await withdrawnCodes()).toBe(2);
    const again = await as('asha', withdraw);
    expect(again).toMatchObject({ exit: 1, errors: expect.stringContaining('no code of batch') });
  },
);

const secret = () => randomBytes(32).toString('base64');
const withdrawnCodes = () =>
  asOperator(async (pool) => {
    const { rows } = await pool.query<{ count: string }>(
      'select count(*) as count from inaam.voucher where withdrawn_at is not null',
    );
    return Number(rows[0]?.count);
  });

test('[CAM-3][CAM-6] a voucher is settled by hand only when two people have signed it', async () => {
  const shopper = new Shopper(server);
  await shopper.verify(newMobile(), 'Goa');
  await shopper.call('getReward');
  const message = await asOperator(async (pool) => {
    const { rows } = await pool.query<{ id: string }>(
      `update inaam.message set state = 'failed', ended_at = now(), reason = 'dead', try_again = 'no'
       where kind = 'voucher' returning id`,
    );
    return rows[0]?.id ?? '';
  });
  const settle = ['deliveries', 'settle', message, '--why', 'paid by post'];
  const alone = await run([...settle, '--yes']);
  expect(alone).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('requires two people'),
  });
  const number = Number((await as('asha', [...settle, '--json'])).json()['proposal']);
  const later = Number((await as('meera', [...settle, '--json'])).json()['proposal']);
  expect((await confirm('asha', number)).exit).toBe(1);
  expect((await confirm('ravi', number)).exit).toBe(0);
  // Two have signed this one as well, but there is nothing left to settle.
  const again = await confirm('ravi', later);
  expect(again).toMatchObject({ exit: 1, errors: expect.stringContaining('not open any more') });
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'deliveries settle', by: 'ravi', details: { message, proposedBy: 'asha' } },
  ]);
  const audit = {
    campaign: server.campaign.id,
    command: 'deliveries settle',
    operator: { by: 'ravi', reason: 'x', at: Date.now() },
    details: {},
    confirmed: { proposal: number, by: 'ravi', signature: '00' },
  };
  const executedTwice = asOperator((pool) => recordAudit(pool, audit));
  await expect(executedTwice).rejects.toThrow('executed or refused in the meantime');
});

/** Withdrawing codes waits until the work is done. */
const whileLocked = <Result>(work: () => Promise<Result>): Promise<Result> =>
  asOperator(async (pool) => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      await connection.query('select from inaam.voucher for update');
      return await work();
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  });

async function countWaiting(): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}

test('[CAM-3] who leaves is replaced by two others, and can approve nothing from then on', async () => {
  const before = [server, variables] as const;
  onTestFinished(() => {
    [server, variables] = before;
  });
  server = await newServer();
  const named = (list: readonly (typeof names)[number][]) =>
    list.flatMap((name) => ['--approver', `${name}=${publicKey(name)}`]);
  const replace = ['approvals', 'replace', '--why', 'Ravi leaves', '--json'];
  const one = await as('asha', [...replace, ...named(['zoya'])]);
  expect(one).toMatchObject({ exit: 1, errors: expect.stringContaining('name 2 to 12 approvers') });
  const open = await propose('ravi');
  const proposed = await as('asha', [...replace, ...named(['zoya', 'meera', 'asha'])]);
  const number = Number(proposed.json()['proposal']);
  const all = ['asha', 'meera', 'zoya'] as const;
  const whole = all.map((name) => `${name} (${publicKey(name)})`).join(', ');
  expect((await run(['approvals', 'show', String(number)])).output).toContain(whole);
  expect((await confirm('zoya', number)).errors).toContain('of no approver');
  expect((await confirm('meera', number)).exit).toBe(0);
  // It is no forgery: he was an approver when he proposed it.
  expect((await confirm('zoya', open)).errors).toContain('the campaign was amended after it');
  expect((await run(['approvals', 'list', '--json'])).output).not.toContain('forged');
  expect((await as('ravi', supplement)).errors).toContain('of no approver');
  const next = await propose('zoya');
  expect((await confirm('ravi', next)).errors).toContain('of no approver');
  expect((await confirm('asha', next)).exit).toBe(0);
});

/** Inserts what amendDraw would, but with one person's signatures for two. */
async function insertSealed(
  pool: ReturnType<typeof openTestDatabase>,
  campaign: string,
  sign: (text: string) => string,
): Promise<void> {
  const { rows } = await pool.query<{ next: string; last: Buffer; after: string }>(
    `select next_ledger as next, last_hash as last,
       (select encode(hash, 'hex') from inaam.amendment) as after from inaam.head`,
  );
  const [number, last] = [Number(rows[0]?.next), rows[0]?.last ?? Buffer.alloc(32)];
  const amendment = { blocks: 2, fixed: [0], reserve: 0, to: '2025-09-15' };
  const proposed = {
    command: 'campaign supplement',
    expires: '2999-01-01T00:00Z',
    id: '00'.repeat(16),
    reasonSha256: '00'.repeat(32),
  };
  const action = { kind: 'amended', approvers: null, ...amendment } as const;
  const signature = sign(
    signedText({ ...proposed, action, after: rows[0]?.after ?? '', campaign }),
  );
  const signatures = ['asha', 'ravi'].map((by) => ({ by, signature }));
  const content = sealedContent(testSecrets.draw, last, {
    campaign,
    number,
    at: Date.now(),
    day: '2025-07-01',
    ...amendment,
    approval: { ...proposed, approvers: null, signatures },
  });
  await pool.query(
    `insert into inaam.amendment (campaign, number, content, hash, at, blocks, last_day, pools, added)
     values ($1, $2, $3, $4, now(), 2, '2025-09-15', '{}', '{}')`,
    [campaign, number, content, Buffer.from(chainedHash(last, content))],
  );
}

test('[CAM-3] a new key is in a file of its owner that its passphrase opens', async () => {
  const file = path.join(folder, 'new.key');
  const words = ['approvals', 'key', '--out', file];
  const twice = 'a long passphrase\na long passphrase';
  expect(await run(words, 'short\nshort')).toMatchObject({ exit: 2 });
  expect(await run(words, 'a long passphrase\nanother one here')).toMatchObject({ exit: 2 });
  const done = await run([...words, '--json'], twice);
  expect(done.json()).toMatchObject({ publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(done.errors).not.toContain('a long passphrase');
  expect(await run(words, twice)).toMatchObject({ exit: 1 });
});
