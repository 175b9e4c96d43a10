// Why nobody can take part is said by doctor, launch, status and the console alike.
import { hostname } from 'node:os';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  openTestDatabase,
  durableTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { recordProcess, runningPrograms } from '../database/processes.ts';
import { indianDay } from '../platform/period.rules.ts';
import { readOverview } from './read-overview.call.ts';

const server = await serverOnDatabase(await durableTestDatabase(), {
  change: (campaign) => ({ ...campaign, packs: { kind: 'unique', codes: 'made' } }),
});
const opened = await testConsole(server);
const cookie = await opened.signedIn('viewer');
afterAll(() => server.close());
afterAll(() => opened.close());

/** All runs: a batch is open, and each program is heard. */
beforeEach(async () => {
  const { database, campaign } = server;
  await database.query('delete from inaam.process');
  await database.query('delete from inaam.pack_batch');
  await database.query(
    `insert into inaam.pack_batch
       (campaign, batch, label, product, region, codes, state, changed_at)
     values ($1, 1, 'JUN-GOA', '', '', 9, 'open', now()), ($2, 1, 'OTHER', '', '', 9, 'open', now())`,
    [campaign.id, other],
  );
  for (const program of runningPrograms) await beat(program);
});

const other = 'tea-demo';

function beat(program: (typeof runningPrograms)[number], change: object = {}) {
  const host = `${hostname()}:${process.pid}`;
  const draw = program === 'serve' ? ({ state: 'up' } as const) : undefined;
  const own = { campaign: server.campaign.id, id: program, program, host, state: 'ready', draw };
  return recordProcess(server.database, { ...own, ...change });
}

const verdicts = z.array(z.looseObject({ level: z.string(), text: z.string() }));
const isClosed = (text: string) => text.startsWith('Nobody can take part');

/** Those that each of them says. */
async function closedBy(name: string): Promise<string[]> {
  const { campaign, time, databaseUrl } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const day = indianDay(time.campaign);
  const run = async (command: string, ...options: string[]) =>
    (
      await runOperatorInProcess([command, '--json', ...options], {
        variables: { DATABASE_URL: databaseUrl },
        wall: clocks.wall,
        day,
        campaign,
      })
    ).json();
  const found = {
    overview: async () =>
      (
        await readOverview(
          { database: opened.database, campaign, clocks, smsPaise: 25 },
          { from: day, until: day },
        )
      ).verdicts,
    campaign: async () => {
      const { body } = await opened.call('readCampaign', {}, { cookie });
      return consoleCalls.readCampaign.answer.parse(body).verdicts;
    },
    status: async () => z.object({ closed: verdicts }).parse(await run('status')).closed,
    doctor: async () =>
      z
        .object({ findings: z.array(z.object({ state: z.string(), found: z.string() })) })
        .parse(await run('doctor', '--no-settings'))
        .findings.map(({ found }) => ({ text: found })),
  }[name];
  return (await found?.())?.map(({ text }) => text).filter(isClosed) ?? ['not known'];
}

const query = (sql: string) => () => server.database.query(sql);
const own = `campaign = 'biscuit-2025'`;

test.each<[string, () => Promise<unknown>, RegExp, () => Promise<unknown>]>([
  [
    'paused',
    query(`update inaam.head set paused_at = now() where ${own}`),
    /the campaign is paused/,
    query(`update inaam.head set paused_at = null where ${own}`),
  ],
  [
    'of the programs only another campaign has deliver',
    async () => {
      await query(`delete from inaam.process where program = 'deliver'`)();
      await beat('deliver', { campaign: other });
    },
    /the program deliver does not respond/,
    query('select'),
  ],
  [
    'the SMS go to a mailbox',
    () => beat('deliver', { state: 'mailbox' }),
    /the program deliver is not ready: SMS_PROVIDER is mailbox/,
    query('select'),
  ],
  [
    'the site does not reach the draw',
    () => beat('serve', { draw: { state: 'down' } }),
    /the site does not reach the program draw/,
    query('select'),
  ],
  [
    'all batches are closed',
    query(`update inaam.pack_batch set state = 'closed' where ${own}`),
    /no batch of packs is open/,
    query('select'),
  ],
  [
    'each code is used',
    query(`update inaam.pack_batch set used = codes where ${own}`),
    /each code of the open batches is used/,
    query('select'),
  ],
  [
    'the deck and the reserve are used up',
    query(
      `set local session_replication_role = replica;
       update inaam.head set next_draw = 1000000000 where ${own};
       update inaam.budget set promised = remaining where ${own} and kind in ('reserve', 'fixed')`,
    ),
    /each reward is granted or promised/,
    query(
      `set local session_replication_role = replica;
       update inaam.head set next_draw = 0 where ${own};
       update inaam.budget set promised = 0 where ${own}`,
    ),
  ],
])(
  '[CAM-4] %s: doctor, status and the pages of the console say so',
  async (_, make, because, mend) => {
    const names = ['overview', 'campaign', 'status', 'doctor'];
    const all = async () =>
      Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await closedBy(name)])),
      );
    expect(await all()).toEqual(Object.fromEntries(names.map((name) => [name, []])));
    await make();
    onTestFinished(async () => void (await mend()));
    const said = [expect.stringMatching(because)];
    expect(await all()).toEqual(Object.fromEntries(names.map((name) => [name, said])));
  },
);

test('what is wrong with one campaign is no verdict of another in its tables', async () => {
  const { database, campaign, time, databaseUrl } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const day = indianDay(time.campaign);
  const delivering = openTestDatabase(databaseUrl, 2, 'inaam_deliver');
  const wrong = async () => {
    const context = { database: delivering, campaign, clocks, smsPaise: 25 };
    const { verdicts } = await readOverview(context, { from: day, until: day });
    return verdicts.filter(({ level }) => level !== 'well').map(({ kind }) => kind);
  };
  onTestFinished(() => delivering.end());
  expect(await wrong()).toEqual([]);
  await beat('deliver', { campaign: other, state: 'mailbox' });
  await beat('serve', { campaign: other, draw: { state: 'down' } });
  await database.query(
    `update inaam.process set beat_at = now() - interval '1 minute' where campaign = $1`,
    [other],
  );
  await database.query(`update inaam.pack_batch set state = 'recalled' where campaign = $1`, [
    other,
  ]);
  expect(await wrong()).toEqual([]);
  await database.query('delete from inaam.process where campaign = $1', [campaign.id]);
  expect(await wrong()).toEqual(['programSilent', 'programSilent']);
});
