// Two campaigns of one installation, with every program as its own user of the database.
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { createCleanup } from '@inaam/server/main/delivery/cleanup.job.ts';
import { readProgram } from '@inaam/server/main/checks/settings-checks.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  endPrograms,
  ephemeralPort,
  startProgram,
  type Program,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite } from '@inaam/testing/server/programs/serve-process.ts';
import { siteAt } from '@inaam/testing/server/shopper/device.ts';
import { Shopper, type ShopperServer } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { cleanUpRetired } from './server.ts';
import {
  first,
  hasInit,
  testInstallation,
  type TestInstallation,
} from './testing/installation.sql.ts';
import { readRowsOf } from './testing/rows-of-campaign.sql.ts';

const tea = 'tea-demo';
/** In the middle of each. */
const days = { [first]: '2025-07-01', [tea]: '2026-02-15' };
const ids = [first, tea] as const;
type Id = (typeof ids)[number];
const mobile = '9876543210';
const dayMs = 86_400_000;

let own: TestInstallation;
const fileOf = (id: Id) =>
  id === first ? own.file : path.join(own.folder, 'campaigns', id, 'inaam.env');
const operate = (id: Id, words: readonly string[], day = days[id] ?? '', typed?: string) =>
  runOperatorInProcess(words, {
    variables: { CAMPAIGN: undefined, INAAM_SETTINGS: fileOf(id), INAAM_CAMPAIGN: id },
    day,
    ...(typed !== undefined && { typed }),
  });
const onYes = ['--why', 'a test', '--yes'];

const started: Program[] = [];
const servers = new Map<Id, ShopperServer>();

async function launch(id: Id): Promise<void> {
  expect(await operate(id, ['draw', 'commit', ...onYes], '2025-05-01')).toMatchObject({ exit: 0 });
  // As in every demonstration, its days are not today's.
  await own.database.query('update inaam.head set has_own_clock = true where campaign = $1', [id]);
  const { outcomes } = await loadLaunched(id);
  const codes = outcomes.flatMap(({ amount }) =>
    Array.from(
      { length: 5 },
      (_, at) => `${id.slice(0, 3).toUpperCase()}-${amount}-TEST${at},${amount}`,
    ),
  );
  const csv = path.join(own.folder, `${id}.csv`);
  await writeFile(csv, `code,amount\n${codes.join('\n')}\n`);
  expect(await operate(id, ['vouchers', 'load', csv, ...onYes])).toMatchObject({ exit: 0 });
}

async function start(id: Id): Promise<void> {
  // Those of the first may be in use on this machine; the others were chosen because they are free.
  const ports =
    id === first
      ? { PORT: '0', METRICS_PORT: '0', DRAW_PORT: String(await ephemeralPort('127.0.0.1')) }
      : {};
  const variables = { INAAM_SETTINGS: fileOf(id), ...ports };
  const ahead = String(Date.parse(`${days[id]}T06:00:00Z`) - Date.now());
  const run = (words: readonly string[]) => {
    const program = startProgram('testing/faults/program.ts', variables, 'pipe', words);
    started.push(program);
    return program;
  };
  await run(['draw']).logLine('Drawing.');
  await run(['deliver', ahead, '', '0']).logLine('Delivering.');
  const { port } = await run(['serve', ahead]).logLine('Serving.');
  const { config, problems } = readProgram('serve', variables);
  if (!config) throw new Error(problems.join('\n'));
  const secrets = { ...config.secrets, draw: new Uint8Array(32), voucherSeal: config.secrets.seal };
  servers.set(id, {
    database: own.database,
    campaign: await loadLaunched(id),
    keys: allKeysOf(secrets, id),
    ...siteAt(`http://127.0.0.1:${Number(port)}`, 30_000),
  });
}

const shopperOf = (id: Id) => {
  const server = servers.get(id);
  if (!server) throw new Error(`${id} is not served.`);
  return new Shopper(server);
};

const sent = (id: Id) =>
  waitUntil(async () => {
    const { rows } = await own.database.query(
      `select from inaam.message where campaign = $1 and kind = 'voucher' and state in ('sent', 'delivered')`,
      [id],
    );
    return rows.length > 0;
  });

/** @returns the rows of a campaign's tables that something has changed */
async function changedIn(id: Id, work: () => Promise<unknown>): Promise<string[]> {
  const before = await readRowsOf(own.database, id);
  await work();
  const after = await readRowsOf(own.database, id);
  expect(Object.keys(before).length).toBeGreaterThan(30);
  return Object.keys(before).filter((name) => before[name] !== after[name]);
}

describe.skipIf(!hasInit)('two campaigns side by side', { tags: ['long'] }, () => {
  beforeAll(async () => {
    await buildSite();
    await buildSite('console/build/build-console.ts');
    own = await testInstallation();
    const words = [
      'campaign',
      'add',
      tea,
      '--site',
      'https://tea.example',
      '--second-holder',
      'nobody',
    ];
    expect(await operate(first, words)).toMatchObject({ exit: 0 });
    for (const id of ids) await launch(id);
    for (const id of ids) await start(id);
  });
  afterAll(endPrograms);
  afterAll(() => own.discard());

  test('a shopper plays in each with one number; what is paused, erased, retired or expired in one stays in the other', async () => {
    const [one, other] = [shopperOf(first), shopperOf(tea)];
    for (const shopper of [one, other]) {
      expect((await shopper.verify(mobile)).status).toBe(200);
      expect((await shopper.call('getReward')).status).toBe(200);
    }
    for (const id of ids) await sent(id);
    // One campaign's device, session and code mean nothing to the other.
    const stranger = shopperOf(tea);
    Object.assign(stranger, {
      userKey: one.userKey,
      dataKey: one.dataKey,
      accessToken: one.accessToken,
    });
    expect((await stranger.call('getReward')).status).toBe(401);
    await expect(stranger.code(mobile)).rejects.toThrow();

    const console = startProgram('server/main/console.ts', {
      INAAM_SETTINGS: own.file,
      CONSOLE_PORT: '0',
    });
    await console.logLine('The console is open.');
    expect(await console.logLine('The console has this campaign too.')).toMatchObject({
      campaign: tea,
    });
    await console.stop();

    const paused = () => operate(tea, ['campaign', 'pause', ...onYes.slice(0, 2)]);
    expect(await changedIn(first, paused)).toEqual([]);
    const refused = await waitUntil(async () => {
      const { status } = await shopperOf(tea).register('9876543211');
      return status === 200 ? undefined : status;
    });
    expect(refused).not.toBe(200);
    expect((await shopperOf(first).verify('9876543212')).status).toBe(200);
    await operate(tea, ['campaign', 'resume', ...onYes.slice(0, 2)]);

    const erased = () => operate(tea, ['number', 'erase', ...onYes], days[tea], mobile);
    expect(await changedIn(first, erased)).toEqual([]);
    expect((await one.call('getReward')).status).toBe(200);
    expect((await other.call('getReward')).status).toBe(401);
    await endAndRetire();
    expect((await one.call('getReward')).status).toBe(200);
  });

  /** Only after its end and its last voucher; then its data expires, and nobody else’s. */
  async function endAndRetire() {
    const retire = (day: string, ...more: string[]) =>
      operate(first, ['campaign', 'retire', tea, '--why', 'it is over', ...more], day);
    const running = started.slice(-3);
    await running[1]?.stop();
    const late = shopperOf(tea);
    expect((await late.verify('9876543213')).status).toBe(200);
    expect((await late.call('getReward')).status).toBe(200);
    const refusals = [
      [await retire('2026-03-31'), 'goes on until 2026-03-31. Nothing was changed.'],
      [await retire('2026-04-01'), '1 vouchers are owed. Nothing was changed'],
      [await retire('2026-04-01', '--owed'), 'Still running: draw'],
    ] as const;
    for (const [ran, sentence] of refusals) {
      expect(ran).toMatchObject({ exit: 1, errors: expect.stringContaining(sentence) });
    }
    for (const program of running) if (!program.hasEnded()) await program.stop();
    const before = await readRowsOf(own.database, tea);
    const retired = () => retire('2026-04-01', '--owed');
    expect(
      await changedIn(first, async () => expect(await retired()).toMatchObject({ exit: 0 })),
    ).toEqual([]);
    const after = await readRowsOf(own.database, tea);
    expect(Object.keys(after).filter((name) => before[name] !== after[name])).toEqual(['audit']);
    expect((await retired()).errors).toContain('is retired already');
    expect(existsSync(path.join(path.dirname(fileOf(tea)), 'secrets/DRAW_PART_ONE'))).toBe(true);
    expect(existsSync(path.join(path.dirname(fileOf(tea)), 'Caddyfile'))).toBe(false);
    expect((await operate(tea, ['audit'])).output).toContain('it is over');
    expect(await changedIn(first, expireRetired)).toEqual([]);
  }

  /** Years later, in the role of `deliver`. */
  async function expireRetired() {
    const url = readFileSync(path.join(own.folder, 'secrets/DELIVER_DATABASE_URL'), 'utf8').trim();
    const database = openDatabase(url, 4, 'keyLookups', 'inaam_deliver');
    const later = () => Date.now() + 1200 * dayMs;
    const log = { info: () => undefined, warn: vi.fn(), error: () => undefined };
    const cleaning = cleanUpRetired(
      {
        cleanUp: (campaign) =>
          createCleanup({ database, campaign, clocks: { wall: later, campaign: later }, log })(),
        log,
      },
      own.file,
    );
    await waitUntil(async () => {
      const { consent, token, mobile_limits: limits } = await readRowsOf(own.database, tea);
      return [consent, token, limits].every((rows) => rows?.startsWith('0'));
    });
    await cleaning.stop();
    await database.end();
    expect(log.warn).not.toHaveBeenCalled();
    // It is owed its voucher.
    expect((await readRowsOf(own.database, tea))['personal_data']).toMatch(/^1 /);
  }
});
