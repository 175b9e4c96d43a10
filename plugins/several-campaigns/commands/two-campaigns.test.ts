// Two campaigns of one installation, with every program as its own user of the database.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCleanup } from '@inaam/server/main/delivery/cleanup.job.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import {
  endPrograms,
  ephemeralPort,
  startAsItIs,
  startProgram,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite } from '@inaam/testing/server/programs/serve-process.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { launchBrand, startBrand, whileStopped, type RunningBrand } from '../testing/brands.ts';
import { cleanUpRetired } from '../server.ts';
import {
  first,
  hasInit,
  testInstallation,
  type TestInstallation,
} from '../testing/installation.sql.ts';
import { readRowsOf } from '../testing/rows-of-campaign.sql.ts';

const tea = 'tea-demo';
/** In the middle of each. */
const played = [
  { id: first, like: first, day: '2025-07-01' },
  { id: tea, like: tea, day: '2026-02-15' },
];
const mobile = '9876543210';
const dayMs = 86_400_000;
const why = ['--why', 'a test'];

let own: TestInstallation;
const brands = new Map<string, RunningBrand>();
function brandOf(id: string): RunningBrand {
  const brand = brands.get(id);
  if (!brand) throw new Error(`${id} does not run.`);
  return brand;
}
const shopperOf = (id: string) => new Shopper(brandOf(id).server);

const sent = (id: string) =>
  waitUntil(async () => {
    const { rows } = await own.database.query(
      `select from inaam.message where campaign = $1 and kind = 'voucher' and state in ('sent', 'delivered')`,
      [id],
    );
    return rows.length > 0;
  });

/** Demonstrations: only `draw` starts. The port of the first is not that of the other. */
async function upRunsBoth() {
  const variables = {
    PATH: process.env['PATH'] ?? '',
    INAAM_SETTINGS: own.file,
    DRAW_PORT: String(await ephemeralPort('127.0.0.1')),
  };
  const up = startAsItIs(['server/main/operator.ts'], variables, { words: ['up', '--foreground'] });
  await waitUntil(() => {
    if (up.hasEnded()) throw new Error(up.output());
    return played.every(({ id }) => up.output().includes(`${id} draw    ready`));
  });
  expect(await up.stop()).toBe(0);
  // The installation has one console.
  expect(up.output()).not.toContain(`${tea} console`);
}

/** @returns the tables of which something else than its programs has changed its rows */
function changedIn(id: string, work: () => Promise<unknown>): Promise<string[]> {
  return whileStopped([brandOf(id)], async () => {
    const before = await readRowsOf(own.database, id);
    await work();
    const after = await readRowsOf(own.database, id);
    expect(Object.keys(before).length).toBeGreaterThan(30);
    return Object.keys(before).filter((name) => before[name] !== after[name]);
  });
}

describe.skipIf(!hasInit)('two campaigns side by side', { tags: ['long'] }, () => {
  beforeAll(async () => {
    await buildSite();
    await buildSite('console/build/build-console.ts');
    own = await testInstallation();
    const launched = [];
    for (const one of played) launched.push({ one, brand: await launchBrand(own, one) });
    await upRunsBoth();
    for (const { one, brand } of launched) brands.set(one.id, await startBrand(own, brand, one));
  });
  afterAll(endPrograms);
  afterAll(() => own.discard());

  test('a shopper plays in each with one number; what is paused, erased, retired or expired in one stays in the other', async () => {
    const [one, other] = [shopperOf(first), shopperOf(tea)];
    for (const shopper of [one, other]) {
      expect((await shopper.verify(mobile)).status).toBe(200);
      expect((await shopper.call('getReward')).status).toBe(200);
    }
    for (const { id } of played) await sent(id);
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

    const paused = () => brandOf(tea).operate(['campaign', 'pause', ...why]);
    expect(await changedIn(first, paused)).toEqual([]);
    const refused = await waitUntil(async () => {
      const { status } = await shopperOf(tea).register('9876543211');
      return status === 200 ? undefined : status;
    });
    expect(refused).not.toBe(200);
    expect((await shopperOf(first).verify('9876543212')).status).toBe(200);
    await brandOf(tea).operate(['campaign', 'resume', ...why]);

    const erased = () =>
      brandOf(tea).operate(['number', 'erase', ...why, '--yes'], { typed: mobile });
    expect(await changedIn(first, erased)).toEqual([]);
    expect((await one.call('getReward')).status).toBe(200);
    expect((await other.call('getReward')).status).toBe(401);
    await endAndRetire();
    expect((await one.call('getReward')).status).toBe(200);
  });

  /** Only after its end and its last voucher; then its data expires, and nobody else’s. */
  async function endAndRetire() {
    const retire = (day: string, ...more: string[]) =>
      brandOf(tea).operate(['campaign', 'retire', tea, '--why', 'it is over', ...more], { day });
    const { file, running } = brandOf(tea);
    const folder = path.dirname(file);
    await running.deliver.stop();
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
    await running.serve.stop();
    await running.draw.stop();
    const before = await readRowsOf(own.database, tea);
    const retired = () => retire('2026-04-01', '--owed');
    expect(
      await changedIn(first, async () => expect(await retired()).toMatchObject({ exit: 0 })),
    ).toEqual([]);
    const after = await readRowsOf(own.database, tea);
    expect(Object.keys(after).filter((name) => before[name] !== after[name])).toEqual(['audit']);
    expect((await retired()).errors).toContain('is retired already');
    expect(existsSync(path.join(folder, 'secrets/DRAW_PART_ONE'))).toBe(true);
    expect(existsSync(path.join(folder, 'Caddyfile'))).toBe(false);
    expect((await brandOf(tea).operate(['audit'])).output).toContain('it is over');
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
