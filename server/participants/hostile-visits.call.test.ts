// A hostile link costs other visitors nothing, and nobody can fill the disk without an SMS.
import { afterAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';

const server = await testServer();
afterAll(() => server.close());

const arrive = (payload: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { 'content-type': 'application/json' },
    payload,
  });

test('of 198 honest visits among hostile ones every one is kept', async () => {
  const lone = ['\\ud800', '\\udfff', 'a\\udc00\\ud800b', '\\u0000', '\\ud83d'];
  const hostile = lone.map((text) => `{"utm_source":"qrcode","utm_term":"${text}"}`);
  const honest = Array.from({ length: 198 }, (_, at) =>
    JSON.stringify({ utm_source: 'qrcode', utm_campaign: `honest ${at}` }),
  );
  const answers = await Promise.all([...hostile, ...honest, ...hostile].map(arrive));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(208).fill(200));
  // Visits are written after the answers.
  await expect.poll(storedVisits).toEqual({ visits: 208, honest: 198 });
});

async function storedVisits() {
  const { rows } = await server.database.query<{ visits: number; honest: number }>(
    `select count(*)::int as visits,
       (count(distinct query ->> 'utm_campaign'))::int as honest from inaam.visit`,
  );
  return rows[0];
}

const [sessions, consents] = [6, 4];
const hourMs = 3_600_000;

/** Allows few visitors per network, and twice as many in the larger network around it. */
async function withLimits(work: (small: TestServer) => Promise<void>): Promise<void> {
  const limitsOf = (max: number) => ({ ipv4: max, ipv6: max, ipv6Site: 2 * max });
  const visitors = { session: limitsOf(sessions), consent: limitsOf(consents) };
  const small = await testServer({ rateLimits: { ...rateLimits, visitors } });
  try {
    await work(small);
  } finally {
    await small.close();
  }
}

const shopperAt = (small: TestServer, address: string) =>
  Object.assign(new Shopper(small), { remoteAddress: address });
const countOf = async ({ database }: TestServer, table: 'visit' | 'consent') => {
  const { rows } = await database.query(`select count(*)::int as count from inaam.${table}`);
  return rows[0]?.count;
};
/** Starts new devices from one address, one after another. */
async function startMany(small: TestServer, address: string, count: number) {
  const answers = [];
  for (let at = 0; at < count; at += 1) answers.push(await shopperAt(small, address).start());
  return answers;
}
const tooMany = {
  status: 429,
  resp: { messageId: 'tryAgain', message: expect.stringContaining('Please wait') },
  headers: { 'retry-after': expect.stringMatching(/^[1-9]\d{0,3}$/) },
};

test('beyond the limit of an address a new device is refused until the hour is over, and no other', async () => {
  await withLimits(async (small) => {
    const known = shopperAt(small, '203.0.113.5');
    await known.start();
    const answers = await startMany(small, '203.0.113.5', sessions + 1);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(sessions - 1).fill(200),
      ...Array(2).fill(429),
    ]);
    expect(answers.at(-1)).toMatchObject(tooMany);
    // A returning visitor may continue, and nothing more is stored.
    expect((await known.start()).status).toBe(200);
    expect((await shopperAt(small, '203.0.113.6').start()).status).toBe(200);
    await expect.poll(() => countOf(small, 'visit')).toBe(sessions + 1);
    const { rows } = await small.database.query(`select counter from inaam.send_counter`);
    expect(JSON.stringify(rows)).not.toContain('203.0');

    small.time.wall += Number(answers.at(-1)?.headers['retry-after']) * 1000;
    expect((await shopperAt(small, '203.0.113.5').start()).status).toBe(200);
    await expect.poll(() => countOf(small, 'visit')).toBe(sessions + 2);
    small.time.wall += 2 * hourMs;
    const later = await startMany(small, '203.0.113.5', sessions);
    expect(later.map(({ status }) => status)).toEqual(Array(sessions).fill(200));
  });
});

test('beyond the limit of consents an address stores no more, whichever devices it has', async () => {
  await withLimits(async (small) => {
    const shopper = shopperAt(small, '198.51.100.7');
    const other = shopperAt(small, '198.51.100.7');
    await Promise.all([shopper.start(), other.start()]);
    for (let at = 0; at < consents; at += 1) {
      const { status } = await shopper.call('recordConsent', { agree: at % 2 ? 'NO' : 'YES' });
      expect(status).toBe(200);
    }
    expect(await shopper.call('recordConsent', { agree: 'YES' })).toMatchObject(tooMany);
    const refused = await other.call('recordConsent', { agree: 'YES' });
    expect(refused).toMatchObject(tooMany);
    expect(await countOf(small, 'consent')).toBe(consents);
    other.remoteAddress = '198.51.100.8';
    expect((await other.call('recordConsent', { agree: 'YES' })).status).toBe(200);
  });
});

test('IPv6 is counted by its network of /64, and by the one of /48 around it', async () => {
  await withLimits(async (small) => {
    const own = await startMany(small, '2001:db8:1:1::1', sessions);
    expect(own.map(({ status }) => status)).toEqual(Array(sessions).fill(200));
    const [same] = await startMany(small, '2001:0DB8:1:1:ffff::2', 1);
    expect(same?.status).toBe(429);
    const near = [];
    for (let at = 0; at <= sessions; at += 1) {
      near.push(...(await startMany(small, `2001:db8:1:${at + 2}::1`, 1)));
    }
    expect(near.map(({ status }) => status)).toEqual([...Array(sessions).fill(200), 429]);
    expect((await startMany(small, '2001:db8:2:1::1', 1))[0]?.status).toBe(200);
  });
});
