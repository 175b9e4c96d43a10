// What the console shows about one person, and what it does for or against them, through its API.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { deliveryConsole, consoleAccount } from '@inaam/testing/server/console/delivery-console.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { lateDays, waitForHours } from '../messages/delivery-limits.rules.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { recordAudit } from '../database/audit-log.ts';
import { failMessages } from '../messages/messages.sql.ts';
import { exportLimit } from './export-number.call.ts';
import { lookupLimit } from './find-person.call.ts';

const { fixture, app, close } = await deliveryConsole(4);
beforeEach(async () => {
  await fixture.clear();
  // By day: at night a number gets fewer codes.
  fixture.clockOffset.ms = waitForHours({ from: 7, until: 20 }, Date.now());
});
afterAll(() => close());

const reason = 'complaint 4711';
const newName = () => `Mira ${randomBytes(4).toString('hex')}`;
const signIn = (role: 'support' | 'manager' = 'manager', name = newName()) =>
  consoleAccount({ ...fixture, app }, name, role);
type Account = Awaited<ReturnType<typeof signIn>>;

const find = async (account: Account, text: string, by = 'number') => {
  const { status, body } = await account.call('findPerson', { by, text, reason });
  expect({ status, body }).toMatchObject({ status: 200 });
  return consoleCalls.findPerson.answer.parse(body);
};
const newestAudits = (max: number) => readAudits(fixture.database, { max });

/** A winner of Rs 5 who requested a code and got this voucher. */
async function winnerOf(code: string) {
  const winner = fixture.nextParticipant(5);
  await fixture.requestCode(winner.mobile, '123456', `device-${winner.mobile}`);
  await fixture.database.query(
    `insert into inaam.visit (campaign, user_key, at, query) values ($1, $2, $3, '{"utm_source": "qrcode", "id": "shop 7"}')`,
    [fixture.campaign.id, `device-${winner.mobile}`, new Date(fixture.clocks.wall() - 5 * 60_000)],
  );
  const { id } = await fixture.grantVoucher(5, winner);
  await loadVoucherCodes(fixture, [{ code, amount: 5 }], fixture.clocks.wall());
  await fixture.takeVouchers([id]);
  return { ...winner, id };
}

const setState = (id: string, state: 'sent' | 'failed') =>
  state === 'failed'
    ? failMessages(fixture.database, fixture.campaign.id).one({
        messageId: id,
        at: fixture.clocks.wall(),
        reason: 'DLT template not found',
      })
    : fixture.database.query(
        `update inaam.message set state = 'sent', sent_at = owed_at where id = $1`,
        [id],
      );

const spellings: readonly ((mobile: string) => string)[] = [
  (mobile) => mobile,
  (mobile) => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`,
  (mobile) => `0${mobile}`,
  (mobile) => mobile.replaceAll(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit))),
];

test('one person is found by the number as it is typed, the pseudonym and the voucher, without any of it in the answer', async () => {
  const code = 'SHOW-7K2M-9Q4X';
  const winner = await winnerOf(code);
  const support = await signIn('support');
  const first = await find(support, winner.mobile);
  expect(first).toMatchObject({
    shownNumber: `+91 •••••• ${winner.mobile.slice(-4)}`,
    state: 'sending',
    summary: 'Reward of ₹5: the voucher has its code and is being sent.',
    tellCaller: [
      'Your voucher of ₹5 is about to be sent by SMS.',
      expect.stringMatching(/^It is due by \d+ \w+\.$/),
    ],
    isBlocked: false,
    isLocked: false,
    isErased: false,
    reward: { amount: 5, pseudonym: winner.pseudonym.toString('hex') },
    voucher: {
      message: winner.id,
      state: 'assigned',
      sends: 0,
      canResend: false,
      shouldResend: false,
    },
  });
  expect(first.voucher?.whyNot).toContain('still being sent');
  const happened = first.events.map(({ what }) => what);
  expect(happened).toEqual(
    expect.arrayContaining([
      'Opened the site (id shop 7)',
      'OTP requested',
      'Number verified, Kerala',
      'Won ₹5 (fixed)',
      'Voucher code assigned',
    ]),
  );
  for (const spelled of spellings) {
    expect((await find(support, spelled(winner.mobile))).person).toBe(first.person);
  }
  const byOthers = [
    ['pseudonym', winner.pseudonym.toString('hex')],
    ['voucher', '2m9q4x'],
    ['voucher', '2M-9Q4X'],
    ['voucher', code.toLowerCase()],
  ] as const;
  for (const [by, text] of byOthers) {
    const { person, shownNumber } = await find(support, text, by);
    expect({ person, shownNumber }).toEqual({
      person: first.person,
      shownNumber: first.shownNumber,
    });
  }
  const audits = await newestAudits(4);
  expect(audits).toMatchObject(
    ['voucher', 'voucher', 'voucher', 'pseudonym'].map((by) => ({
      command: 'console person find',
      reason,
      details: { by, number: first.person, account: support.id },
    })),
  );
  const secret = new RegExp(`${winner.mobile}|Asha|9Q4X|123456`, 'i');
  expect(JSON.stringify([first, audits])).not.toMatch(secret);
  expect(JSON.stringify(fixture.logged)).not.toMatch(secret);
});

test('what happened to a person is shown by the clock of the campaign', async () => {
  const { mobile, id } = await winnerOf('CLOCK-4T6Y8U');
  const { clocks, database: all } = fixture;
  const aheadMs = Math.round((clocks.campaign() - clocks.wall()) / 1000) * 1000;
  expect(Math.abs(aheadMs)).toBeGreaterThan(86_400_000);
  const { reward, events, tellCaller } = await find(await signIn('support'), mobile);
  const { rows } = await all.query<{ granted_at: Date; owed_at: Date; looked_at: Date }>(
    `select granted_at, owed_at, (select at from inaam.audit order by number desc limit 1) as looked_at
     from inaam.message join inaam.reward using (campaign, pseudonym) where id = $1`,
    [id],
  );
  const atOf = (start: string) => events.find(({ what }) => what.includes(start))?.at;
  const [row] = rows;
  expect(reward?.at).toBe((row?.granted_at.getTime() ?? 0) + aheadMs);
  expect(atOf('Won ₹5')).toBe(reward?.at);
  const due = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'long',
  }).format((reward?.at ?? 0) + lateDays.promised * 86_400_000);
  expect(tellCaller).toContain(`It is due by ${due}.`);
  expect(atOf('owed')).toBe((row?.owed_at.getTime() ?? 0) + aheadMs);
  expect(atOf('Looked up')).toBe((row?.looked_at.getTime() ?? 0) + aheadMs);
});

test('a code that was loaded before the ends were kept is found by the whole code', async () => {
  const code = 'OLD-STOCK-1234';
  const winner = await winnerOf(code);
  await fixture.database.query('update inaam.voucher set end_index = null');
  const support = await signIn('support');
  const byEnd = await support.call('findPerson', { by: 'voucher', text: 'CK-1234', reason });
  expect(byEnd).toMatchObject({ status: 404, body: { code: 'notFound' } });
  expect(JSON.stringify(byEnd.body)).toContain('type the whole code');
  expect((await find(support, code, 'voucher')).person).toBe(
    fixture.keys.mobileIndex(winner.mobile).toString('hex'),
  );
});

test('of two vouchers that end alike the one is found by its whole code', async () => {
  const one = await winnerOf('TWINA-777777');
  await winnerOf('TWINB-777777');
  const support = await signIn('support');
  const both = await support.call('findPerson', { by: 'voucher', text: '777777', reason });
  expect(both).toMatchObject({ status: 404 });
  expect(JSON.stringify(both.body)).toContain('More than one');
  // Without opening the codes nothing but the end and the whole can be compared.
  const more = await support.call('findPerson', { by: 'voucher', text: 'A777777', reason });
  expect(JSON.stringify(more.body)).toContain('exactly the last 6');
  expect((await find(support, 'TWINA-777777', 'voucher')).person).toBe(
    fixture.keys.mobileIndex(one.mobile).toString('hex'),
  );
});

test('who is not known is said to be, and that it was asked is recorded', async () => {
  const support = await signIn('support');
  const unknown = [
    ['number', newMobile()],
    ['pseudonym', 'f'.repeat(32)],
    ['voucher', 'NOBODY'],
    ['voucher', 'NOBO'],
  ] as const;
  for (const [by, text] of unknown) {
    const { status, body } = await support.call('findPerson', { by, text, reason });
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'notFound' } });
    expect(await newestAudits(1)).toMatchObject([
      { command: 'console person find', details: { by, account: support.id } },
    ]);
    expect(JSON.stringify(body)).not.toContain(text);
  }
});

test.each([
  ['number', '12345 67890', 'not an Indian mobile number'],
  ['number', '+44 98765 43210', 'not an Indian mobile number'],
  ['pseudonym', 'f'.repeat(31), 'A pseudonym is'],
  ['voucher', 'CODE 12', 'letters, digits and hyphens'],
  ['voucher', 'ABC', 'text'],
  ['name', 'Asha', 'by'],
])('by %s, %j is refused before anything is read: %s', async (by, text, sentence) => {
  const support = await signIn('support');
  const [before] = await newestAudits(1);
  const { status, body } = await support.call('findPerson', { by, text, reason });
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(JSON.stringify(body)).toContain(sentence);
  expect(await newestAudits(1)).toEqual(before ? [before] : []);
});

/** Runs at most 4 calls together, each as far as it gets while the audit log is locked. */
async function allAtOnce<Result>(asks: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const holder = await fixture.database.connect();
  try {
    await holder.query('begin; lock table inaam.audit in share mode');
    const answers = asks.map((ask) => ask());
    await waitUntil(async () => {
      const { rowCount } = await fixture.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === asks.length;
    });
    await holder.query('commit');
    return await Promise.all(answers);
  } finally {
    holder.release();
  }
}

async function recordMany(command: string, account: string, by: string, count: number) {
  const { campaign, clocks, database } = fixture;
  const operator = { by, reason, at: clocks.wall() };
  const row = { campaign: campaign.id, command, operator, details: { account } };
  for (let done = 0; done < count; done += 1) await recordAudit(database, row);
}

test('an account looks up sixty people an hour, however many it asks for at once, and the refusals are recorded', async () => {
  const name = newName();
  const support = await signIn('support', name);
  expect(lookupLimit).toEqual({ max: 60, withinMs: 3_600_000 });
  await recordMany('console person find', support.id, name, lookupLimit.max - 2);
  const ask = (account: Account) =>
    account.call('findPerson', { by: 'number', text: newMobile(), reason });
  const asked = await allAtOnce(Array.from({ length: 4 }, () => () => ask(support)));
  expect(asked.filter(({ status }) => status === 404)).toHaveLength(2);
  expect(asked.find(({ status }) => status === 429)?.body).toEqual({
    code: 'locked',
    message: expect.stringContaining('60 people within an hour'),
  });
  const refused = (await newestAudits(5)).filter(({ command }) => command.endsWith('refused'));
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ by: name, details: { account: support.id } });
  expect((await ask(await signIn('support'))).status).toBe(404);
  // Of another campaign, with the same name.
  await fixture.database.query(
    `update inaam.console_role set campaign = 'tea-demo' where account = $1`,
    [support.id],
  );
  expect((await ask(await signIn('support', name))).status).toBe(404);
  fixture.clockOffset.ms += lookupLimit.withinMs;
  expect((await ask(await signIn('support', name))).status).toBe(404);
});

test('[CAM-6] a voucher is sent again with its code, again only once it has gone, and three times at most', async () => {
  const { mobile, id } = await winnerOf('RESEND-1');
  const support = await signIn('support');
  const { person } = await find(support, mobile);
  const resend = () => support.call('resendVoucher', { person, message: id, reason });
  expect(await resend()).toMatchObject({ status: 409, body: { code: 'refused' } });
  await setState(id, 'failed');
  expect(await find(support, mobile)).toMatchObject({
    state: 'failed',
    tellCaller: [
      expect.stringContaining('a technical fault'),
      expect.any(String),
      expect.any(String),
    ],
    voucher: { state: 'failed', reason: 'DLT template not found', canResend: true, whyNot: null },
  });
  expect(await resend()).toMatchObject({ status: 200, body: { isChanged: true } });
  expect(await newestAudits(1)).toMatchObject([
    {
      command: 'console person resend',
      reason,
      details: { number: person, message: id, count: 1 },
    },
  ]);
  expect(await fixture.message(id)).toMatchObject({ state: 'assigned', outcomes: ['resent'] });
  const repeated = await resend();
  expect(repeated).toMatchObject({ status: 409 });
  expect(JSON.stringify(repeated.body)).toContain('still being sent');
  for (const _ of [2, 3]) {
    await setState(id, 'failed');
    expect(await resend()).toMatchObject({ status: 200 });
  }
  await setState(id, 'sent');
  const tooOften = await resend();
  expect(tooOften).toMatchObject({ status: 409 });
  expect(JSON.stringify(tooOften.body)).toContain('3 times');
  expect((await find(support, mobile)).voucher).toMatchObject({ canResend: false });
});

test("nobody resends another person's voucher, a one-time code, or a message that is none", async () => {
  const one = await winnerOf('OWN-0001');
  const other = await winnerOf('OTHER-0002');
  await setState(other.id, 'failed');
  const support = await signIn('support');
  const { person } = await find(support, one.mobile);
  const code = await fixture.requestCode(newMobile(), '123456');
  for (const message of [other.id, code, '01990000-0000-7000-8000-000000000000', 'no message']) {
    const answer = await support.call('resendVoucher', { person, message, reason });
    expect(answer).toMatchObject({ status: 404, body: { code: 'notFound' } });
  }
  expect(await fixture.message(other.id)).toMatchObject({ state: 'failed', outcomes: [] });
});

/** A number whose ordinary codes of the hour are used up. */
async function lockedNumber(): Promise<string> {
  const mobile = newMobile();
  for (const device of ['a', 'b', 'c', 'd']) {
    await fixture.requestCode(mobile, '123456', `${device}-${mobile}`);
    fixture.clockOffset.ms += 61_000;
  }
  return mobile;
}

test('a number whose limits are used up is unlocked, and a second time nothing is counted', async () => {
  const support = await signIn('support');
  const mobile = await lockedNumber();
  const { person, isLocked, state, tellCaller } = await find(support, mobile);
  expect({ isLocked, state }).toEqual({ isLocked: true, state: 'codeRequested' });
  expect(tellCaller.at(-1)).toBe('You can request the next OTP now.');
  const unlock = () => support.call('unlockNumber', { person, reason });
  expect(await unlock()).toMatchObject({ status: 200, body: { isChanged: true } });
  expect(await newestAudits(1)).toMatchObject([
    { command: 'console person unlock', reason, details: { number: person, changed: true } },
  ]);
  expect(await find(support, mobile)).toMatchObject({ isLocked: false });
  await fixture.database.query('delete from inaam.mobile_limits where mobile_index = $1', [
    Buffer.from(person, 'hex'),
  ]);
  expect(await unlock()).toMatchObject({ status: 200, body: { isChanged: false } });
  expect(await newestAudits(1)).toMatchObject([{ details: { changed: false } }]);
});

test('a number is blocked and unblocked once each, and the time line names the account and the reason', async () => {
  const name = newName();
  const manager = await signIn('manager', name);
  const { mobile } = fixture.nextParticipant(3);
  const { person } = await find(manager, mobile);
  const calls = [
    ['unblockNumber', false, 'It was not blocked'],
    ['blockNumber', true, 'Blocked, and its sessions have ended'],
    ['blockNumber', false, 'It was blocked already'],
    ['unblockNumber', true, 'Unblocked'],
  ] as const;
  for (const [call, isChanged, sentence] of calls) {
    const { status, body } = await manager.call(call, { person, reason });
    expect({ status, body }).toEqual({
      status: 200,
      body: { isChanged, message: expect.stringContaining(sentence) },
    });
    const command = call === 'blockNumber' ? 'block' : 'unblock';
    expect(await newestAudits(1)).toMatchObject([
      { by: name, command: `console person ${command}`, details: { changed: isChanged } },
    ]);
    const { isBlocked, summary } = await find(manager, mobile);
    expect(isBlocked).toBe(call === 'blockNumber');
    expect(summary.includes('The number is blocked.')).toBe(isBlocked);
  }
  const { rows } = await fixture.database.query<{ open: string }>(
    `select count(*) filter (where revoked_at is null) as open from inaam.token
     join inaam.participation using (campaign, pseudonym) where mobile_index = $1`,
    [Buffer.from(person, 'hex')],
  );
  expect(rows).toEqual([{ open: '0' }]);
  const ofStaff = (await find(manager, mobile)).events.filter(({ by }) => by === name);
  const blocked = { kind: 'staff', what: `Blocked a number. Reason: ${reason}`, device: null };
  expect(ofStaff).toContainEqual(expect.objectContaining(blocked));
});

test('erasure waits for a voucher that is not sent yet, is permanent, and says so afterwards', async () => {
  const { mobile, id } = await winnerOf('ERASE-0001');
  const manager = await signIn();
  const { person } = await find(manager, mobile);
  const erase = () => manager.call('eraseNumber', { person, reason });
  const tooEarly = await erase();
  expect(tooEarly).toMatchObject({ status: 409, body: { code: 'refused' } });
  expect(JSON.stringify(tooEarly.body)).toContain('not sent yet: nothing was erased');
  expect(await find(manager, mobile)).toMatchObject({ isErased: false });
  await setState(id, 'sent');
  expect(await erase()).toMatchObject({ status: 200, body: { isChanged: true } });
  expect(await newestAudits(1)).toMatchObject([
    { command: 'console person erase', reason, details: { number: person, forfeited: false } },
  ]);
  const after = await find(manager, mobile);
  expect(after).toMatchObject({
    isErased: true,
    tellCaller: [
      expect.stringContaining('were deleted'),
      expect.stringContaining('What stays on record'),
    ],
    shownNumber: '+91 •••••• ••••',
    reward: { amount: 5 },
    voucher: { canResend: false, whyNot: expect.stringContaining('erased') },
  });
  const resent = await manager.call('resendVoucher', { person, message: id, reason });
  expect(resent).toMatchObject({ status: 409, body: { code: 'refused' } });
  expect(await erase()).toMatchObject({ status: 200 });
  expect(await find(manager, mobile)).toMatchObject({ isErased: true });
});

test('an export has the number and the name, for their owner, no code, and is recorded', async () => {
  const { mobile } = await winnerOf('EXPORT-5Z8W');
  const manager = await signIn();
  const { person } = await find(manager, mobile);
  const { status, body } = await manager.call('exportNumber', { person, reason });
  expect(status).toBe(200);
  const { fileName, json } = consoleCalls.exportNumber.answer.parse(body);
  expect(fileName).toMatch(/^biscuit-2025-person-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(json)).toMatchObject({
    campaign: 'biscuit-2025',
    participations: [{ mobile, name: expect.any(String), state: 'Kerala' }],
    visits: [{ query: { id: 'shop 7' } }],
  });
  expect(json).not.toMatch(/5Z8W|123456/);
  expect(await newestAudits(1)).toMatchObject([
    { command: 'console person export', reason, details: { number: person } },
  ]);
});

test('an account exports twenty people an hour, and what is refused is recorded', async () => {
  const { mobile } = await winnerOf('EXPORT-6Z8W');
  const name = newName();
  const manager = await signIn('manager', name);
  const { person } = await find(manager, mobile);
  expect(exportLimit).toEqual({ max: 20, withinMs: 3_600_000 });
  await recordMany('console person export', manager.id, name, exportLimit.max - 1);
  const ask = () => manager.call('exportNumber', { person, reason });
  const answers = await allAtOnce([ask, ask]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect((await newestAudits(2)).map(({ command }) => command)).toContain(
    'console person export refused',
  );
  fixture.clockOffset.ms += exportLimit.withinMs;
  const later = await signIn('manager', name);
  expect((await later.call('exportNumber', { person, reason })).status).toBe(200);
});

test.each(['unlockNumber', 'blockNumber', 'unblockNumber', 'eraseNumber', 'exportNumber'] as const)(
  '%s of somebody of whom nothing is known changes nothing',
  async (call) => {
    const manager = await signIn();
    const [before] = await newestAudits(1);
    const person = fixture.keys.mobileIndex(newMobile()).toString('hex');
    const answer = await manager.call(call, { person, reason });
    expect(answer).toMatchObject({ status: 404, body: { code: 'notFound' } });
    expect(await newestAudits(1)).toEqual(before ? [before] : []);
    const short = await manager.call(call, { person, reason: '  ' });
    expect(short).toMatchObject({ status: 400, body: { code: 'invalid' } });
  },
);
