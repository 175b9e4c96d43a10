// What an operator does for, or against, one number, which is never shown or written to the audit
// log.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { readGuarded } from '@inaam/testing/server/database/database-queries.ts';
import { assignVouchers } from '../vouchers/voucher-assignment.sql.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  operatorFixture,
  type OperatorFixture,
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';

let operators: OperatorFixture;
let fixture: DeliveryFixture;
let variables: Record<string, string>;
let folder: string;
let pseudonymSecret: string;

const bytes = () => randomBytes(32);
const text = (key: Uint8Array) => Buffer.from(key).toString('base64');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-number-'));
  operators = operatorFixture();
  const { url } = await operators.newDatabase();
  const secrets = {
    identity: bytes(),
    index: bytes(),
    code: bytes(),
    draw: bytes(),
    pseudonym: bytes(),
  };
  const seal = bytes();
  fixture = await deliveryFixture(url, {
    ...secrets,
    seal: [{ id: 1, key: seal }],
    voucherSeal: [{ id: 1, key: bytes() }],
  });
  await fixture.verifyParticipants();
  pseudonymSecret = text(secrets.pseudonym);
  variables = {
    DATABASE_URL: url,
    INDEX_SECRET: text(secrets.index),
    SEAL_KEYS: `1:${text(seal)}`,
    ...drawVariables(secrets.draw),
  };
});
const withPseudonyms = () => ({ ...variables, PSEUDONYM_SECRET: pseudonymSecret });
beforeEach(() => fixture.clear());
afterAll(async () => {
  await fixture.database.end();
  await operators.end();
  await rm(folder, { recursive: true, force: true });
});

const number = (command: string, typed: string, ...options: string[]) =>
  runOperatorInProcess(['number', command, '--why', 'ticket 4711', ...options], {
    variables,
    typed,
  });
const answer = async (command: string, typed: string, ...options: string[]) =>
  JSON.parse((await number(command, typed, '--json', ...options)).output);
const newestAudit = async () => JSON.stringify(await newestAudits(variables));

/** All rows in the tables that could hold a number. */
async function rowsOf(mobile: string): Promise<Record<string, number>> {
  const index = fixture.keys.mobileIndex(mobile);
  const owner = `(select pseudonym from inaam.participant where mobile_index = $1)`;
  const where: Record<string, string> = {
    challenge: 'mobile_index = $1',
    personal_data: `pseudonym = ${owner}`,
    token: `pseudonym = ${owner}`,
    mailbox: 'mobile_index = $1',
    code_message: `mobile_index = $1`,
    reward: `pseudonym = ${owner}`,
    ledger: `pseudonym = ${owner}`,
  };
  const counts = await Promise.all(
    Object.entries(where).map(async ([name, condition]) => {
      const table = name === 'code_message' ? 'message' : name;
      const { rows } = await fixture.database.query<{ count: string }>(
        `select count(*) from inaam.${table} where ${condition}`,
        [index],
      );
      return [name, Number(rows[0]?.count)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

test('a number is shown in plain words, without itself, a name or a code', async () => {
  const winner = fixture.nextParticipant(5);
  await fixture.requestCode(winner.mobile, '123456');
  const { id } = await fixture.grantVoucher(5, winner);
  const { exit, output, errors } = await number('show', winner.mobile);
  expect({ exit, errors }).toEqual({ exit: 0, errors: 'Mobile number: ' });
  expect(output).toContain('summary: Reward of ₹5: the voucher waits for a code of the stock');
  expect(output).toMatch(
    /tell caller: Your voucher of ₹5 is reserved, but the SMS is not sent yet\. It is due by /,
  );
  expect(output).toContain('blocked: no');
  expect(output).toContain(`message: ${id}`);
  for (const event of ['Answered YES to the privacy notice', 'OTP requested']) {
    expect(output).toContain(event);
  }
  expect(output).not.toMatch(new RegExp(`${winner.mobile}|Asha|123456`));
  const audits = await newestAudits(variables);
  const details = { by: 'number', number: fixture.keys.mobileIndex(winner.mobile).toString('hex') };
  expect(audits).toMatchObject([{ command: 'number show', reason: 'ticket 4711' }]);
  expect(audits[0]?.details).toEqual(details);
  expect(JSON.stringify(audits)).not.toContain(winner.mobile);
});

test('by its voucher it is the same person; nothing that others wrote reaches the terminal', async () => {
  const winner = fixture.nextParticipant(5);
  const device = `shown-${winner.mobile}`;
  await fixture.requestCode(winner.mobile, '123456', device);
  const { id } = await fixture.grantVoucher(5, winner);
  const { wall } = fixture.clocks;
  await loadVoucherCodes(fixture, [{ code: 'SHOW-ONE-7K2M9Q', amount: 5 }], wall());
  const assignment = { messageId: id, now: wall(), promisedUntil: '2025-01-01' };
  await assignVouchers(fixture.database, fixture.campaign.id).one(assignment);
  await fixture.database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select campaign, user_key, registered_at - interval '1 minute', '{"utm_source": "qrcode", "id": "shop 7\\u001b[31m"}'
     from inaam.challenge where user_key = $1`,
    [device],
  );
  const found = await number('show', '7k2m9q', '--voucher');
  expect(found).toMatchObject({ exit: 0, errors: 'Last six characters of the voucher code: ' });
  expect(found.output).toContain('Opened the site (id shop 7[31m)');
  expect(found.output).not.toMatch(new RegExp(`${winner.mobile}|7K2M9Q|\u001b`, 'i'));
  const [row] = await newestAudits(variables);
  expect(row).toMatchObject({ details: { by: 'voucher' } });
  expect(JSON.stringify(row)).not.toMatch(/7k2m9q/i);
  expect((await number('show', 'QQQQQQ', '--voucher')).exit).toBe(1);
  expect((await number('show', '', '--pseudonym', 'f')).exit).toBe(2);
  expect((await number('show', '', '--pseudonym', 'f'.repeat(32))).exit).toBe(1);
});

test('an unknown number is refused, and looking for it is in the audit log', async () => {
  const mobile = newMobile();
  const { exit, errors } = await number('show', mobile);
  expect(exit).toBe(1);
  expect(errors).toContain('Nothing is stored about this number');
  expect(await newestAudits(variables)).toMatchObject([{ command: 'number show' }]);
});

test('[CAM-6] the voucher of a person is sent again, who may be named by the pseudonym', async () => {
  const winner = fixture.nextParticipant(5);
  const { id } = await fixture.grantVoucher(5, winner);
  const resend = (message: string, ...options: string[]) =>
    number('resend', '', message, '--pseudonym', winner.pseudonym.toString('hex'), ...options);
  expect((await resend(id)).errors).toContain('still being sent');
  await fixture.database.query(`update inaam.message set state = 'failed' where id = $1`, [id]);
  expect((await resend('CODE-1')).errors).toContain('no such voucher');
  expect(await resend(id)).toMatchObject({ exit: 0, errors: '' });
  expect(await fixture.message(id)).toMatchObject({ state: 'owed' });
  const [row] = await newestAudits(variables);
  expect(row).toMatchObject({ command: 'number resend', details: { message: id, count: 1 } });
});

test.each(['show', 'unlock', 'block', 'unblock', 'erase', 'export'])(
  'number %s takes no number as an argument, and asks for none without a reason',
  async (command) => {
    const mobile = newMobile();
    const asArgument = await number(command, mobile, mobile);
    expect(asArgument.exit).toBe(2);
    const { exit, errors } = await runOperatorInProcess(['number', command], {
      variables,
      typed: mobile,
    });
    expect(exit).toBe(2);
    expect(errors).toContain('Give a reason');
    expect(errors).not.toContain('Mobile number');
  },
);

test('unlock forgets every limit of a number, and keeps its block', async () => {
  const mobile = newMobile();
  for (const device of ['a', 'b', 'c', 'd']) {
    await fixture.requestCode(mobile, '123456', `${device}-${mobile}`);
    fixture.clockOffset.ms += 61_000;
  }
  await fixture.requestCode(mobile, '123456');
  expect((await readGuarded(fixture, mobile)).sends).toHaveLength(1);
  expect(await answer('unlock', mobile)).toMatchObject({ isChanged: true });
  expect(await newestAudits(variables)).toMatchObject([
    {
      command: 'number unlock',
      details: { number: fixture.keys.mobileIndex(mobile).toString('hex') },
    },
  ]);
  await fixture.requestCode(mobile, '123456');
  expect((await readGuarded(fixture, mobile)).sends).toEqual([]);
  expect(await answer('block', mobile)).toMatchObject({ isChanged: true });
  expect(await answer('unlock', mobile)).toMatchObject({ isChanged: true });
  expect(await answer('show', mobile)).toMatchObject({ isBlocked: true, isLocked: false });
  expect(await answer('unlock', newMobile())).toMatchObject({ isChanged: false });
});

test('a number that never came can be blocked', async () => {
  const mobile = newMobile();
  expect(await answer('block', mobile)).toMatchObject({ isChanged: true });
  expect(await answer('show', mobile)).toMatchObject({ isBlocked: true, reward: null });
});

test('erasure deletes name, number and devices, and the ledger still verifies', async () => {
  const winner = fixture.nextParticipant(5);
  const { mobile } = winner;
  await fixture.requestCode(mobile, '123456', `device-of-${mobile}`);
  const { id } = await fixture.grantVoucher(5, winner);
  expect(await rowsOf(mobile)).toMatchObject({ challenge: 1, personal_data: 1, code_message: 1 });

  const refused = await number('erase', mobile, '--yes');
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('not sent yet: nothing was erased');
  expect(await answer('erase', mobile, '--dry-run', '--forfeit-voucher')).toMatchObject({
    result: 'wouldErase',
  });
  expect(await rowsOf(mobile)).toMatchObject({ personal_data: 1 });

  expect(await answer('erase', mobile, '--yes', '--forfeit-voucher')).toMatchObject({
    result: 'erased',
  });
  const audits = await newestAudits(variables);
  expect(audits).toMatchObject([{ command: 'number erase', details: { forfeited: true } }]);
  expect(JSON.stringify(audits)).not.toContain(mobile);
  expect(await rowsOf(mobile)).toEqual({
    challenge: 0,
    personal_data: 0,
    token: 0,
    mailbox: 0,
    code_message: 0,
    reward: 1,
    ledger: 2,
  });
  expect(await fixture.message(id)).toMatchObject({ state: 'failed', reason: 'erased' });
  expect(await answer('show', mobile)).toMatchObject({ isErased: true, reward: { amount: 5 } });
  const { rows } = await fixture.database.query(
    'select answer from inaam.consent where user_key = $1 order by t',
    [`device-of-${mobile}`],
  );
  expect(rows).toEqual([{ answer: 'YES' }, { answer: 'NO' }]);
  const verified = await runOperatorInProcess(['ledger', 'verify', '--json'], { variables });
  expect(JSON.parse(verified.output)).toMatchObject({ valid: true });
});

test('erasure of a number that never came changes nothing', async () => {
  expect(await answer('erase', newMobile(), '--yes')).toMatchObject({ result: 'nothing' });
});

test('export hands a person everything that is stored about them', async () => {
  const winner = fixture.nextParticipant(10);
  await fixture.requestCode(winner.mobile, '123456', `export-${winner.mobile}`);
  await fixture.grantVoucher(10, winner);
  await fixture.database.query(
    `insert into inaam.visit (campaign, user_key, at, query) values ($1, $2, now(), '{"utm_source":"qrcode"}')`,
    [fixture.campaign.id, `export-${winner.mobile}`],
  );
  const file = path.join(folder, 'request-12.json');
  expect(await answer('export', winner.mobile, '--out', file)).toMatchObject({ file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const exported: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(exported).toMatchObject({
    participations: [
      {
        mobile: winner.mobile,
        name: expect.any(String),
        state: 'Goa',
        isBonus: false,
        reward: { amount: 10 },
      },
    ],
    registrations: [{ mobile: winner.mobile, name: 'Asha', device: `export-${winner.mobile}` }],
    limits: { codesSentAt: [expect.any(String), expect.any(String)], isBlocked: false },
    messages: [{ kind: 'voucher', state: 'owed' }, { kind: 'otp' }],
    visits: [{ query: { utm_source: 'qrcode' } }],
  });
  expect(await readFile(file, 'utf8')).not.toContain('123456');
  expect(await newestAudit()).not.toContain(winner.mobile);
  expect((await number('export', winner.mobile, '--out', file)).exit).toBe(1);
});

const pseudonymOf = (typed: string, env: Record<string, string>) =>
  runOperatorInProcess(['number', 'pseudonym', '--why', 'the audit', '--json'], {
    variables: env,
    typed,
  });

test('[CAM-3] pseudonym: an auditor finds the entries of a number in the ledger, and it is written nowhere', async () => {
  const { pseudonym, mobile } = fixture.nextParticipant(5);
  await fixture.grantVoucher(5, { pseudonym, mobile });
  const found = await pseudonymOf(mobile, withPseudonyms());
  expect(found.exit).toBe(0);
  const name = pseudonym.toString('hex');
  expect(found.json()).toEqual({
    campaign: 'biscuit-2025',
    participations: [
      {
        pseudonym: name,
        entries: [
          expect.objectContaining({ kind: 'verified', promise: 'fixed', pseudonym: name }),
          expect.objectContaining({ kind: 'granted', amount: 5, pseudonym: name }),
        ],
      },
    ],
  });
  expect(`${found.output}${found.errors}`).not.toContain(mobile);
  const audit = await newestAudit();
  expect(audit).toMatch(/"command":"number pseudonym".*"reason":"the audit"/);
  expect(audit).not.toMatch(new RegExp(`${mobile}|${name}`));

  const nobody = await pseudonymOf(newMobile(), withPseudonyms());
  expect(nobody.json()).toMatchObject({ participations: [{ entries: [] }] });
});

test('[CAM-3] pseudonym: another key than the committed one computes nothing, and is not printed', async () => {
  const { mobile } = fixture.nextParticipant(5);
  const other = text(bytes());
  const refused = await pseudonymOf(mobile, { ...variables, PSEUDONYM_SECRET: other });
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('has committed to: nothing was computed');
  expect(`${refused.output}${refused.errors}`).not.toContain(other);
});
