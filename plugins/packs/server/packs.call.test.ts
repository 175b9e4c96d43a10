import { afterAll, assert, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { packCodeOf, shownPackCode } from '../pack-code.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { readLedger, waitUntilBlocked } from '@inaam/testing/server/database/database-queries.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { readOverview } from '@inaam/server/figures/read-overview.call.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { recordRefusedPacks, type RefusedPack } from './packs.sql.ts';
import { packKeys } from './pack-cipher.ts';
import { packs } from '../plugin.ts';
import { packAlarm } from './batches.rules.ts';
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

const auditOf = (command: string) => ({
  campaign: server.campaign.id,
  command,
  operator: { by: 'asha', reason: 'a test', at: server.time.wall },
  details: {},
});

async function makeBatch(label: string, codes: number, change = 'open', of = server) {
  const batch = { label, product: 'Goli', region: 'Goa', codes, key: 1 };
  const audit = auditOf('packs make');
  const made = await makePackBatch(of.database, of.campaign.id, { ...batch, audit });
  if (change === 'open') await changeTo(label, change, of);
  return made ?? { batch: 0 };
}

function changeTo(label: string, change: 'open' | 'close' | 'recall', of = server) {
  const audit = auditOf(`packs ${change}`);
  return changePackBatch(of.database, of.campaign.id, { label, change, audit });
}
await makeBatch('JUN-GOA', 1000);

const codeOf = ({ batch }: Pick<PackBatchRow, 'batch'>, serial: number) =>
  packKeys(server.keys, server.campaign.id).packCode({ key: 1, batch, serial });

/** @returns the answer of the registration */
async function registerWith(pack: string | undefined, mobile = newMobile(), shopper?: Shopper) {
  const one = shopper ?? new Shopper(server);
  one.pack = pack;
  const { status, resp } = await one.register(mobile);
  return { status, messageId: resp['messageId'], message: resp['message'] };
}

const words = () => server.campaign.words('en').messages;

test('everybody sees the batches, and a manager changes them', () => {
  expect(consoleCalls.readPacks.may).toEqual(consoleRoles);
  expect(consoleCalls.changePacks.may).toEqual(['manager']);
});

test('serve uses codes and lists none; the operator makes them, the console opens batches', async () => {
  expect(await readHeldRights(server.database, packs)).toEqual(
    rightsOf({
      inaam_serve: {
        select: 'pack_batch pack_code pack_refusal pack_use',
        insert: 'pack_refusal pack_use',
        update: 'pack_refusal/3 pack_use/1',
      },
      inaam_deliver: { select: 'pack_batch pack_refusal pack_use' },
      inaam_operator: {
        select: 'pack_batch pack_code pack_refusal pack_use',
        insert: 'pack_batch pack_code',
        update: 'pack_batch',
        delete: 'pack_code',
      },
      inaam_console: { select: 'pack_batch pack_refusal pack_use/3', update: 'pack_batch/3' },
      inaam_audit: { select: 'pack_batch pack_use' },
    }),
  );
});

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
  const { rows } = await server.database.query<{ stored: number; tries: number }>(
    `select count(*)::integer as stored, coalesce(sum(tries), 0)::float8 as tries
     from inaam.pack_use where batch = $1`,
    [batch],
  );
  return { used, ...rows[0] };
};

test('the verification uses the code, the ledger names its batch, and nobody else can use it', async () => {
  const { batch } = await makeBatch('AUG-GOA', 10);
  const code = codeOf({ batch }, 0);
  const { shopper, mobile, otp } = await registered(code);
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 200 });
  expect(await usesOf('AUG-GOA')).toEqual({ used: 1, stored: 1, tries: 0 });
  const entry = (await readLedger(server)).at(-1)?.content ?? '{}';
  expect(JSON.parse(entry)).toMatchObject({ kind: 'verified', batch: 'AUG-GOA' });

  // The answer was lost: the same call again.
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 200 });
  expect(await registerWith(code)).toEqual({
    status: 409,
    messageId: 'alreadyRegistered',
    message: words().alreadyRegistered,
  });
  expect(await usesOf('AUG-GOA')).toEqual({ used: 1, stored: 1, tries: 1 });

  // On this device without its pack, on another one with it.
  server.time.wall += 2 * 3_600_000;
  shopper.pack = undefined;
  expect(await shopper.verify(mobile)).toMatchObject({ status: 200 });
  server.time.wall += 2 * 3_600_000;
  const other = new Shopper(server);
  expect(await registerWith(undefined, mobile, other)).toMatchObject({ status: 400 });
  other.pack = code;
  expect(await other.verify(mobile)).toMatchObject({ status: 200 });
  expect(await usesOf('AUG-GOA')).toMatchObject({ used: 1, stored: 1 });
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
    `pack_refusal set unknown = ${most}, used = ${most}, not_open = ${most} where`,
    `send_counter set minute_count = ${most}, hour_count = ${most}, count = ${most}
     where counter like 'verified:%' and`,
  ]) {
    await serve.query(`update inaam.${change} campaign = $1`, [server.campaign.id]);
  }
  expect(await registerWith(used)).toMatchObject({ status: 409 });
  expect(await verify(codeOf({ batch }, 1))).toBe(200);
  expect(await usesOf('COUNTS')).toEqual({ used: 2, stored: 2, tries: most });
});

test('used codes that are tried again are locked in their order, whoever tries them', async () => {
  const { batch } = await makeBatch('ORDER', 10);
  const { database, campaign, keys, time } = server;
  const packs = [];
  for (const serial of [0, 1]) {
    const { shopper, otp } = await registered(codeOf({ batch }, serial));
    await shopper.verifyWith(otp);
    packs.push(packKeys(keys, campaign.id).packIndex(codeOf({ batch }, serial)));
  }
  const [first, last] = packs.toSorted((one, other) => one.compare(other));
  assert(first && last);
  const refuse = (pack: Buffer, counter: string): RefusedPack => ({
    pack,
    refusal: 'used',
    counters: { device: counter },
    now: time.wall,
  });
  const holding = await database.connect();
  const lock = 'select from inaam.pack_use where pack = $1 for update';
  onTestFinished(async () => {
    await holding.query('rollback');
    holding.release();
  });
  await holding.query('begin');
  await holding.query(lock, [first]);
  const refusing = recordRefusedPacks(
    database,
    campaign.id,
  )([refuse(last, 'a'), refuse(first, 'b')]);
  await waitUntilBlocked(database);
  await holding.query(`${lock} nowait`, [last]);
  await holding.query('rollback');
  expect((await refusing).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

test('a batch that is closed while the OTP is on its way admits nobody', async () => {
  const { batch } = await makeBatch('SEP-GOA', 10);
  const { shopper, otp, mobile } = await registered(codeOf({ batch }, 1));
  await changeTo('SEP-GOA', 'recall');
  expect(await shopper.verifyWith(otp)).toMatchObject({
    status: 400,
    resp: { messageId: 'invalidCode', message: words().packRecalled },
  });
  expect(await usesOf('SEP-GOA')).toMatchObject({ used: 0, stored: 0 });
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
    expect(await usesOf('OCT-GOA')).toMatchObject({ used: round + 1, stored: round + 1 });
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
    `select visit::text as text from inaam.visit union all select code_request::text from inaam.code_request
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

test('many refused codes are a verdict for deliver, and the console lists the batches', async () => {
  const { campaign, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const delivering = openTestDatabase(server.databaseUrl, 1, 'inaam_deliver');
  const opened = await testConsole(server, {});
  onTestFinished(async () => {
    await opened.close();
    await delivering.end();
  });
  const day = indianDay(time.campaign);
  const verdicts = async () => {
    const context = { database: delivering, clocks, campaign, smsPaise: 25 };
    const read = await readOverview(context, { from: day, until: day });
    return read.verdicts.map(({ kind }) => kind);
  };
  const tries = packAlarm.look.from;
  await Promise.all(
    Array.from({ length: tries - 1 }, (_, at) => registerWith(packCodeOf(BigInt(5000 + at)))),
  );
  expect(await verdicts()).not.toContain('purchasesRefused');
  await registerWith(packCodeOf(4999n));
  expect(await verdicts()).toContain('purchasesRefused');

  await makeBatch('LAST', 10, 'none');
  const cookie = await opened.signedIn('viewer');
  const { body } = await opened.call('readPacks', {}, { cookie });
  const { batches, refused } = consoleCalls.readPacks.answer.parse(body);
  const [newest] = batches;
  expect(refused?.unknown).toBeGreaterThanOrEqual(tries);
  expect(newest).toMatchObject({ label: 'LAST', state: 'draft', used: 0, isSuspicious: false });
});
