// Vouchers that are overdue are listed, resent, or settled by hand.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import {
  newestAudits,
  runOperatorInProcess,
  operatorFixture,
  type OperatorFixture,
} from '@inaam/testing/server/operator/operator-in-process.ts';
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

test('[CAM-6] all that failed for a reason are sent again, as many at once as is said', async () => {
  await stock(5);
  const granted = await fixture.grantVouchers(3, 3);
  const ids = granted.map(({ id }) => id);
  for (const id of ids) await fail(id);
  const other = await fixture.grantVoucher(3);
  await fail(other.id, 'number not in use');
  const resend = (...options: string[]) =>
    operate('deliveries', 'resend', '--failure', 'DLT template not found', ...options);
  expect((await resend('--dry-run', '--json')).json()).toMatchObject({ count: 3, left: 0 });
  expect((await resend('--dry-run')).output).toContain('nothing was changed');
  expect((await resend('--yes')).errors).toContain('Give a reason');
  expect((await resend('--why', 'registered now')).errors).toContain('rupees: 0.75');
  expect(await stateOf(ids[0] ?? '')).toBe('failed');
  expect((await operate('deliveries', 'resend', '--failure', 'DLT', ...why)).exit).toBe(1);
  expect((await resend('--count', '2', ...why)).output).toContain('2 vouchers are sent again');
  expect(await newestAudits(variables)).toMatchObject([
    {
      command: 'deliveries resend',
      by: 'asha',
      reason: 'ticket 4711',
      details: { reason: 'DLT template not found', count: 2 },
    },
  ]);
  expect((await resend(...why, '--json')).json()).toMatchObject({ count: 1 });
  await deliver(ids);
  expect(await stateOf(other.id)).toBe('failed');
  const [silent] = ids;
  const marked = `update inaam.message set reason = 'no receipt' where id = $1`;
  await fixture.database.query(marked, [silent]);
  const again = ['deliveries', 'resend', '--failure', 'no receipt', '--dry-run', '--json'];
  expect((await operate(...again)).json()).toMatchObject({ count: 1 });
  for (const { mobile } of granted) expect(await fixture.textsTo(mobile)).toHaveLength(1);
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
    const { exit, output } = await operate('deliveries', 'late', '--json');
    return { exit, ...JSON.parse(output) };
  };
  expect(await late()).toMatchObject({
    exit: 0,
    debts: [{ days: 0, waiting: 1, held: 0, failed: 1 }],
  });
  await fixture.database.query(
    `update inaam.message set owed_at = owed_at - interval '9 days 1 hour'`,
  );
  const reasons = [{ reason: 'DLT template not found', count: 2, isMore: false }];
  const debts = [{ days: 9, waiting: 1, held: 0, failed: 1 }];
  expect(await late()).toMatchObject({ exit: 1, debts, reasons, smsPaise: null });
  const plain = await operate('deliveries', 'late');
  expect(plain.output).toMatch(/days +waiting +held +failed\n +9 +1 +0 +1\n/);
  const failures = await operate('deliveries', 'failed', '--json');
  expect(failures.json()).toMatchObject({
    late: expect.arrayContaining([
      expect.objectContaining({ message: owed.id, amount: 3, days: 9, state: 'owed' }),
      expect.objectContaining({ message: failed.id, days: 9, state: 'failed' }),
    ]),
    failed: expect.arrayContaining([
      expect.objectContaining({ message: failed.id, reason: 'DLT template not found' }),
    ]),
  });
  const listed = await operate('deliveries', 'failed');
  expect(listed.output).toContain(failed.id);
  expect(listed.output).not.toContain(failed.mobile);
  await fixture.database.query(
    `insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
     select campaign, pseudonym, 'held', now(), 'rule device', 'many numbers' from inaam.message where id = $1`,
    [owed.id],
  );
  expect(await late()).toMatchObject({ debts: [{ days: 9, waiting: 0, held: 1, failed: 1 }] });
  await fixture.database.query('delete from inaam.review_hold');
  await createCleanup(fixture)();
  expect(fixture.logged.map(({ level, message }) => `${level}: ${message}`)).toContainEqual(
    expect.stringMatching(/^error: 2 vouchers have been owed for more than 9 days/),
  );
});
