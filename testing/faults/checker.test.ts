// The checker reports each kind of broken evidence, and nothing else.
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../setup/cluster/test-database.ts';
import { checkDatabase } from './check/check-database.ts';
import { checkSms } from './check/check-sms.ts';
import { checkVisits } from './check/check-visits.ts';
import type { HistoryEvent, Sms } from './check/evidence.ts';

const clone = await testDatabase('migrated');
const client = new pg.Client(clone.url);
await client.connect();
for (const table of ['code_request', 'consent']) {
  await client.query(`create temp view seen_${table} as select * from inaam.${table}`);
}
afterAll(() => clone.drop());
afterAll(() => client.end());

const mobile = '9000000001';
const answered = (call: string, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  at: 2000,
  kind: 'ok',
  call,
  mobile,
  userKey: 'one',
  ...more,
});
const fault = (what: string): HistoryEvent => ({ at: 1000, kind: 'fault', fault: what });
const wrongGuess = answered('guess', { kind: 'fail', messageId: 'invalidOtp' });
const erased = answered('eraseData', { at: 0 });

/** The other promises of an empty database and a run that ended well. */
const calm = [fault('over'), answered('getReward', { mobile: '8000000001', value: '3' })];

test.each<[string, string, HistoryEvent[]]>([
  ['I1', 'two rewards', ['3', '5'].map((value) => answered('getReward', { value }))],
  ['I17', 'two ways', ['0', '5'].map((value) => answered('answerQuestion', { value }))],
  ['I2', 'a bonus', [answered('answerQuestion', { value: '5' })]],
  ['I1', 'erased', [erased, answered('getReward', { userKey: 'two', value: '3' })]],
  ['I2', 'a reward', [answered('getReward', { value: '3' })]],
  ['I2', 'a verification', [answered('verifyOtp')]],
  ['I7', 'a wrong code', [answered('guess')]],
  ['I7', 'too often', Array.from({ length: 6 }, () => wrongGuess)],
  ['I7', 'another time', [answered('recordConsent', { skewMs: 3_600_000 })]],
  ['I12', 'never got a response', [fault('gave up: getReward')]],
  [
    'I13',
    'Tamil Nadu',
    [answered('register', { state: 'Tamil Nadu' }), answered('getReward', { value: '5' })],
  ],
  [
    'I15',
    'two numbers',
    [mobile, '9000000002'].map((one) => answered('verifyOtp', { mobile: one, pack: 'P' })),
  ],
  [
    'I15',
    'nobody used',
    [answered('register', { kind: 'fail', messageId: 'alreadyRegistered', pack: 'P' })],
  ],
])('reports %s: %s', async (invariant, sentence, history) => {
  const found = await checkVisits(client, [...calm, ...history]);
  const text = expect.stringContaining(sentence);
  expect(found).toContainEqual(expect.objectContaining({ invariant, sentence: text }));
});

test('reports I15: a code of a pack that counts, and that nobody has used', async () => {
  await client.query(
    `insert into inaam.pack_batch (campaign, batch, label, product, region, codes, state, changed_at, used)
     values ('biscuit-2025', 1, 'GOA', '', '', 5, 'open', now(), 1)`,
  );
  const proof = [{ label: 'GOA', used: 1, uses: '0', entries: '0' }];
  expect(await checkDatabase(client, calm)).toContainEqual(
    expect.objectContaining({ invariant: 'I15', proof }),
  );
});

test('I12: a site that gives no fresh visitor a reward is accused', async () => {
  const sentence = expect.stringContaining('no fresh visitor');
  const expected = [expect.objectContaining({ invariant: 'I12', sentence })];
  expect(await checkVisits(client, [fault('over')])).toEqual(expected);
});

const code = (amount: number, place: number) => `F${amount}-0123456789-${place}`;
const voucher = (id: string, text: string, to = mobile): Sms => ({ id, to, text, at: 1 });
const reward = answered('getReward', { value: '3' });
const pack = 'MBAH15YGC37F';
const good = voucher('a', code(3, 1));

test.each<[string, string, Sms[], HistoryEvent[], string]>([
  ['I4', 'to two numbers', [good, voucher('b', good.text, '9000000002')], [], ''],
  ['I4', 'more voucher codes', [good, voucher('b', code(3, 2))], [], ''],
  ['I4', 'another amount', [voucher('a', code(5, 1))], [reward], ''],
  ['I6', 'another text', [good, voucher('a', 'another')], [], ''],
  ['I9', 'too many codes', Array.from({ length: 7 }, (_, at) => voucher(`${at}`, 'OTP')), [], ''],
  ['I10', 'in the log', [], [reward], `{"mobile":"+91${mobile}"}`],
  ['I10', 'in the log', [good], [], `{"code":"${good.text}"}`],
  ['I10', 'in the log', [], [answered('register', { pack })], `{"url":"/?id=${pack}"}`],
  ['I12', 'nobody handled', [], [], '{"msg":"The program failed and exits."}'],
  ['I14', 'after it was erased', [{ ...good, at: 5000 }], [erased], ''],
])('reports %s: %s', (invariant, sentence, sms, history, log) => {
  const found = checkSms(sms, history, log);
  expect(found).toMatchObject([{ invariant, sentence: expect.stringContaining(sentence) }]);
});

test('a message that was repeated as it was accuses nobody', () => {
  expect(checkSms([good, good], [reward], '{"msg":"Sent."}')).toEqual([]);
});
