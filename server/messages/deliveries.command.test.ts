// Failed messages, and the messages of one number, as an operator sees them: without numbers or
// codes.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failMessages } from './messages.sql.ts';
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

let operators: OperatorFixture;
let fixture: DeliveryFixture;
let variables: Record<string, string>;

const bytes = () => randomBytes(32);

beforeAll(async () => {
  operators = operatorFixture();
  const { url } = await operators.newDatabase();
  const [index, seal] = [bytes(), bytes()];
  const secrets = { identity: bytes(), index, code: bytes(), draw: bytes(), pseudonym: bytes() };
  fixture = await deliveryFixture(url, {
    ...secrets,
    seal: [{ id: 1, key: seal }],
    voucherSeal: [{ id: 1, key: bytes() }],
  });
  await fixture.verifyParticipants();
  variables = {
    DATABASE_URL: url,
    INDEX_SECRET: index.toString('base64'),
    SEAL_KEYS: `1:${seal.toString('base64')}`,
  };
});
beforeEach(() => fixture.clear());
afterAll(async () => {
  await fixture.database.end();
  await operators.end();
});

const fail = (messageId: string, at: number) =>
  failMessages(fixture.database, fixture.campaign.id).one({
    messageId,
    at,
    reason: 'DLT template not found',
  });
const failed = async (...options: string[]) =>
  JSON.parse(
    (await runOperatorInProcess(['deliveries', 'failed', '--json', ...options], { variables }))
      .output,
  );
const of = (typed: string, ...options: string[]) =>
  runOperatorInProcess(['deliveries', 'of', '--why', 'complaint 4711', ...options], {
    variables,
    typed,
  });

test('[CAM-6] failed messages are listed, newest first, with the reason and without the mobile', async () => {
  const mobile = newMobile();
  const code = await fixture.requestCode(mobile, '123456');
  const { id: voucher } = await fixture.grantVoucher(10);
  await fixture.grantVoucher(3);
  expect(await failed()).toMatchObject({ count: 0, failed: [] });
  await fail(code, 1_750_000_000_000);
  await fail(voucher, 1_750_000_001_000);
  const reason = 'DLT template not found';
  expect(await failed()).toMatchObject({
    count: 2,
    failed: [
      {
        message: voucher,
        kind: 'voucher',
        amount: 10,
        reason,
        failedAt: '2025-06-15T15:06:41.000Z',
      },
      { message: code, kind: 'otp', amount: null, reason },
    ],
  });
  expect(await failed('--most', '1')).toMatchObject({ count: 2, failed: [{ message: voucher }] });
  const { output } = await runOperatorInProcess(['deliveries', 'failed'], { variables });
  expect(output).toContain(`${voucher}  2025-06-15T15:06:41.000Z  voucher of Rs 10`);
  expect(output).toContain('2 have failed in all.');
  expect(output).not.toMatch(new RegExp(`${mobile}|123456`));
});

test('[CAM-6] for a complaint the command prompts for the mobile and shows its history without it', async () => {
  const winner = fixture.nextParticipant(5);
  const { mobile } = winner;
  const code = await fixture.requestCode(mobile, '123456');
  const { id: voucher } = await fixture.grantVoucher(5, winner);
  const { exit, output, errors } = await of(mobile);
  expect(exit).toBe(0);
  expect(errors).toBe('Mobile number: ');
  expect(output).toMatch(/^Verified at .*, state: Kerala\.\nReward of Rs 5 granted at /);
  expect(output).toMatch(new RegExp(`${voucher}  voucher of Rs 5  owed `));
  expect(output).toMatch(new RegExp(`${code}  one-time code    owed `));
  expect(output).not.toMatch(new RegExp(`${mobile}|123456`));

  const delivery = await fixture.deliver();
  await waitUntil(async () => (await fixture.message(code))?.state === 'sent');
  await delivery.stop();
  const result = JSON.parse((await of(`+91 ${mobile}`, '--json')).output);
  expect(result.reward).toMatchObject({ amount: 5 });
  expect(result.messages).toHaveLength(2);
  expect(result.messages.find(({ kind }: { kind: string }) => kind === 'otp')).toMatchObject({
    message: code,
    state: 'sent',
    tries: 1,
    sentAt: expect.stringMatching(/Z$/),
  });
});

test('an unknown mobile is reported, and every query is in the audit log without the mobile', async () => {
  const mobile = newMobile();
  const { exit, output } = await of(mobile);
  expect(exit).toBe(0);
  expect(output).toContain('has not been verified in this campaign');
  expect(output).toContain('No messages to this number.');
  const log = (await runOperatorInProcess(['audit', '--most', '1', '--json'], { variables }))
    .output;
  expect(JSON.parse(log).audits).toMatchObject([
    { command: 'deliveries of', why: 'complaint 4711', details: { messages: 0 } },
  ]);
  expect(log).not.toContain(mobile);
});

test.each(['', '12345', '4876543210', '98765432100'])(
  '%j is no number, and nothing is looked up',
  async (typed) => {
    const { exit, output, errors } = await of(typed);
    expect({ exit, output }).toEqual({ exit: 2, output: '' });
    expect(errors).toContain('This is not an Indian mobile number');
  },
);

test('without a reason no mobile is queried', async () => {
  const result = await runOperatorInProcess(['deliveries', 'of'], {
    variables,
    typed: newMobile(),
  });
  expect(result.exit).toBe(2);
  expect(result.errors).toContain('Give a reason');
});
