/** @module-tag long */
// An unannounced failover: packets on open database connections disappear, and only new connections
// reach the database. Real programs behind a proxy.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startFaultProxy, type FaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import {
  productionLimits,
  durableTestDatabase,
  type TestDatabase,
  withDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { committedBiscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { deliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import {
  committedSecrets,
  drawEnvironment,
  endPrograms,
  startProgram,
  validEnvironment,
} from '@inaam/testing/server/programs/program-process.ts';
import {
  buildSite,
  consentCall,
  post,
  serve,
} from '@inaam/testing/server/programs/serve-process.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { readDeliverConfig } from '../operator/settings/program-config.ts';

let main: TestDatabase;
let proxy: FaultProxy;
let folder: string;

beforeAll(async () => {
  await buildSite();
  main = await durableTestDatabase();
  await withDatabase(main.url, (owner) => committedBiscuitCampaign(owner, committedSecrets));
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-failover-'));
  proxy = await startFaultProxy(main.url);
});
afterEach(async () => {
  await endPrograms();
  proxy.heal();
});
afterAll(async () => {
  await proxy.close();
  await main.drop();
  await rm(folder, { recursive: true });
});

async function reasonOf(origin: string): Promise<unknown> {
  const { reason }: { reason?: unknown } = await (await fetch(`${origin}/ready`)).json();
  return reason ?? 'ready';
}

test('after a failover serve, deliver and draw work again without a restart', async () => {
  const databaseUrl = productionLimits(proxy.url);
  const environment = validEnvironment(databaseUrl);
  const { secrets } = readDeliverConfig(environment);
  const keys = { ...testSecrets, ...secrets, ...committedSecrets };
  const fixture = await deliveryFixture(main.url, keys);
  try {
    const site = await serve(databaseUrl, environment);
    const { PORT: _port, DRAW_TOKEN: _token, ...own } = environment;
    const delivery = startProgram('server/main/deliver.ts', own);
    const head = path.join(folder, 'head.json');
    const draw = startProgram('server/main/draw.ts', drawEnvironment(databaseUrl, head));
    const inner = Number((await delivery.logLine('Delivering.'))['metricsPort']);
    const drawPort = Number((await draw.logLine('Drawing.'))['port']);
    const programs = [site.inner, `http://127.0.0.1:${inner}`, `http://127.0.0.1:${drawPort}`];
    const { url, form } = await consentCall(site.origin);
    const call = async () => (await post(url, form, new Agent())).status;
    const before = await fixture.requestCode(newMobile(), '246801');
    await waitUntil(async () => (await fixture.message(before))?.state === 'sent');

    proxy.blackHole();
    expect(await call()).toBe(503);
    for (const program of programs) {
      await waitUntil(async () => (await reasonOf(program)) === 'database');
    }
    const owed = await fixture.requestCode(newMobile(), '135790');

    proxy.heal();
    await waitUntil(async () => (await call()) === 200);
    for (const program of programs) {
      await waitUntil(async () => (await reasonOf(program)) === 'ready');
    }
    await waitUntil(async () => (await fixture.message(owed))?.state === 'sent');
    for (const program of [site, delivery, draw]) expect(program.hasEnded()).toBe(false);
  } finally {
    await fixture.database.end();
  }
});
