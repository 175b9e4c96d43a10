// One number takes part twice a day and three times in all, each time with another pack.
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { claimsServer, dayMs, withClaims } from '@inaam/testing/server/campaign/claims.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { limitsWithoutPrices } from '@inaam/testing/server/app/test-server.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { readGuarded, readLedger } from '@inaam/testing/server/database/database-queries.ts';
import { verifyCampaign } from '@inaam/verifier/verify-campaign.ts';
import { entrySchema } from '@inaam/server/draw/cards/ledger-check.ts';
import { exportLedger } from '@inaam/server/draw/ledger.sql.ts';
import { readAuditSnapshot } from '@inaam/server/draw/published/audit-files.ts';

const limits = { perDay: 2, inAll: 3 };
const server = await claimsServer(limits);
afterAll(() => server.close());
beforeEach(() => server.nextMorning());

const words = () => server.campaign.words('en').messages;
const claimedToday = () => ({
  status: 409,
  resp: { messageId: 'participationLimit', message: words().claimedToday },
});
const claimedAll = () => ({
  status: 409,
  resp: { messageId: 'participationLimit', message: words().claimedAll },
});

async function participationsOf(mobile: string) {
  const { rows } = await server.database.query<{ claim: number; state: string; amount: number }>(
    `select claim, state, amount, pack is not null as "hasPack"
     from inaam.participation left join inaam.reward using (campaign, pseudonym)
     left join inaam.pack_use using (campaign, pseudonym)
     where mobile_index = $1 order by claim`,
    [server.keys.mobileIndex(mobile)],
  );
  return rows;
}

const countMessages = async () => {
  const { rows } = await server.database.query<{ count: number }>(
    `select count(*)::integer as count from inaam.message where kind = 'otp'`,
  );
  return rows[0]?.count;
};

test('a number claims as often as the campaign allows, on a day and in all', async () => {
  const mobile = newMobile();
  const first = await server.claim(mobile);
  const second = await server.claim(mobile);
  // Each session shows the reward of its own participation.
  expect(await first.call('getReward')).toMatchObject({ status: 200 });
  // Who has not proven the number learns it after the code, who has before an SMS is paid for.
  expect((await server.verify(mobile, server.newPack())).answer).toMatchObject(claimedToday());
  const sent = await countMessages();
  expect((await server.verify(mobile, server.newPack(), first)).answer).toMatchObject(
    claimedToday(),
  );
  expect(await countMessages()).toBe(sent);

  server.time.wall += dayMs;
  await server.claim(mobile, second);
  expect((await server.verify(mobile, server.newPack(), first)).answer).toMatchObject(claimedAll());
  server.time.wall += dayMs;
  expect((await server.verify(mobile, server.newPack())).answer).toMatchObject(claimedAll());

  expect(await participationsOf(mobile)).toMatchObject([
    { claim: 1, hasPack: true },
    { claim: 2, hasPack: true },
    { claim: 3, hasPack: true },
  ]);
  const entries = await readLedger(server);
  const { rows } = await server.database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.participation where mobile_index = $1',
    [server.keys.mobileIndex(mobile)],
  );
  for (const { pseudonym } of rows) {
    expect(entries.filter((entry) => entry.pseudonym?.equals(pseudonym))).toHaveLength(2);
  }
  // Each later participation names the first, so that everybody can count them.
  const own = new Set(rows.map(({ pseudonym }) => pseudonym.toString('hex')));
  const verified = entries
    .map(({ content }) => entrySchema.parse(JSON.parse(content)))
    .filter(({ kind, pseudonym }) => kind === 'verified' && own.has(pseudonym));
  const [earliest] = verified;
  expect(verified.map((entry) => 'of' in entry && entry.of)).toEqual([
    false,
    earliest?.pseudonym,
    earliest?.pseudonym,
  ]);
  const { database, campaign, time } = server;
  const { commitment } = await readAuditSnapshot(database, campaign.id, time.wall);
  const pages = exportLedger(database, campaign.id, entries.length);
  const ledger = Readable.from(pages, { objectMode: false });
  const verdict = await verifyCampaign({ commitment: Buffer.from(commitment), ledger });
  expect(verdict).toMatchObject({ valid: true, entries: entries.length });
});

test.each([
  { claims: { perDay: 2, inAll: 20 }, resends: 0 },
  { claims: { perDay: 2, inAll: 10 }, resends: 1 },
])(
  '[OTP-6] an owner who claims as often as $claims allows, with $resends Resend each time, is never guarded',
  async ({ claims, resends }) => {
    const own = await claimsServer(claims, undefined, limitsWithoutPrices);
    onTestFinished(() => own.close());
    const mobile = newMobile();
    for (let claim = 1; claim <= claims.inAll; claim += 1) {
      own.time.wall += 3_600_000;
      if (claim % claims.perDay === 1) own.nextMorning();
      const shopper = new Shopper(own);
      shopper.pack = own.newPack();
      expect(await shopper.register(mobile, 'Goa')).toMatchObject({ status: 200 });
      for (let resend = 0; resend < resends; resend += 1) {
        own.time.wall += 240_000;
        expect(await shopper.call('resendOtp')).toMatchObject({ status: 200 });
      }
      expect(await shopper.verifyWith('000000')).toMatchObject({ status: 400 });
      own.time.wall += 1;
      expect(await shopper.verifyWith(await shopper.code(mobile))).toMatchObject({ status: 200 });
      expect(await shopper.call('getReward')).toMatchObject({ status: 200 });
    }
    expect(await readGuarded(own, mobile)).toMatchObject({ sends: [] });
  },
);

test.each([
  [-1, 200],
  [0, 409],
])(
  'a claim %d ms from midnight in India counts for its day: of two more the last is answered %d',
  async (ms, status) => {
    const mobile = newMobile();
    server.time.wall += 15 * 3_600_000 + ms;
    await server.claim(mobile);
    await server.claim(mobile);
    expect((await server.verify(mobile, server.newPack())).answer.status).toBe(status);
  },
);

test('on the last day nobody is asked to come back tomorrow', async () => {
  const mobile = newMobile();
  await server.claim(mobile);
  await server.claim(mobile);
  const { campaign } = server.time;
  server.time.campaign = Date.parse(`${server.campaign.programme.to}T12:00:00+05:30`);
  expect((await server.verify(mobile, server.newPack())).answer).toMatchObject(claimedAll());
  server.time.campaign = campaign;
  expect((await server.verify(mobile, server.newPack())).answer).toMatchObject(claimedToday());
});

async function arrive(shopper: Shopper, pack: string) {
  const { resp } = await shopper.start({ utm_source: 'qrcode', id: pack });
  return resp['pack'];
}

/** Claims with a new pack. @returns the code that it was claimed with */
async function claimWithCode(mobile: string, shopper: Shopper): Promise<string> {
  shopper.pack = server.newPack();
  await shopper.register(mobile, 'Goa');
  const otp = await shopper.code(mobile);
  await shopper.verifyWith(otp);
  server.time.wall += 1;
  await shopper.call('getReward');
  return otp;
}

test('[OTP-4][OTP-6] a code that was used for one pack is of no use for the next: it waits for a new SMS', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  const otp = await claimWithCode(mobile, shopper);
  const sent = await countMessages();
  server.time.wall += 14_999;
  shopper.pack = server.newPack();
  expect(await shopper.register(mobile, 'Goa')).toMatchObject({
    status: 429,
    resp: { messageId: 'tryAgain', message: 'Please wait 45 seconds and try again.' },
  });
  expect(await countMessages()).toBe(sent);
  server.time.wall += 45_000;
  expect(await shopper.register(mobile, 'Goa')).toMatchObject({ status: 200 });
  expect(await countMessages()).toBe(Number(sent) + 1);
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 400 });
  expect(await shopper.verifyWith(await shopper.code(mobile))).toMatchObject({ status: 200 });
  await shopper.call('getReward');
  expect(await participationsOf(mobile)).toMatchObject([{ hasPack: true }, { hasPack: true }]);
});

test('[OTP-4][SES-7] until the reward the used code leads back to it at once, and leaves another pack unused', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  const own = server.newPack();
  shopper.pack = own;
  await shopper.register(mobile, 'Goa');
  const otp = await shopper.code(mobile);
  await shopper.verifyWith(otp);
  const sent = await countMessages();
  for (const [pack, isUnused] of [
    [own, undefined],
    [server.newPack(), true],
  ] as const) {
    server.time.wall += 5000;
    shopper.pack = pack;
    expect(await shopper.register(mobile, 'Goa')).toMatchObject({ status: 200 });
    const { status, resp } = await shopper.verifyWith(otp, { pack });
    expect([status, resp['isPackUnused']]).toEqual([200, isUnused]);
  }
  expect(await countMessages()).toBe(sent);
  expect(await participationsOf(mobile)).toHaveLength(1);
});

test('[OTP-4][OTP-6] after an erasure within the minute, too', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  const otp = await claimWithCode(mobile, shopper);
  expect(await shopper.call('eraseData')).toMatchObject({ status: 200 });
  shopper.pack = server.newPack();
  const tryAgain = { status: 429, resp: { messageId: 'tryAgain' } };
  expect(await shopper.register(mobile, 'Goa')).toMatchObject(tryAgain);
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 400 });
  server.time.wall += 60_000;
  expect(await shopper.register(mobile, 'Goa')).toMatchObject({ status: 200 });
});

test('[OTP-4] nor once another device has a newer code, when the next pack is registered at once', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  const otp = await claimWithCode(mobile, shopper);
  server.time.wall += 60_000;
  const other = new Shopper(server);
  other.pack = server.newPack();
  await other.register(mobile, 'Goa');
  shopper.pack = server.newPack();
  const elsewhere = { status: 200, resp: { resendAfter: 60, isElsewhere: true } };
  expect(await shopper.register(mobile, 'Goa')).toMatchObject(elsewhere);
  const answer = await shopper.verifyWith(otp);
  expect(answer).toMatchObject({ status: 400, resp: { messageId: 'expiredOtp' } });
  server.time.wall += 60_000;
  await shopper.call('resendOtp');
  expect(await shopper.verifyWith(await shopper.code(mobile))).toMatchObject({ status: 200 });
  expect(await participationsOf(mobile)).toHaveLength(2);
});

test('[OTP-4] of three packs in three tabs that wait for one code, it claims the one whose tab it is typed in', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  const packs = [server.newPack(), server.newPack(), server.newPack()];
  for (const pack of packs) {
    server.time.wall += 1000;
    shopper.pack = pack;
    expect(await shopper.register(mobile, 'Goa')).toMatchObject({ status: 200 });
  }
  const [first = '', , last = ''] = packs;
  const pendingOf = async (id: string) =>
    (await shopper.start({ utm_source: 'qrcode', id })).resp['pending'];
  expect(await pendingOf(first)).toBeNull();
  expect(await pendingOf(last)).toEqual({ resendAfter: 58 });
  const otp = await shopper.code(mobile);
  const nothingPending = { status: 400, resp: { messageId: 'invalidData' } };
  expect(await shopper.verifyWith(otp, { pack: first })).toMatchObject(nothingPending);
  expect(await participationsOf(mobile)).toEqual([]);
  expect(await shopper.verifyWith(otp, { pack: ` ${last.toLowerCase()}` })).toMatchObject({
    status: 200,
  });
  // Neither before the reward nor after it does it lead another tab there.
  expect(await shopper.verifyWith(otp, { pack: first })).toMatchObject(nothingPending);
  server.time.wall += 1000;
  await shopper.call('getReward');
  expect(await shopper.verifyWith(otp, { pack: first })).toMatchObject(nothingPending);
  // A lost answer of its own tab is repeated.
  expect(await shopper.verifyWith(otp, { pack: last })).toMatchObject({ status: 200 });
  expect(await participationsOf(mobile)).toHaveLength(1);
});

test('on arrival a device that has claimed learns how often it may claim again, and what is wrong with the link’s code', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.start();
  const own = server.newPack();
  expect(await arrive(shopper, own)).toEqual({});
  shopper.pack = own;
  await shopper.register(mobile, 'Goa');
  await shopper.verifyWith(await shopper.code(mobile));
  // It comes back to a reward that it has not seen.
  expect(await arrive(shopper, server.newPack())).toEqual({});
  await server.verify(mobile, own, shopper);
  await shopper.call('getReward');
  server.time.wall += 3_600_000;
  const left = { today: 1, inAll: 2 };
  expect(await arrive(shopper, server.newPack())).toEqual({ left });
  expect(await arrive(shopper, 'leaflet')).toEqual({ left });
  const refused = (messageId: 'alreadyRegistered', sentence: keyof ReturnType<typeof words>) => ({
    refused: { messageId, message: words()[sentence] },
  });
  const used = refused('alreadyRegistered', 'alreadyRegistered');
  expect(await arrive(shopper, own)).toEqual(used);
  expect(await arrive(new Shopper(server), own)).toEqual(used);
});

test('a number without its reward comes back to it, with any pack, which stays unused', async () => {
  const mobile = newMobile();
  await server.verify(mobile, server.newPack());
  const other = server.newPack();
  const { shopper, answer } = await server.verify(mobile, other);
  expect(answer).toMatchObject({ status: 200, resp: { isPackUnused: true } });
  expect(await participationsOf(mobile)).toHaveLength(1);
  await shopper.call('getReward');
  const again = await server.verify(mobile, other);
  expect(again.answer).toMatchObject({ status: 200 });
  expect(again.answer.resp).not.toHaveProperty('isPackUnused');
  expect(await participationsOf(mobile)).toHaveLength(2);
});

test('another participation needs a pack that nobody has used, this number included', async () => {
  const mobile = newMobile();
  const pack = server.newPack();
  const { shopper } = await server.verify(mobile, pack);
  await shopper.call('getReward');
  const used = { status: 409, resp: { messageId: 'alreadyRegistered' } };
  const sent = await countMessages();
  expect((await server.verify(mobile, pack, shopper)).answer).toMatchObject(used);
  expect((await server.verify(mobile, undefined, shopper)).answer).toMatchObject({
    resp: { messageId: 'invalidCode', message: words().packMissing },
  });
  expect(await countMessages()).toBe(sent);
  expect((await server.verify(mobile, pack)).answer).toMatchObject(used);
  expect(await participationsOf(mobile)).toHaveLength(1);
});

test('the state of a number stays the one of its first participation', async () => {
  const mobile = newMobile();
  await server.claim(mobile);
  server.time.wall += 3_600_000;
  const shopper = new Shopper(server);
  shopper.pack = server.newPack();
  const answer = await shopper.verify(mobile, 'Tamil Nadu');
  expect(answer).toMatchObject({ status: 200, resp: { fromTN: 0 } });
  expect(await participationsOf(mobile)).toMatchObject([{ state: 'Goa' }, { state: 'Goa' }]);
});

test('a verification that is repeated after the reward makes no further participation', async () => {
  const mobile = newMobile();
  await server.claim(mobile);
  server.time.wall += 3_600_000;
  const shopper = new Shopper(server);
  shopper.pack = server.newPack();
  await shopper.register(mobile);
  const otp = await shopper.code(mobile);
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 200 });
  server.time.wall += 1000;
  await shopper.call('getReward');
  server.time.wall += 1000;
  expect(await shopper.verifyWith(otp)).toMatchObject({ status: 200 });
  expect(await participationsOf(mobile)).toHaveLength(2);
  expect(await shopper.call('getReward')).toMatchObject({ status: 200 });
  expect(await participationsOf(mobile)).toHaveLength(2);
});

test('of devices that claim for one number at once, on two servers, only as many get a participation as may', async () => {
  const second = await serverOnDatabase(
    { url: server.databaseUrl, drop: () => Promise.resolve() },
    { change: withClaims(limits) },
  );
  onTestFinished(() => second.close());
  const mobile = newMobile();
  const race = async () => {
    const racing: { shopper: Shopper; otp: string }[] = [];
    for (let at = 0; at < 3; at++) {
      server.time.wall += 65_000;
      second.time.wall = server.time.wall;
      const shopper = new Shopper(at % 2 ? server : second);
      shopper.pack = server.newPack();
      await shopper.register(mobile);
      racing.push({ shopper, otp: await shopper.code(mobile) });
    }
    const answers = await Promise.all(
      racing.map(async ({ shopper, otp }) => {
        const answer = await shopper.verifyWith(otp);
        if (answer.status === 200) await shopper.call('getReward');
        return answer.status;
      }),
    );
    expect(answers).toContain(200);
    expect(answers.filter((status) => ![200, 409].includes(status))).toEqual([]);
  };
  await server.claim(mobile);
  await race();
  expect(await participationsOf(mobile)).toHaveLength(2);
  server.time.wall += dayMs;
  await race();
  const participations = await participationsOf(mobile);
  expect(participations).toHaveLength(3);
  expect(participations.filter(({ amount }) => amount === null)).toEqual([]);
});
