// Vouchers that are overdue are listed, resent, or settled by hand.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  operatorFixture,
  type OperatorFixture,
} from '@inaam/testing/server/operator/operator-fixture.ts';
import { createCleanup } from '../participants/cleanup.job.ts';
import { failMessages } from './messages.sql.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';

let operators: OperatorFixture;
let fixture: DeliveryFixture;
let variables: Record<string, string>;

const dayMs = 86_400_000;
const why = ['--why', 'ticket 4711', '--by', 'asha', '--yes'];

beforeAll(async () => {
  operators = operatorFixture();
  const { url } = await operators.newDatabase();
  fixture = await deliveryFixture(url);
  await fixture.verifyParticipants();
  variables = { DATABASE_URL: url };
});
beforeEach(async () => {
  await fixture.clear();
  fixture.clockOffset.ms = 0;
  fixture.logged.length = 0;
});
afterAll(async () => {
  await fixture.database.end();
  await operators.end();
});

const operate = (...words: string[]) => runOperatorInProcess(words, { variables });
const stock = (count: number) =>
  loadVoucherCodes(
    fixture,
    Array.from({ length: count }, (_, at) => ({ code: `AGAIN-${at}`, amount: 3 })),
    fixture.clocks.wall(),
  );
const fail = (messageId: string, reason = 'DLT template not found') =>
  failMessages(fixture.database, fixture.campaign.id).one({
    messageId,
    at: fixture.clocks.wall(),
    reason,
  });
const stateOf = async (id: string) => (await fixture.message(id))?.state;

async function deliver(ids: readonly string[]): Promise<void> {
  const delivery = await fixture.deliver();
  try {
    const isSent = async () => {
      for (const id of ids) if ((await stateOf(id)) !== 'sent') return false;
      return true;
    };
    expect(await waitUntil(isSent)).toBe(true);
  } finally {
    await delivery.stop();
  }
}

test('[CAM-6] a voucher that did not arrive is sent again, with the same code, to the same number', async () => {
  await stock(5);
  const { id, mobile } = await fixture.grantVoucher(3);
  await deliver([id]);
  const [first] = await fixture.textsTo(mobile);
  const resent = await operate('deliveries', 'resend', id, ...why, '--json');
  expect(resent.json()).toEqual({
    campaign: fixture.campaign.id,
    result: 'resent',
    count: 1,
    left: 0,
  });
  await deliver([id]);
  // It has another id for the provider, which would take the first id for a repeat.
  expect(await fixture.textsTo(mobile)).toEqual([first, first]);
  expect((await fixture.message(id))?.outcomes).toEqual(['accepted', 'resent', 'accepted']);
  const { output } = await operate('audit', '--most', '1', '--json');
  expect(JSON.parse(output).audits).toMatchObject([
    {
      command: 'deliveries resend',
      by: 'asha',
      why: 'ticket 4711',
      details: { message: id, count: 1 },
    },
  ]);
});

test('[CAM-6] all that failed for a reason are sent again, as many at once as is said', async () => {
  await stock(5);
  const granted = await fixture.grantVouchers(3, 3);
  const ids = granted.map(({ id }) => id);
  for (const id of ids) await fail(id);
  const other = await fixture.grantVoucher(3);
  await fail(other.id, 'number not in use');
  const resend = (...options: string[]) =>
    operate('deliveries', 'resend', '--reason', 'DLT template not found', ...options);
  expect((await resend('--dry-run')).output).toContain('would be sent again: 3.');
  expect((await resend('--why', 'registered now')).errors).toContain('an SMS that costs');
  expect((await operate('deliveries', 'resend', '--reason', 'DLT', ...why)).exit).toBe(1);
  expect((await resend('--most', '2', ...why)).output).toContain('left for the next time: 1');
  expect((await resend('--most', '2', ...why)).output).toBe('Vouchers that are sent again: 1.\n');
  await deliver(ids);
  expect(await stateOf(other.id)).toBe('failed');
  const [silent] = ids;
  const marked = `update inaam.message set reason = 'no receipt' where id = $1`;
  await fixture.database.query(marked, [silent]);
  const again = await operate('deliveries', 'resend', '--reason', 'no receipt', '--dry-run');
  expect(again.output).toContain('would be sent again: 1.');
  for (const { mobile } of granted) expect(await fixture.textsTo(mobile)).toHaveLength(1);
});

test('[CAM-6] what cannot be sent again is refused with its reason', async () => {
  const refused = async (...words: string[]) => {
    const { exit, output, errors } = await operate('deliveries', 'resend', ...words, ...why);
    expect({ exit, output }).toEqual({ exit: 1, output: '' });
    return errors;
  };
  const code = await fixture.requestCode(newMobile(), '123456');
  expect(await refused(code)).toContain('it is a one-time code');
  expect(await refused('01990000-0000-7000-8000-000000000000')).toContain('no such message');
  const { id } = await fixture.grantVoucher(3);
  expect(await refused(id)).toContain('it is still being sent');
  for (let time = 0; time < 3; time += 1) {
    await fail(id);
    expect((await operate('deliveries', 'resend', id, ...why)).exit).toBe(0);
  }
  await fail(id);
  expect(await refused(id)).toContain('that was done 3 times already');
  await fixture.database.query(
    `delete from inaam.personal_data where pseudonym = (select pseudonym from inaam.message where id = $1)`,
    [id],
  );
  expect(await refused(id)).toContain("the winner's data has been erased");
  expect((await operate('deliveries', 'resend', 'CODE-1', ...why)).exit).toBe(2);
  expect((await operate('deliveries', 'resend', ...why)).errors).toContain('Name either one');
});

test('[CAM-6] a voucher of a dead number is settled by hand: nothing sends it or counts it any more', async () => {
  await stock(1);
  const { id, mobile } = await fixture.grantVoucher(3);
  expect((await operate('deliveries', 'settle', id, ...why)).errors).toContain('still being sent');
  await fail(id, 'number not in use');
  const settle = (...options: string[]) => operate('deliveries', 'settle', id, ...options);
  expect((await settle('--dry-run')).output).toContain('It would be settled');
  expect((await settle('--why', 'paid by post')).errors).toContain('This cannot be undone');
  expect(await stateOf(id)).toBe('failed');
  expect((await settle(...why)).output).toBe('Settled: it is closed.\n');
  expect((await settle(...why, '--json')).json()).toMatchObject({ result: 'already' });
  expect((await operate('deliveries', 'resend', id, ...why)).errors).toContain('settled by hand');
  const { id: next } = await fixture.grantVoucher(3);
  await deliver([next]);
  expect(await stateOf(id)).toBe('settled');
  expect(await fixture.textsTo(mobile)).toEqual([]);
  fixture.clockOffset.ms = 12 * dayMs;
  await createCleanup(fixture)();
  expect(fixture.logged.filter(({ message }) => message.includes('owed for more'))).toEqual([]);
});

test('[CAM-6] no debt gets old in silence: also one that failed is counted and listed', async () => {
  const [owed, failed, erased] = await fixture.grantVouchers(3, 3);
  if (!owed || !failed || !erased) throw new Error('Nothing was granted.');
  await fail(failed.id);
  await fail(erased.id);
  await fixture.database.query(
    `delete from inaam.personal_data where pseudonym = (select pseudonym from inaam.message where id = $1)`,
    [erased.id],
  );
  const late = async () => {
    const { exit, output } = await operate('deliveries', 'late', '--days', '0', '--json');
    return { exit, ...JSON.parse(output) };
  };
  expect(await late()).toMatchObject({ exit: 0, count: 2, escalated: 0 });
  await fixture.database.query(
    `update inaam.message set owed_at = owed_at - interval '9 days 1 hour'`,
  );
  const found = await late();
  expect(found).toMatchObject({ exit: 1, count: 2, escalated: 2 });
  expect(found.late.map((voucher: { message: string }) => voucher.message).toSorted()).toEqual(
    [owed.id, failed.id].toSorted(),
  );
  expect(found.late[0]).toMatchObject({ amount: 3, days: 9 });
  const { output } = await operate('deliveries', 'late');
  expect(output).toContain('2 vouchers are older than 2 days; 2 of all than 9.');
  expect(output).not.toContain('held');
  await fixture.database.query(
    `insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
     select campaign, pseudonym, 'held', now(), 'rule device', 'many numbers' from inaam.message where id = $1`,
    [owed.id],
  );
  const marked: { message: string; isHeld: boolean }[] = (await late()).late;
  expect(marked.filter(({ isHeld }) => isHeld).map(({ message }) => message)).toEqual([owed.id]);
  expect((await operate('deliveries', 'late')).output).toMatch(
    new RegExp(`${owed.id}.* owed, held `),
  );
  await fixture.database.query('delete from inaam.review_hold');
  await createCleanup(fixture)();
  expect(fixture.logged.map(({ level, message }) => `${level}: ${message}`)).toContainEqual(
    expect.stringMatching(/^error: 2 vouchers have been owed for more than 9 days/),
  );
});
