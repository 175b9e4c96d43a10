// The place is stored for the review, the address is not, and no other decision depends on either.
import { expect, test } from 'vitest';
import { createIpLookup, openIpDatabase } from '../platform/ip-info.ts';
import { openLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { addresses, ipDatabaseFile } from '@inaam/testing/server/ip-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { placeOfVisit } from '@inaam/testing/server/database/database-queries.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';

const opened = openIpDatabase(ipDatabaseFile);
if (!('lookUp' in opened)) throw new Error(opened.problem);
const { lookUp: lookUpIp } = opened;

async function within<Result>(
  options: Parameters<typeof testServer>[0],
  work: (server: TestServer) => Promise<Result>,
): Promise<Result> {
  const server = await testServer(options);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** Starts a session from an address, directly or through a proxy. @returns the stored place */
async function placeFrom(server: TestServer, remoteAddress: string, forwarded?: string) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/users',
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    payload: { utm_source: 'qrcode' },
  });
  expect(response.statusCode).toBe(200);
  const { resp } = response.json<{ resp: { token: { userKey: string } } }>();
  return placeOfVisit(server, resp.token.userKey);
}

const india = { country: 'India', countryCode: 'IN' };
const unitedStates = { country: 'United States', countryCode: 'US' };
const { india: fromIndia, unitedStates: fromStates } = addresses;

/** At once: visits are written once a second. */
const placesFrom = (server: TestServer, ways: readonly (readonly [string, string?])[]) =>
  Promise.all(ways.map(([address, forwarded]) => placeFrom(server, address, forwarded)));

test('[GAM-3] a visit is stored with the place of its address, or of the forwarded address from a trusted proxy', async () => {
  await within({ lookUpIp, trustedProxies: ['10.0.0.0/8', fromStates] }, async (server) => {
    const ways = [
      [fromIndia],
      [`::ffff:${fromIndia}`],
      [addresses.indiaBySix],
      ['10.0.0.7', fromIndia],
      // A shopper can forge the first addresses; the proxy appends the last.
      ['10.0.0.7', `${fromStates}1, ${fromIndia}`],
      ['::ffff:10.0.0.7', fromIndia],
      ['::ffff:a00:7', `${fromIndia}:4711, 10.0.0.8:443`],
      ['::ffff:a00:7', `"[::ffff:${fromIndia}]:4711", 10.0.0.8:443`],
      ['::ffff:a00:7', `${fromIndia}, ,, 10.0.0.8:443`],
      [fromStates, fromIndia],
    ] as const;
    expect(await placesFrom(server, ways)).toEqual(ways.map(() => india));
  });
  await within({ lookUpIp, trustedProxies: ['10.0.0.7'] }, async (server) => {
    const proxies = [fromStates, '10.0.0.8'].map((proxy) => [proxy, fromIndia] as const);
    expect(await placesFrom(server, proxies)).toEqual([unitedStates, null]);
  });
});

test('[GAM-3] a session starts without a place if the address has none', async () => {
  await within({ lookUpIp, trustedProxies: ['10.0.0.7'] }, async (server) => {
    const own = ['127.0.0.1', '192.168.1.1', '::1', 'fe80::1%eth0', 'nobody'] as const;
    const forwarded = ['unknown', '_hidden', `${fromIndia}, unknown`, ', ,', 'x'.repeat(4000)];
    const ways = [
      ...own.map((address) => [address] as const),
      ...forwarded.map((header) => ['10.0.0.7', header] as const),
    ];
    expect(await placesFrom(server, ways)).toEqual(ways.map(() => null));
  });
});

test('[GAM-3] without a database, or with a damaged one, visits are stored without a place', async () => {
  await within({}, async (server) => {
    expect(await placeFrom(server, fromIndia)).toBeNull();
  });
  const damaged = createIpLookup({
    get: () => {
      throw new Error('damaged');
    },
  });
  await within({ lookUpIp: damaged }, async (server) => {
    expect(await placeFrom(server, fromIndia)).toBeNull();
  });
});

test('[GAM-3] the address itself is neither stored nor logged, nor a label of a metric', async () => {
  const lines: string[] = [];
  const log = openLog('serve', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  await within({ lookUpIp, operations: { log, metrics } }, async (server) => {
    const shopper = new Shopper(server);
    shopper.remoteAddress = fromIndia;
    await shopper.verify(newMobile());
    await shopper.call('getReward');
    expect(await placeOfVisit(server, shopper.userKey)).toEqual(india);
    const { rows } = await server.database.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema = 'inaam' and table_type = 'BASE TABLE'`,
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { name } of rows) {
      const stored = await server.database.query(
        `select from ${name} as fact where fact::text like '%${fromIndia}%'`,
      );
      expect([name, stored.rowCount]).toEqual([name, 0]);
    }
    expect(lines.length).toBeGreaterThan(4);
    expect([...lines, await metrics.registry.metrics()].join('')).not.toContain(fromIndia);
  });
});
