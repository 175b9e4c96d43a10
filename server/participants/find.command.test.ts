// Shows everything about one participant, found by number, pseudonym or voucher, but never the
// number, name or code.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import {
  deliveryFixture,
  testSecrets,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  operatorFixture,
  type OperatorFixture,
} from '@inaam/testing/server/operator/operator-fixture.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';

let operators: OperatorFixture;
let fixture: DeliveryFixture;
let variables: Record<string, string>;

const text = (key: Uint8Array | undefined) => Buffer.from(key ?? []).toString('base64');
/** Bytes that the settings accept as random. */
const random = () => crypto.getRandomValues(new Uint8Array(32));

beforeAll(async () => {
  operators = operatorFixture();
  const { url } = await operators.newDatabase();
  const secrets = {
    ...testSecrets,
    index: random(),
    seal: [{ id: 1, key: random() }],
    voucherSeal: [{ id: 1, key: random() }],
  };
  fixture = await deliveryFixture(url, secrets);
  await fixture.verifyParticipants();
  variables = {
    DATABASE_URL: url,
    INDEX_SECRET: text(secrets.index),
    SEAL_KEYS: `1:${text(secrets.seal[0]?.key)}`,
    VOUCHER_SEAL_KEYS: `1:${text(secrets.voucherSeal[0]?.key)}`,
  };
});
beforeEach(() => fixture.clear());
afterAll(async () => {
  await fixture.database.end();
  await operators.end();
});

const find = (typed: string, ...options: string[]) =>
  runOperatorInProcess(['find', '--why', 'complaint 4711', ...options], { variables, typed });
type Found = { summary: string; events: { at: string; what: string; device: string | null }[] };
const found = async (typed: string, ...options: string[]): Promise<Found> =>
  JSON.parse((await find(typed, '--json', ...options)).output);

/** A winner of Rs 5 who requested a code and got this voucher. */
async function winnerOf(code: string) {
  const winner = fixture.nextParticipant(5);
  const message = await fixture.requestCode(winner.mobile, '123456');
  const { id } = await fixture.grantVoucher(5, winner);
  await loadVoucherCodes(fixture, [{ code, amount: 5 }], fixture.clocks.wall());
  const delivery = await fixture.deliver();
  for (const sent of [message, id]) {
    await waitUntil(async () => (await fixture.message(sent))?.state === 'sent');
  }
  await delivery.stop();
  await fixture.database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select campaign, user_key, owed_at - interval '1 minute', '{"utm_source": "qrcode", "id": "shop 7\\u001b[31m"}'
     from inaam.message where id = $1`,
    [message],
  );
  return winner;
}

test('a time line from the scan to the voucher, in order, and where it stands', async () => {
  const winner = await winnerOf('FIND-ONE-7K2M');
  const { summary, events } = await found(winner.mobile);
  expect(summary).toBe(
    'Reward of Rs 5: the voucher was handed to the provider; no receipt of the phone is known.',
  );
  const happened = events.map(({ what }) => what);
  expect(happened).toEqual(
    expect.arrayContaining([
      'opened the site (id shop 7[31m)',
      'answered YES to the privacy notice',
      'requested a one-time code',
      'one-time code handed to the provider',
      'number verified, of Kerala',
      'reward of Rs 5 (fixed)',
      'a voucher code was assigned',
      'voucher of Rs 5 handed to the provider',
    ]),
  );
  expect(happened.indexOf('reward of Rs 5 (fixed)')).toBeLessThan(
    happened.indexOf('voucher of Rs 5 handed to the provider'),
  );
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
  expect(events.find(({ what }) => what.startsWith('opened'))?.device).toMatch(/^device \d$/);
});

test('by the voucher and by the pseudonym it is the same person, and the keys that it needs are fewer', async () => {
  const winner = await winnerOf('FIND-TWO-9Q4X');
  const { events } = await found(winner.mobile);
  const times = (of: Found) => of.events.map(({ at }) => at).slice(0, 5);
  expect(times(await found('9q4x', '--voucher'))).toEqual(times({ summary: '', events }));
  const { SEAL_KEYS: _, ...fewer } = variables;
  const byPseudonym = await runOperatorInProcess(
    ['find', '--pseudonym', winner.pseudonym.toString('hex'), '--why', 'x', '--json'],
    { variables: fewer },
  );
  expect(times(JSON.parse(byPseudonym.output))).toEqual(times({ summary: '', events }));
});

test('neither the number, nor the name, nor the voucher is in the answer or in the audit log', async () => {
  const winner = await winnerOf('FIND-SIX-3H8T');
  const plain = await find(winner.mobile);
  const voucher = await find('FIND-SIX-3H8T', '--voucher');
  const audit = await runOperatorInProcess(['audit', '--most', '2', '--json'], { variables });
  expect(JSON.parse(audit.output).audits).toMatchObject([
    { command: 'find', why: 'complaint 4711', details: { by: 'voucher' } },
    { command: 'find', details: { by: 'number' } },
  ]);
  for (const { output, errors } of [plain, voucher, audit]) {
    expect(output + errors).not.toMatch(new RegExp(`${winner.mobile}|Asha|3H8T|123456`));
  }
});

test('what an operator does with the number is in its time line', async () => {
  const { mobile } = fixture.nextParticipant(3);
  await runOperatorInProcess(['number', 'block', '--why', 'asked to', '--by', 'Mira'], {
    variables,
    typed: mobile,
  });
  const { summary, events } = await found(mobile);
  expect(summary).toBe(
    'Verified, but PLAY was not pressed: there is no reward yet. The number is blocked.',
  );
  expect(events.map(({ what }) => what)).toContain('Mira: number block, reason: asked to');
});

test('several vouchers that end alike are not guessed between; unknown ones are refused', async () => {
  await winnerOf('FIND-AAA-ZZZZ');
  await winnerOf('FIND-BBB-ZZZZ');
  const two = await find('ZZZZ', '--voucher');
  expect(two).toMatchObject({ exit: 1, output: '' });
  expect(two.errors).toContain('2 vouchers end like that. Type more of the code.');
  expect((await find('QQQQ', '--voucher')).exit).toBe(1);
  expect((await find('ZZZ', '--voucher')).exit).toBe(2);
  expect((await find('', '--pseudonym', 'f'.repeat(32))).exit).toBe(1);
  expect((await find('', '--pseudonym', 'f')).exit).toBe(2);
  const nobody = await find(newMobile());
  expect(nobody).toMatchObject({ exit: 0 });
  expect(nobody.output).toContain('Never verified, so there is no reward; codes requested: 0.');
});

test('without a reason nobody is looked up', async () => {
  const result = await runOperatorInProcess(['find'], { variables, typed: newMobile() });
  expect(result.exit).toBe(2);
  expect(result.errors).toContain('Give a reason');
});
