import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { packCodeOf, shownPackCode } from '@inaam/contract/pack-code.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { readLedger } from '@inaam/testing/server/database/database-queries.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { alertsIn } from '../figures/alerts/alerts.rules.ts';
import { readOverview } from '../figures/read-overview.call.ts';
import { indianDay } from '../platform/period.rules.ts';
import { packAlarm } from './packs.rules.ts';
import {
  changePackBatch,
  makePackBatch,
  readPackBatch,
  type PackBatchRow,
} from './pack-batches.sql.ts';

const change = (campaign: ServerCampaign): ServerCampaign => ({
  ...campaign,
  packs: { kind: 'unique', codes: 'made' },
});

const server = await testServer({ change });
afterAll(() => server.close());
beforeEach(() => {
  server.time.wall += 2 * 3_600_000;
});

const operator = { by: 'asha', reason: 'a test', at: 0 };
const auditOf = (command: string) => ({
  campaign: server.campaign.id,
  command,
  operator: { ...operator, at: server.time.wall },
  details: {},
});

async function makeBatch(
  label: string,
  codes: number,
  change: 'open' | 'none' = 'open',
  of = server,
) {
  const made = await makePackBatch(of.database, of.campaign.id, {
    label,
    product: 'Goli',
    region: 'Goa',
    codes,
    key: 1,
    audit: auditOf('packs make'),
  });
  if (change === 'open') await changeTo(label, change, of);
  return made ?? { batch: 0 };
}

const changeTo = (label: string, change: 'open' | 'close' | 'recall', of = server) =>
  changePackBatch(of.database, of.campaign.id, {
    label,
    change,
    audit: auditOf(`packs ${change}`),
  });
await makeBatch('JUN-GOA', 1000);

const codeOf = ({ batch }: Pick<PackBatchRow, 'batch'>, serial: number) =>
  server.keys.packCode({ key: 1, batch, serial });

/** @returns the answer of the registration */
async function registerWith(pack: string | undefined, mobile = newMobile(), shopper?: Shopper) {
  const one = shopper ?? new Shopper(server);
  one.pack = pack;
  const { status, resp } = await one.register(mobile);
  return { status, messageId: resp['messageId'], message: resp['message'] };
}

const words = () => server.campaign.words('en').messages;

test('a number registers with the code of its pack, as people type it', async () => {
  const code = codeOf({ batch: 1 }, 0);
  expect(await registerWith(code)).toMatchObject({ status: 200 });
  const link = `https://win.example/?utm_source=qrcode&id=${code}`;
  for (const typed of [` ${shownPackCode(code).toLowerCase()}.`, `${'See '.repeat(40)} ${link}`]) {
    expect(await registerWith(typed)).toMatchObject({ status: 200 });
  }
});

test('a code that is missing, mistyped, unknown or not open is refused before an SMS is paid for', async () => {
  const { batch } = await makeBatch('JUL-GOA', 10, 'none');
  const draft = codeOf({ batch }, 3);
  const rows = [
    [undefined, 'invalidCode', words().packMissing],
    [' ', 'invalidCode', words().packMissing],
    ['HELLO', 'invalidFormat', words().invalidFormat],
    [
      draft.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      'invalidFormat',
      words().invalidFormat,
    ],
    [packCodeOf(12345n), 'invalidCode', words().packUnknown],
    // Of the batch's key, but never printed.
    [codeOf({ batch }, 10), 'invalidCode', words().packUnknown],
    [draft, 'invalidCode', words().packNotOpen],
  ] as const;
  const sent = await countMessages();
  for (const [code, messageId, message] of rows) {
    expect(await registerWith(code)).toEqual({ status: 400, messageId, message });
  }
  await changeTo('JUL-GOA', 'open');
  await changeTo('JUL-GOA', 'close');
  expect(await registerWith(draft)).toMatchObject({ message: words().packClosed });
  await changeTo('JUL-GOA', 'recall');
  expect(await registerWith(draft)).toMatchObject({
    messageId: 'invalidCode',
    message: words().packRecalled,
  });
  expect(await countMessages()).toBe(sent);
});

test('what is wrong with a link’s code is said on arrival, and counts as a try of it', async () => {
  const { batch } = await makeBatch('LINKS', 10, 'none');
  const code = codeOf({ batch }, 3);
  /** Each from another phone and network. */
  const arrive = async (id: string, network = newMobile()) => {
    const shopper = new Shopper(server);
    shopper.remoteAddress = `10.${network.slice(-6).replace(/..(?=.)/g, (two) => `${Number(two)}.`)}`;
    return (await shopper.start({ utm_source: 'qrcode', id })).resp['pack'];
  };
  const said = (message: string) => ({ refused: { messageId: 'invalidCode', message } });
  expect(await arrive(packCodeOf(12345n))).toEqual(said(words().packUnknown));
  expect(await arrive(code)).toEqual(said(words().packNotOpen));
  await changeTo('LINKS', 'open');
  expect(await arrive(code)).toEqual({});
  await changeTo('LINKS', 'close');
  expect(await arrive(shownPackCode(code).toLowerCase())).toEqual(said(words().packClosed));
  await changeTo('LINKS', 'recall');
  expect(await arrive(code)).toEqual(said(words().packRecalled));
  expect(await arrive('leaflet')).toBeUndefined();
  const network = newMobile();
  for (let at = 0; at < 10; at++) await arrive(packCodeOf(12345n), network);
  expect(await arrive(packCodeOf(12345n), network)).toEqual(said(words().invalidCode));
});

async function countMessages(): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>(
    'select count(*)::integer as count from inaam.message',
  );
  return rows[0]?.count ?? 0;
}

test('who tries many codes soon gets no reason, and then has to wait', async () => {
  const shopper = new Shopper(server);
  shopper.remoteAddress = '198.51.100.7';
  const tryOne = (at: number) => registerWith(packCodeOf(BigInt(at)), newMobile(), shopper);
  for (let at = 1; at <= 3; at++) {
    expect(await tryOne(at)).toMatchObject({ message: words().packUnknown });
  }
  for (let at = 4; at <= 10; at++) {
    expect(await tryOne(at)).toMatchObject({ status: 400, message: words().invalidCode });
  }
  expect(await tryOne(11)).toMatchObject({ status: 429, messageId: 'tryAgain' });
  // A right code never waits, however many wrong ones came from there.
  const right = codeOf({ batch: 1 }, 50);
  expect(await registerWith(right, newMobile(), shopper)).toMatchObject({ status: 200 });
});

test('in the name of one pack five SMS are sent a day, to one number at a time', async () => {
  const own = await testServer({ change, rateLimits });
  onTestFinished(() => own.close());
  await makeBatch('JUL-GOA', 10, 'open', own);
  const pack = codeOf({ batch: 1 }, 5);
  const ask = async (mobile: string) => (await registerWith(pack, mobile, new Shopper(own))).status;
  const [first, second] = [newMobile(), newMobile()];
  expect([await ask(first), await ask(second)]).toEqual([200, 429]);
  const statuses: number[] = [];
  for (let place = 0; place < 5; place++) {
    own.time.wall += 3 * 60_000;
    statuses.push(await ask(newMobile()));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test('of many wrong codes at once, only the first few get a reason', async () => {
  const shopper = new Shopper(server);
  shopper.remoteAddress = '198.51.100.8';
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      shopper.call('register', {
        name: 'Asha Rao',
        mobile: newMobile(),
        state: 'Karnataka',
        agree1: true,
        pack: packCodeOf(BigInt(1000 + at)),
      }),
    ),
  );
  const withReason = answers.filter(({ resp }) => resp['message'] === words().packUnknown);
  expect(withReason).toHaveLength(3);
});

/** A shopper with the code of a pack, who has an OTP to type. */
async function registered(pack: string, on = server) {
  const shopper = new Shopper(on);
  const mobile = newMobile();
  shopper.pack = pack;
  expect(await shopper.register(mobile)).toMatchObject({ status: 200 });
  return { shopper, mobile, otp: await shopper.code(mobile) };
}

const usesOf = async (label: string) => {
  const { batch = 0, used } =
    (await readPackBatch(server.database, server.campaign.id, label)) ?? {};
  const { rows } = await server.database.query<{ count: number }>(
    'select count(*)::integer as count from inaam.pack_use where batch = $1',
    [batch],
  );
  return { used, stored: rows[0]?.count };
};

test('the verification uses the code, the ledger names its batch, and nobody else can use it', async () => {
  const { batch } = await makeBatch('AUG-GOA', 10);
  const code = codeOf({ batch }, 0);
  const { shopper, mobile, otp } = await registered(code);
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 200 });
  expect(await usesOf('AUG-GOA')).toEqual({ used: 1, stored: 1 });
  const entry = (await readLedger(server)).at(-1)?.content ?? '{}';
  expect(JSON.parse(entry)).toMatchObject({ kind: 'verified', batch: 'AUG-GOA' });

  // The answer was lost: the same call again.
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 200 });
  expect(await registerWith(code)).toEqual({
    status: 409,
    messageId: 'alreadyRegistered',
    message: words().alreadyRegistered,
  });
  expect(await readPackBatch(server.database, server.campaign.id, 'AUG-GOA')).toMatchObject({
    used: 1,
    usedTries: 1,
  });

  // On this device without its pack, on another one with it.
  server.time.wall += 2 * 3_600_000;
  shopper.pack = undefined;
  expect(await shopper.verify(mobile)).toMatchObject({ status: 200 });
  server.time.wall += 2 * 3_600_000;
  const other = new Shopper(server);
  expect(await registerWith(undefined, mobile, other)).toMatchObject({ status: 400 });
  other.pack = code;
  expect(await other.verify(mobile)).toMatchObject({ status: 200 });
  expect(await usesOf('AUG-GOA')).toEqual({ used: 1, stored: 1 });
  expect(await other.call('getReward')).toMatchObject({ status: 200 });
});

test('a count that is at its maximum stops nobody', async () => {
  const { batch } = await makeBatch('COUNTS', 10);
  const used = codeOf({ batch }, 0);
  const verify = async (pack: string) => {
    const [mobile, shopper] = [newMobile(), new Shopper(server)];
    await registerWith(pack, mobile, shopper);
    return (await shopper.verifyWith(await shopper.code(mobile))).status;
  };
  expect(await verify(used)).toBe(200);
  expect(await registerWith(used)).toMatchObject({ status: 409 });
  const serve = openTestDatabase(server.databaseUrl, 1, 'inaam_serve');
  onTestFinished(() => serve.end());
  const most = 2 ** 31 - 1;
  for (const change of [
    `pack_use set tries = ${most} where`,
    `pack_batch set used_tries = ${most} where`,
    `pack_refusal set unknown = ${most}, used = ${most}, not_open = ${most} where`,
    `send_counter set minute_count = ${most}, hour_count = ${most}, count = ${most}
     where counter like 'verified:%' and`,
  ]) {
    await serve.query(`update inaam.${change} campaign = $1`, [server.campaign.id]);
  }
  expect(await registerWith(used)).toMatchObject({ status: 409 });
  expect(await verify(codeOf({ batch }, 1))).toBe(200);
  const counted = await readPackBatch(server.database, server.campaign.id, 'COUNTS');
  expect(counted).toMatchObject({ used: 2, usedTries: most });
});

test('a batch that is closed while the OTP is on its way admits nobody', async () => {
  const { batch } = await makeBatch('SEP-GOA', 10);
  const { shopper, otp, mobile } = await registered(codeOf({ batch }, 1));
  await changeTo('SEP-GOA', 'recall');
  expect(await shopper.verifyWith(otp)).toMatchObject({
    status: 400,
    resp: { messageId: 'invalidCode', message: words().packRecalled },
  });
  expect(await usesOf('SEP-GOA')).toEqual({ used: 0, stored: 0 });
  // The device has proved the number, but the number takes part in nothing.
  expect(await registerWith(undefined, mobile, shopper)).toMatchObject({
    status: 400,
    message: words().packMissing,
  });
});

test('of many numbers that verify with one code at once, on two servers, one wins', async () => {
  const { batch } = await makeBatch('OCT-GOA', 10);
  const second = await serverOnDatabase(
    { url: server.databaseUrl, drop: () => Promise.resolve() },
    { change },
  );
  second.time.wall = server.time.wall;
  for (let round = 0; round < 2; round++) {
    const code = codeOf({ batch }, round);
    const racing = [];
    for (let at = 0; at < 8; at++) racing.push(await registered(code, at % 2 ? server : second));
    const before = (await readLedger(server)).length;
    const answers = await Promise.all(racing.map(({ shopper, otp }) => shopper.verifyWith(otp)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(answers.filter(({ resp }) => resp['messageId'] === 'alreadyRegistered')).toHaveLength(7);
    expect(await readLedger(server)).toHaveLength(before + 1);
    expect(await usesOf('OCT-GOA')).toEqual({ used: round + 1, stored: round + 1 });
  }
  await second.close();
});

test('a visit is counted for the batch of its code, and the code is stored nowhere', async () => {
  const { batch } = await makeBatch('NOV-GOA', 10);
  const code = codeOf({ batch }, 2);
  const ids = [
    code,
    ...['.', ')', '*', '_', '"', '/', '\u200B', ' scan this'].map((end) => code + end),
  ];
  for (const id of [...ids, packCodeOf(777n), 'typed by hand']) {
    await new Shopper(server).start({ utm_source: 'qrcode', id });
  }
  await registered(code);
  const visits = async () => {
    const { rows } = await server.database.query<{ id: string | null }>(
      `select query ->> 'id' as id from inaam.visit order by at desc, id`,
    );
    return rows.map(({ id }) => id);
  };
  const counted = async () => (await visits()).filter((id) => id === 'NOV-GOA');
  await vi.waitFor(async () => expect(await counted()).toHaveLength(ids.length), 5000);
  const dump = await server.database.query<{ text: string }>(
    `select visit::text as text from inaam.visit union all select challenge::text from inaam.challenge
     union all select pack_use::text from inaam.pack_use`,
  );
  expect(dump.rows.filter(({ text }) => text.includes(code))).toEqual([]);
  expect((await visits()).filter((id) => id !== null && !/^[A-Z-]+$/.test(id))).toEqual([]);
});

test('a link that names a batch counts for it, whatever stands around its name', async () => {
  const counting = await testServer({
    change: (campaign) => ({ ...campaign, packs: { kind: 'batch' } }),
  });
  onTestFinished(() => counting.close());
  const ids = ['DEC-GOA', 'DEC-GOA.', '*DEC-GOA*', 'DEC-GOA scan this', 'DEC-GOA\u200B'];
  for (const id of ids) await new Shopper(counting).start({ utm_source: 'qrcode', id });
  await vi.waitFor(async () => {
    const { rows } = await counting.database.query<{ id: string | null }>(
      `select query ->> 'id' as id from inaam.visit`,
    );
    expect(rows.map(({ id }) => id)).toEqual(ids.map(() => 'DEC-GOA'));
  }, 5000);
});

test('many refused codes are a verdict for deliver, which alerts, and are in the console by day', async () => {
  const { campaign, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const delivering = openTestDatabase(server.databaseUrl, 1, 'inaam_deliver');
  const opened = await testConsole(server, {});
  onTestFinished(async () => {
    await opened.close();
    await delivering.end();
  });
  const day = indianDay(time.campaign);
  const alerts = async () => {
    const context = { database: delivering, clocks, campaign, smsPaise: 25 };
    return alertsIn(await readOverview(context, { from: day, until: day })).map(({ kind }) => kind);
  };
  const tries = packAlarm.look.from;
  await Promise.all(
    Array.from({ length: tries - 1 }, (_, at) => registerWith(packCodeOf(BigInt(5000 + at)))),
  );
  expect(await alerts()).not.toContain('packTries');
  await registerWith(packCodeOf(4999n));
  expect(await alerts()).toContain('packTries');

  const cookie = await opened.signedIn('viewer');
  const { body } = await opened.call('readPacks', {}, { cookie });
  const { days } = consoleCalls.readPacks.answer.parse(body);
  expect(days.reduce((sum, { unknown }) => sum + unknown, 0)).toBeGreaterThanOrEqual(tries);
});
