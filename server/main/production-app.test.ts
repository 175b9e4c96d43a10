// The production site's rate limits and addresses, and the absence of the demonstration.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { SiteNotBuiltError } from '../http/page/built-files.ts';
import { createHealth } from '../database/health.ts';
import { openLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { buildProductionApp, type ProductionOptions } from './app.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { folderOfFile, folderOfTest } from '@inaam/testing/setup/folders.ts';

const lines: string[] = [];
const log = openLog('serve', { write: (line) => void lines.push(line) });

const server = await testServer();
const health = createHealth({ serving: server.database, aside: server.database }, log);
const site = await folderOfFile();
const page =
  '<html lang="en"><head><!--campaign--></head><body><!--scripts-needed--><!--cannot-start--><!--press-wait--><!--press-busy--></body></html>';
await writeFile(path.join(site, 'index.html'), page);
await writeFile(path.join(site, 'icon.svg'), '<svg/>');
const app = await buildProductionApp(productionOptions());
afterAll(() => server.close());
afterAll(() => app.close());

function productionOptions(): ProductionOptions {
  const { campaign, database, readCards, time } = server;
  return {
    config: {
      secrets: testSecrets,
      answerEncoding: 'object',
      publicOrigin: 'https://win.example',
      trustedProxies: ['127.0.0.1'],
      budget: rateLimits.budget,
    },
    campaign,
    database,
    clocks: { wall: () => time.wall, campaign: () => time.campaign },
    readCards,
    site,
    log,
    metrics: createMetrics(),
    isPaused: () => false,
    lastDay: () => undefined,
    health,
  };
}

test('the rate limits are those of production', async () => {
  const shopper = new Shopper({ ...server, app });
  const max = rateLimits.device.mobiles[0]?.max ?? 0;
  for (let asked = 0; asked < max; asked++) {
    expect((await shopper.register(newMobile())).status).toBe(200);
    server.time.wall += 1000;
  }
  expect(await shopper.register(newMobile())).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
});

test('it serves no route of the demo and no metrics, and its page has no demo notice', async () => {
  for (const url of ['/demo/phone', '/demo/phone.js', '/demo/messages?to=9876543210', '/demo/x']) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  const page = await app.inject({ url: '/?utm_source=qrcode' });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('id="campaign"');
  expect(page.body).not.toMatch(/demoOffset|"notice"/);
  expect((await app.inject({ url: '/metrics' })).body).not.toContain('inaam_');
});

test('an unknown address is not quoted in the answer', async () => {
  const answers = [
    await app.inject({ url: '/%zz-Asha' }),
    await app.inject({ url: `/api/users/getStates/${'a'.repeat(200)}` }),
    await app.inject({ url: '/assets/Asha.js' }),
    await app.inject({ method: 'POST', url: '/icon.svg' }),
  ];
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/Asha|aaaa/);
  }
});

test('every response and the log line of a call contain the request id', async () => {
  const id = '0f5f4b1e-5a0c-4c1b-9c8e-2f4f3f1f7a11';
  const ask = (url: string, remoteAddress: string) =>
    app.inject({ url, remoteAddress, headers: { 'x-request-id': id } });
  lines.length = 0;
  const trusted = await ask('/api/users/getStates/nobody', '127.0.0.1');
  const other = await ask('/api/users/getStates/nobody', '192.0.2.7');
  expect(trusted.headers['x-request-id']).toBe(id);
  expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(other.headers['x-request-id']).not.toBe(id);
  for (const url of ['/', '/icon.svg', '/live', '/ready', '/api/nothing']) {
    expect((await app.inject({ url })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { call: 'getStates', status: 401, refusal: 'sessionExpired', requestId: id },
    { call: 'getStates', status: 401, requestId: other.headers['x-request-id'] },
    { call: 'none', status: 404, refusal: 'notFound' },
  ]);
});

test('a site that was not built is reported with the remedy', async () => {
  const empty = await folderOfTest();
  await expect(buildProductionApp({ ...productionOptions(), site: empty })).rejects.toThrow(
    SiteNotBuiltError,
  );
  await expect(buildProductionApp({ ...productionOptions(), site: empty })).rejects.toThrow(
    'The site is not built: web/dist/index.html is missing. Run `npm run build`.',
  );
  await writeFile(path.join(empty, 'index.html'), '<html></html>');
  await expect(buildProductionApp({ ...productionOptions(), site: empty })).rejects.toThrow(
    '`npm run build`',
  );
});

test('an overloaded site refuses newcomers, but never those who have begun, the page or its health', async () => {
  const session = { method: 'POST', url: '/api/users', payload: { utm_source: 'qrcode' } } as const;
  const states = { method: 'GET', url: '/api/users/getStates/nobody' } as const;
  const measured = app.memoryUsage();
  const memoryUsage = vi.spyOn(app, 'memoryUsage');
  const statusAt = async (eventLoopDelay: number) => {
    memoryUsage.mockReturnValue({ ...measured, eventLoopDelay });
    const answers = [session, states, '/', '/live'].map((request) => app.inject(request));
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  };
  onTestFinished(() => memoryUsage.mockRestore());
  expect(await statusAt(0)).toEqual([200, 401, 200, 200]);
  expect(await statusAt(5000)).toEqual([503, 401, 200, 200]);
});
