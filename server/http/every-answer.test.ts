// ASVS 3.4: every answer, on any route and with any status, has the same security headers.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { callNames, callPath, calls } from '@inaam/contract/calls.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import { demoPhone } from '@inaam/demo/phone/phone.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { allKeysOf } from '../platform/keys.ts';
import { type Health, addHealthRoutes } from '../database/health.ts';
import { openDatabase } from '../database/database.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const site = await folderOfFile();
const page =
  '<html lang="en"><head><!--campaign--></head><!--scripts-needed--><!--cannot-start--><!--press-wait--><!--press-busy--></html>';
await mkdir(path.join(site, 'assets'));
await writeFile(path.join(site, 'index.html'), page);
await writeFile(path.join(site, 'icon.svg'), '<svg/>');
await writeFile(path.join(site, 'assets', 'app-12345678.js'), '0');
const campaign = await loadCampaign('biscuit-2025');
const phone = {
  database: openDatabase('postgres://nobody@127.0.0.1:1/away'),
  campaign,
  keys: allKeysOf(testSecrets, campaign.id),
  site,
  campaignOffsetMs: 0,
};
const server = await testServer({
  isSecure: true,
  site,
  addRoutes: async (app) => {
    const health: Health = {
      readiness: async () => 'stopping',
      draw: async () => ({ state: 'up' }),
      isStopping: () => false,
      stop: () => undefined,
    };
    addHealthRoutes(app, health);
    await demoPhone(app, phone);
    app.get('/broken', () => {
      throw new Error('unutterable');
    });
  },
});
afterAll(() => server.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const tooLong = { ...form, 'content-length': String(bodyBytesMax + 1) };

type Expected = [status: number, request: InjectOptions & { url: string }];

function requests(): Expected[] {
  const userKey = server.keys.newUserKey();
  const ofCalls = callNames.flatMap((name): Expected[] => {
    const url = callPath(name, userKey);
    const isRead = calls[name].kind === 'read';
    const wrong = { url, method: 'POST', headers: { 'content-type': 'text/xml' } } as const;
    const bodies: Expected[] = [
      [413, { url, method: 'POST', headers: tooLong }],
      [415, { ...wrong, payload: 'a' }],
    ];
    return [
      [405, { url, method: isRead ? 'POST' : 'GET' }],
      [405, { url, method: 'DELETE' }],
      ...(isRead ? [] : bodies),
    ];
  });
  const person = { accept: 'text/html' };
  return [
    ...ofCalls,
    [200, { url: '/api/users', method: 'POST', payload: { utm_source: 'qrcode' } }],
    [200, { url: callPath('getStates', userKey) }],
    [401, { url: callPath('getStates', 'nobody') }],
    [401, { url: callPath('register', userKey), method: 'POST', headers: form, payload: 'data=x' }],
    [400, { url: '/api/users', method: 'POST', payload: { utm_source: 1 } }],
    [404, { url: '/api/nothing' }],
    [200, { url: '/' }],
    [200, { url: '/', headers: { 'accept-encoding': 'br' } }],
    [200, { url: '/spin-wheel', method: 'HEAD' }],
    [200, { url: '/icon.svg' }],
    [200, { url: '/assets/app-12345678.js' }],
    [404, { url: '/assets/none.js' }],
    [404, { url: '/assets/none.js', headers: person }],
    [404, { url: '/', method: 'POST' }],
    [413, { url: '/', method: 'POST', headers: tooLong }],
    [400, { url: '/%E0%B0' }],
    [302, { url: '/%E0%B0', headers: person }],
    [200, { url: '/draw/' }],
    [200, { url: '/draw/commitment.json' }],
    [404, { url: '/draw/none' }],
    [200, { url: '/demo/phone' }],
    [200, { url: '/demo/phone.js' }],
    [400, { url: '/demo/messages' }],
    [404, { url: '/demo/none' }],
    [200, { url: '/live' }],
    [503, { url: '/ready' }],
    [500, { url: '/broken' }],
    [500, { url: '/broken', headers: person }],
  ];
}

test('every answer of every route and status has the security headers, and says nothing of its server', async () => {
  for (const [status, request] of requests()) {
    const { headers, statusCode, body } = await server.app.inject(request);
    const what = `${request.method ?? 'GET'} ${request.url}: ${status}`;
    expect(statusCode, what).toBe(status);
    expect(headers, what).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'(?=.*frame-ancestors 'none')(?!.*unsafe)/,
      ),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    });
    if (body !== '') expect(headers['content-type'], what).toMatch(/charset=utf-8$|^image\//);
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
      expect(headers, what).not.toHaveProperty(name);
    }
    expect(body, what).not.toMatch(/unutterable|node_modules|fastify/i);
  }
});
