// What an operator does for, or against, one number, which is never shown or written to the audit
// log.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawVariables } from '@inaam/testing/server/campaign/draw-parts.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { readGuarded } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  operatorFixture,
  type OperatorFixture,
} from '@inaam/testing/server/operator/operator-fixture.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';

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
const newestAudit = async () =>
  (await runOperatorInProcess(['audit', '--most', '1', '--json'], { variables })).output;

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
  await fixture.grantVoucher(5, winner);
  const { exit, output, errors } = await number('show', winner.mobile);
  expect({ exit, errors }).toEqual({ exit: 0, errors: 'Mobile number: ' });
  expect(output).toMatch(/^Verified at .*, of Kerala\.\nRewarded Rs 5 at /);
  expect(output).toContain('Not blocked.');
  expect(output).toContain('Codes sent: 1 in the last hour, 2 in the last day, 2 in all.');
  expect(output).toContain('Newest answer to the privacy notice: YES at ');
  expect(output).toContain('voucher of Rs 5  owed');
  expect(output).not.toMatch(new RegExp(`${winner.mobile}|Asha|123456`));
  const audit = await newestAudit();
  expect(JSON.parse(audit).audits).toMatchObject([
    {
      command: 'number show',
      why: 'ticket 4711',
      details: { number: fixture.keys.mobileIndex(winner.mobile).toString('hex') },
    },
  ]);
  expect(audit).not.toContain(winner.mobile);
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
  expect(await answer('unlock', mobile)).toMatchObject({ result: 'unlocked' });
  await fixture.requestCode(mobile, '123456');
  expect((await readGuarded(fixture, mobile)).sends).toEqual([]);
  expect(await answer('block', mobile)).toMatchObject({ result: 'blocked' });
  expect(await answer('unlock', mobile)).toMatchObject({ result: 'unlocked' });
  expect((await answer('show', mobile)).limits).toMatchObject({
    blocked: true,
    sends: { programme: 0 },
    tries: { programme: 0 },
  });
  expect(JSON.parse(await newestAudit()).audits[0]).toMatchObject({ command: 'number show' });
  expect(await answer('unlock', newMobile())).toMatchObject({ result: 'already' });
});

test('a blocked number loses its sessions and stays blocked until it is unblocked', async () => {
  const { mobile } = fixture.nextParticipant(3);
  expect(await answer('show', mobile)).toMatchObject({ openSessions: 1 });
  expect(await answer('block', mobile)).toMatchObject({ result: 'blocked' });
  expect(await answer('block', mobile)).toMatchObject({ result: 'already' });
  expect(await answer('show', mobile)).toMatchObject({
    openSessions: 0,
    limits: { blocked: true },
  });
  expect(await answer('unblock', mobile)).toMatchObject({ result: 'unblocked' });
  expect(await answer('unblock', mobile)).toMatchObject({ result: 'already' });
  await fixture.requestCode(mobile, '123456');
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
  const audit = await newestAudit();
  expect(JSON.parse(audit).audits).toMatchObject([
    { command: 'number erase', details: { forfeited: true } },
  ]);
  expect(audit).not.toContain(mobile);
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

test('erasure waits for a voucher that can be sent, and erases once it is', async () => {
  const winner = fixture.nextParticipant(3);
  const { id } = await fixture.grantVoucher(3, winner);
  expect((await number('erase', winner.mobile, '--yes')).exit).toBe(1);
  await fixture.database.query(`update inaam.message set state = 'sent' where id = $1`, [id]);
  expect(await answer('erase', winner.mobile, '--yes')).toMatchObject({ result: 'erased' });
  expect(await fixture.message(id)).toMatchObject({ state: 'sent' });
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
    participant: { mobile: winner.mobile, name: expect.any(String), state: 'Goa' },
    reward: { amount: 10 },
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
    pseudonym: name,
    entries: [
      expect.objectContaining({ kind: 'verified', promise: 'fixed', pseudonym: name }),
      expect.objectContaining({ kind: 'granted', amount: 5, pseudonym: name }),
    ],
  });
  expect(`${found.output}${found.errors}`).not.toContain(mobile);
  const audit = await newestAudit();
  expect(audit).toContain('"command":"number pseudonym","why":"the audit"');
  expect(audit).not.toMatch(new RegExp(`${mobile}|${name}`));

  const nobody = await pseudonymOf(newMobile(), withPseudonyms());
  expect(nobody.json()).toMatchObject({ entries: [] });
});

test('[CAM-3] pseudonym: another key than the committed one computes nothing, and is not printed', async () => {
  const { mobile } = fixture.nextParticipant(5);
  const other = text(bytes());
  const refused = await pseudonymOf(mobile, { ...variables, PSEUDONYM_SECRET: other });
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('has committed to: nothing was computed');
  expect(`${refused.output}${refused.errors}`).not.toContain(other);
});
