// The upload of voucher codes: who may upload, that a file is always loaded completely or not at
// all, and that no answer contains a code.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { IncomingMessage, request, type ClientRequest } from 'node:http';
import { connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setInterval } from 'node:timers';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { voucherUpload, type VoucherReading } from '../contract.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { connectionLimits } from '@inaam/server/http/overload.ts';
import { allowSlowBody } from '@inaam/server/console/refusal.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { sealContexts, voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { closeAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { transaction } from '@inaam/server/database/database.ts';

const server = await testServer();
const { index, voucherSeal } = testSecrets;
const secrets = { index, voucherPublic: voucherPublicKeyOf(voucherSeal) };
const loaderAccess = { databaseUrl: server.databaseUrl, secrets };
const site = await testConsole(server, { loaderAccess });
let manager = await site.signedIn('manager', 'Mira');
afterAll(() => server.close());
afterAll(() => site.close());
beforeEach(async () => {
  await server.database.query('delete from inaam.voucher; delete from inaam.voucher_batch');
  // An hour later, so that earlier checks do not count.
  server.time.wall += 3_700_000;
  manager = await site.signedIn('manager', 'Mira');
});

const reading: VoucherReading = {
  separator: 'comma',
  codeColumn: 'code',
  amountColumn: 'amount',
  amountOfAll: null,
  expiryColumn: null,
  expiryOfAll: null,
};
const reason = 'batch 7 of the issuer';
const run = promisify(execFile);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (...lines: string[]) => ['code,amount', ...lines, ''].join('\n');
const some = fileOf('INM-000001,3', 'INM-000002,5', 'INM-000003,3');

type Around = { cookie?: string; load?: object | null; headers?: object; read?: object };

function headersOf({ cookie = manager, load = null, headers = {}, read = reading }: Around) {
  const all = {
    origin: consoleOrigin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'text/csv',
    cookie,
    [voucherUpload.header]: encodeURIComponent(JSON.stringify({ reading: read, load })),
    ...headers,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

async function upload(text: string | Readable, around: Around = {}) {
  const answer = await site.app.inject({
    method: 'POST',
    url: voucherUpload.address,
    headers: headersOf(around),
    payload: text,
  });
  const last: unknown = JSON.parse(answer.body.trimEnd().split('\n').at(-1) ?? '');
  return { status: answer.statusCode, body: answer.body, last };
}
const loading = (text: string) => ({ load: { sha256: hashOf(text), reason } });
const newest = async () => (await readAudits(server.database, { max: 1 }))[0];
const countChecks = async () => {
  const all = await readAudits(server.database, { max: 1000 });
  return all.filter(({ command }) => command === 'console vouchers check').length;
};
const stored = async (table: 'voucher' | 'voucher_batch' = 'voucher') => {
  const { rows } = await server.database.query<{ count: string }>(
    `select count(*) from inaam.${table}`,
  );
  return Number(rows[0]?.count);
};

test.each([...consoleRoles, undefined])('%s loads codes, or is refused', async (role) => {
  const cookie = role ? await site.signedIn(role, `Loads as ${role}`) : '';
  const { status, last } = await upload(some, { cookie });
  if (role === 'manager') expect(last).toHaveProperty('answer.result', 'checked');
  else if (role) expect([status, last]).toMatchObject([403, { code: 'notAllowed' }]);
  else expect([status, last]).toMatchObject([401, { code: 'signedOut' }]);
});

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ['a subdomain', { 'sec-fetch-site': 'same-site' }, 403],
  ['no browser', { origin: undefined, 'sec-fetch-site': undefined }, 403],
  ['a form', { 'content-type': 'multipart/form-data' }, 400],
  ['a script of text', { 'content-type': 'text/plain' }, 400],
  ['a call', { 'content-type': 'application/json' }, 400],
  ['who says nothing of the columns', { [voucherUpload.header]: undefined }, 400],
  ['who says it wrongly', { [voucherUpload.header]: '%7B%22reading%22%3A1%7D' }, 400],
  ['who sends too much', { 'content-length': String(voucherUpload.bytesMax + 1) }, 400],
])('a file of %s is refused before it is read', async (_who, headers, status) => {
  const checks = await countChecks();
  const answer = await upload('{}', { headers });
  expect(answer.status).toBe(status);
  expect(answer.last).toMatchObject({ code: status === 403 ? 'notAllowed' : 'invalid' });
  expect(await countChecks()).toBe(checks);
});

test('[CAM-6] wrong lines are named without a code, and a good file is loaded with its reason', async () => {
  const wrong = fileOf('INM-000001,3', '=INM-000002,3', 'INM-000003,4', 'INM-000001,3');
  const faulty = await upload(wrong);
  expect(faulty.last).toEqual({
    answer: {
      result: 'faulty',
      count: 3,
      faults: [
        { line: 3, fault: 'begins a cell as a formula, with =, +, - or @' },
        { line: 4, fault: 'its amount is not one of 3, 5, 10' },
        { line: 5, fault: 'has the same code as line 2' },
      ],
    },
  });
  expect(await newest()).toMatchObject({
    command: 'console vouchers check',
    by: 'Mira',
    details: { codes: 2, faults: 3, known: 0 },
  });
  const never = { expireFrom: null, expireUntil: null };
  const amounts = [
    { amount: 3, count: 2, neverExpire: 2, ...never },
    { amount: 5, count: 1, neverExpire: 1, ...never },
  ];
  const checked = await upload(some);
  expect(checked.last).toEqual({ answer: { result: 'checked', sha256: hashOf(some), amounts } });
  expect(await stored()).toBe(0);

  const loaded = await upload(some, loading(some));
  expect(loaded.last).toEqual({ answer: { result: 'loaded', batch: expect.any(Number), amounts } });
  expect(loaded.body).toContain('{"step":"storing"}');
  expect(await newest()).toMatchObject({
    command: 'console vouchers load',
    by: 'Mira',
    reason,
    details: { count: 3, 'Rs 3': 2, 'Rs 5': 1 },
  });
  const again = await upload(some, loading(some));
  expect(again.last).toEqual({ answer: { result: 'already', amounts } });
  expect(await stored()).toBe(3);
  for (const { body } of [faulty, checked, loaded, again]) expect(body).not.toMatch(/INM-/);
  expect(site.logged()).not.toMatch(/INM-|"fault"/);

  const { rows } = await server.database.query<Record<'code_index' | 'code_sealed', Buffer>>(
    'select code_index, code_sealed from inaam.voucher where end_index is not null',
  );
  const { vouchers } = server.keys;
  const codes = rows.map((row) =>
    vouchers.open(row.code_sealed, sealContexts.voucherCode(row.code_index)),
  );
  expect(codes.toSorted()).toEqual(['INM-000001', 'INM-000002', 'INM-000003']);
});

test('another file than the one that was checked, and a number in the reason, load nothing', async () => {
  expect((await upload(some, loading(`${some}\n`))).last).toMatchObject({
    refusal: { code: 'refused', message: expect.stringContaining('not the file') },
  });
  expect(await newest()).toMatchObject({ command: 'console vouchers check' });
  const load = { sha256: hashOf(some), reason: 'asked by 9876543210' };
  expect(await upload(some, { load })).toMatchObject({ status: 400, last: { code: 'invalid' } });
  expect(await stored()).toBe(0);
});

test('somebody who guesses codes learns of few, and is soon refused', async () => {
  const codes = Array.from({ length: 60 }, (_, at) => `GUESS-${1000 + at},3`);
  await upload(fileOf(...codes), loading(fileOf(...codes)));
  const guesses = fileOf('NEW-000001,3', ...codes);
  const { last } = await upload(guesses);
  expect(last).toMatchObject({ answer: { count: 60, faults: { length: 20 } } });
  expect((await newest())?.details).toMatchObject({ known: 60 });
  await server.database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details)
     select at, operator, command, why, campaign, details
     from (select * from inaam.audit order by number desc limit 1) as one, generate_series(1, 29)`,
  );
  const refused = await upload(guesses);
  expect(refused).toMatchObject({ status: 409, last: { code: 'refused' } });
});

test('whose session ends while the file is on its way loads nothing', async () => {
  const cookie = await site.signedIn('manager', 'Leaves');
  const close = { campaign: server.campaign.id, name: 'Leaves', at: server.time.wall };
  const sending = async function* () {
    yield some.slice(0, 20);
    await transaction(server.database, (connection) => closeAccount(connection, close));
    yield some.slice(20);
  };
  const { last } = await upload(Readable.from(sending()), { cookie, ...loading(some) });
  expect(last).toMatchObject({ refusal: { code: 'signedOut' } });
  expect(await stored()).toBe(0);
});

/** A real connection, so that the file can stay unfinished. */
async function begin(text: string): Promise<ClientRequest> {
  if (!site.app.server.listening) await site.app.listen({ port: 0 });
  const [address] = site.app.addresses();
  const port = typeof address === 'object' ? address.port : 0;
  const sent = request({
    port,
    method: 'POST',
    path: voucherUpload.address,
    headers: { ...headersOf(loading(some)), 'content-length': Buffer.byteLength(some) },
  });
  sent.on('error', () => undefined);
  sent.write(text);
  return sent;
}
const isBusy = async () => (await upload(some)).status === 409 || undefined;
/** @param statement the beginning of their last query */
const loaders = async (statement = '%voucher_staging') => {
  const { rows } = await server.database.query(
    `select from pg_stat_activity where datname = current_database() and query like $1 || '%'
       and pid <> pg_backend_pid()`,
    [statement],
  );
  return rows.length;
};

test('one file is read at a time, and one that breaks off leaves nothing', async () => {
  const sent = await begin(some.slice(0, -8));
  await waitUntil(async () => (await loaders()) > 0);
  const second = await upload(some);
  expect(second.last).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('A file of Mira'),
  });
  sent.destroy();
  await waitUntil(async () => (await loaders()) === 0);
  expect(await waitUntil(async () => !(await isBusy()))).toBe(true);
  expect(await stored()).toBe(0);
  expect(await stored('voucher_batch')).toBe(0);
});

const loaderProcess = () =>
  waitUntil(async () => {
    const { stdout } = await run('pgrep', ['-P', String(process.pid), '-f', 'load-vouchers']);
    return Number(stdout.trim()) || undefined;
  });
const killLoader = async () => {
  process.kill(await loaderProcess(), 'SIGKILL');
};

test('[CAM-6] a loader that dies while it reads says so, and the file can be loaded again', async () => {
  const sending = async function* () {
    yield some.slice(0, 20);
    await waitUntil(async () => (await loaders()) > 0);
    await killLoader();
    yield some.slice(20);
  };
  const { last } = await upload(Readable.from(sending()), loading(some));
  expect(last).toMatchObject({
    refusal: { code: 'fault', message: expect.stringMatching(/Nothing was loaded.*memory/) },
  });
  expect(site.logged()).toMatch(/"signal":"SIGKILL".*ended before it was done/);
  expect(await stored()).toBe(0);
  expect((await upload(some, loading(some))).last).toHaveProperty('answer.result', 'loaded');
});

test(
  '[CAM-6] of a loader that dies while it stores nobody says that nothing was loaded',
  { tags: ['long'] },
  async () => {
    const blocked = await server.database.connect();
    await blocked.query('begin; lock table inaam.voucher in share mode');
    const loaded = upload(some, loading(some));
    try {
      await waitUntil(async () => (await loaders('with batch as')) > 0);
      await killLoader();
      const { last } = await loaded;
      expect(last).toMatchObject({
        refusal: { code: 'fault', message: expect.stringContaining('see “Batches”') },
      });
      expect(JSON.stringify(last)).not.toContain('Nothing was loaded');
    } finally {
      await blocked.query('rollback');
      blocked.release();
    }
    // PostgreSQL notices that the process is gone once the lock is free.
    await waitUntil(async () => (await loaders('with batch as')) === 0);
    const again = await upload(some, loading(some));
    expect(again.last).toMatchObject({
      answer: { result: expect.stringMatching(/^(?:loaded|already)$/) },
    });
    expect(await stored()).toBe(3);
  },
);

test('a stranger cannot tell which campaigns there are', async () => {
  const stranger = async (campaign: string) => {
    const url = `${voucherUpload.address}?campaign=${campaign}`;
    const headers = { origin: consoleOrigin, 'content-type': voucherUpload.type };
    const { statusCode, body } = await site.app.inject({ method: 'POST', url, headers });
    return [statusCode, body];
  };
  const there = await stranger(server.campaign.id);
  expect(there).toEqual(await stranger('no-such-campaign'));
  expect(there[0]).toBe(401);
});

// A slow body holds a connection, so only a manager's file may take long.

test('when the connection is closed, no timer is left of the limit for its body', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const raw = new IncomingMessage(new Socket());
  allowSlowBody({ raw }, 60_000);
  allowSlowBody({ raw }, 120_000);
  expect(vi.getTimerCount()).toBe(1);
  raw.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});

const usualMs = connectionLimits.requestTimeoutMs;
const longestMs = usualMs + 3000;

/**
 * Sends a byte of the body every tenth of a second. @returns ms until the connection is closed, if
 * it is
 */
async function drip(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const [address] = site.app.addresses();
  const port = typeof address === 'object' ? address.port : 0;
  const socket = connect(port, '127.0.0.1');
  const all = { host: 'localhost', origin: consoleOrigin, 'content-length': '5000', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const from = performance.now();
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.on('error', () => undefined).resume();
  const sending = setInterval(() => socket.writable && socket.write('a'), 100);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  socket.once('close', () => resolve(performance.now() - from));
  const waiting = setTimeout(() => resolve(undefined), longestMs);
  try {
    return await promise;
  } finally {
    clearTimeout(waiting);
    clearInterval(sending);
    socket.destroy();
  }
}

test(
  'a body that comes slowly is waited for as long as usual, and the file of a manager longer',
  { tags: ['long'] },
  async () => {
    const json = { 'content-type': 'application/json' };
    const columns = encodeURIComponent(JSON.stringify({ reading, load: null }));
    const csv = { 'content-type': voucherUpload.type, [voucherUpload.header]: columns };
    if (!site.app.server.listening) await site.app.listen({ port: 0 });
    const cookie = await site.signedIn('manager');
    const viewer = await site.signedIn('viewer');
    const file = voucherUpload.address;
    const slow = await Promise.all([
      drip('/api/session', { ...json, cookie }),
      drip('/api/nothing', { ...json, cookie }),
      drip('/nothing', json),
      drip('/%zz', json),
      drip(file, csv),
      drip(file, { ...csv, cookie: 'inaam-console=guessed' }),
      drip(file, { ...csv, cookie: viewer }),
      drip(file, { ...csv, origin: 'https://evil.example' }),
      drip(file, { ...csv, cookie }),
    ]);
    const own = slow.pop();
    expect(slow.map((ms) => ms !== undefined && ms < longestMs)).toEqual(slow.map(() => true));
    expect(own).toBeUndefined();
  },
);
