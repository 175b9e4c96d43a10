import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { httpGatewaySchema } from './gateway-schema.ts';
import { readAnswer, parseJson } from './read-answer.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

const rulesOf = (answer: object) =>
  httpGatewaySchema.parse({ address: 'https://sms.example/', answer }).answer;
const answerOf = (status: number, text = '', headers: Record<string, string> = {}) => ({
  status,
  text,
  header: (name: string) => headers[name] ?? null,
});

const accepting = rulesOf({ rules: [{ is: 'accepted', status: '200', text: '^OK$' }] });

test.each([
  [200, 'unknown'],
  [299, 'unknown'],
  [300, 'refusedForNow'],
  [302, 'refusedForNow'],
  [303, 'unknown'],
  [304, 'refusedForNow'],
  [400, 'refusedForNow'],
  [408, 'refusedForNow'],
  [409, 'unknown'],
  [410, 'refusedForNow'],
  [428, 'refusedForNow'],
  [429, 'throttled'],
  [430, 'refusedForNow'],
  [499, 'refusedForNow'],
  [500, 'unknown'],
  [502, 'unknown'],
  [503, 'refusedForNow'],
  [504, 'unknown'],
])('[OTP-5] status %i that no rule knows is %s', (status, kind) => {
  expect(readAnswer(accepting, answerOf(status, 'OK?'), 'ours')).toEqual({
    kind,
    reason: `HTTP ${status}`,
  });
});

test.each([
  ['200', 200, true],
  ['200', 201, false],
  ['200', 199, false],
  ['200-299', 200, true],
  ['200-299', 299, true],
  ['200-299', 199, false],
  ['200-299', 300, false],
  [['201', '400-401'], 201, true],
  [['201', '400-401'], 401, true],
  [['201', '400-401'], 202, false],
  [undefined, 599, true],
])('[OTP-5] a rule of status %j fits %i: %s', (status, found, fits) => {
  const rules = rulesOf({ rules: [{ is: 'refusedPermanently', status }] });
  const { kind } = readAnswer(rules, answerOf(found), 'ours');
  expect(kind === 'refusedPermanently').toBe(fits);
});

test.each([
  ['{"type":"success","n":{"m":1}}', 'accepted'],
  ['{"type":"success","n":{"m":2}}', 'unknown'],
  ['{"type":"failure","n":{"m":1}}', 'unknown'],
  ['{"type":"success"}', 'unknown'],
  ['{"type":{"a":"success"},"n":{"m":1}}', 'unknown'],
  ['success', 'unknown'],
])('[OTP-5] each place of the rule must fit: %s is %s', (text, kind) => {
  const json = { type: '^success$', 'n.m': '^1$' };
  const rules = rulesOf({ rules: [{ is: 'accepted', status: '200', json }] });
  expect(readAnswer(rules, answerOf(200, text), 'ours').kind).toBe(kind);
});

const success = '{"type":"success","id":7}';
const phpLines = 'Notice: Undefined index: ref in /srv/send.php on line 3';
const phpHtml =
  '<br />\n<b>Warning</b>:  Array [0] {x} in <b>/srv/a.php</b> on line <b>9</b><br />';

test.each([
  [`${phpHtml}\n${success}`, true],
  [`${phpHtml}\n${phpHtml}\n${success}`, true],
  [`\n${phpLines}\n${success}`, true],
  [`PHP ${phpLines}\n\n${success}\n${phpHtml}`, true],
  [`connected to db\n  ${success}`, true],
  [`<table><tr><td>xdebug</td></tr></table>${success}`, true],
  [`<!doctype html><script>\n${success}\n</script><p>Sign in</p></html>`, false],
  [`the answer was ${success}`, false],
  [`${phpHtml}\n{"type":"error"}`, false],
  [phpHtml, false],
])(
  '[OTP-5] what the gateway’s program says around its answer is passed over: %j',
  (text, isRead) => {
    const rules = rulesOf({
      rules: [{ is: 'accepted', status: '200', json: { type: '^success$' } }],
      reference: { json: 'id' },
    });
    expect(readAnswer(rules, answerOf(200, text), 'ours')).toEqual(
      isRead ? { kind: 'accepted', reference: '7' } : { kind: 'unknown', reason: 'HTTP 200' },
    );
  },
);

test('[OTP-5] a text after a warning of PHP is read from its beginning', () => {
  const text = `${phpHtml}\nOK 12`;
  const rules = rulesOf({
    rules: [{ is: 'accepted', status: '200', text: '^OK' }],
    reference: { text: '^OK (\\d+)$' },
  });
  expect(readAnswer(rules, answerOf(200, text), 'ours')).toEqual({
    kind: 'accepted',
    reference: '12',
  });
});

test('[OTP-5] the first rule that fits is taken, and the status and the text must fit both', () => {
  const rules = rulesOf({
    rules: [
      { is: 'refusedPermanently', text: 'number' },
      { is: 'accepted', status: '200', text: 'number|OK' },
    ],
  });
  expect(readAnswer(rules, answerOf(200, 'no such number'), 'ours').kind).toBe(
    'refusedPermanently',
  );
  expect(readAnswer(rules, answerOf(200, 'OK'), 'ours').kind).toBe('accepted');
  expect(readAnswer(rules, answerOf(202, 'OK'), 'ours').kind).toBe('unknown');
  expect(readAnswer(rules, answerOf(200, 'ok'), 'ours').kind).toBe('unknown');
});

test('[OTP-5] a rule may want a place to have nothing in it', () => {
  const rules = rulesOf({ rules: [{ is: 'refusedPermanently', json: { code: '^$' } }] });
  const kindOf = (text: string) => readAnswer(rules, answerOf(200, text), 'ours').kind;
  expect(['{}', '{"code":""}', '{"code":7}'].map(kindOf)).toEqual([
    'refusedPermanently',
    'refusedPermanently',
    'unknown',
  ]);
});

const referenced = (reference: object, text: string, headers = {}) =>
  readAnswer(
    rulesOf({ rules: [{ is: 'accepted' }], reference }),
    answerOf(200, text, headers),
    'ours',
  );

test.each([
  [{ json: 'data.0.id' }, '{"data":[{"id":12}]}', '12'],
  [{ json: 'data.0.id' }, '{"data":[{"id":3562707498794989059}]}', '3562707498794989059'],
  [{ json: 'id' }, '{"id":1.50}', '1.50'],
  [{ json: 'id' }, '{"id":-0}', '0'],
  [{ json: 'data.0.id' }, '{"data":[]}', undefined],
  [{ json: 'data' }, '{"data":{"id":12}}', undefined],
  [{ json: 'constructor' }, '{}', undefined],
  [{ json: '' }, '"whole"', 'whole'],
  [{ json: 'ok' }, '{"ok":true}', 'true'],
  [{ json: 'id' }, '{"id":""}', undefined],
  [{ json: 'id' }, 'null', undefined],
  [{ text: 'id=(\\w+)' }, 'sent id=ab1 now', 'ab1'],
  [{ text: 'id=(\\w+)' }, 'sent', undefined],
  [{ header: 'x-id' }, '', 'h-1'],
  [{ header: 'x-other' }, '', undefined],
  [{ json: 'id' }, JSON.stringify({ id: 'x'.repeat(201) }), 'x'.repeat(200)],
])('[OTP-5] the reference at %j of %.40s is %s', (part, text, reference) => {
  expect(referenced(part, text, { 'x-id': 'h-1' })).toEqual({ kind: 'accepted', reference });
});

test('[OTP-5] a gateway that is not said to give a reference has ours', () => {
  const outcome = readAnswer(accepting, answerOf(200, 'OK'), 'ours');
  expect(outcome).toEqual({ kind: 'accepted', reference: 'ours' });
});

test('the reason is the status and what the gateway says of it', () => {
  const rules = rulesOf({ rules: [{ is: 'accepted' }], reason: { json: 'message' } });
  const refusing = { ...rules, rules: accepting.rules };
  const outcomeOf = (text: string) => readAnswer(refusing, answerOf(400, text), 'ours');
  expect(outcomeOf('{"message":"no template"}')).toEqual({
    kind: 'refusedForNow',
    reason: 'HTTP 400 no template',
  });
  expect(outcomeOf('{}')).toMatchObject({ reason: 'HTTP 400' });
});

test.each([
  ['0', 0],
  ['7', 7000],
  ['999999', 999_999_000],
  ['1000000', undefined],
  ['7 s', undefined],
  ['x7', undefined],
  ['', undefined],
  ['soon', undefined],
  ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 09:59:00 GMT', 0],
])('[OTP-5] retry-after %j is a pause of %s ms', (value, retryAfterMs) => {
  const outcome = readAnswer(accepting, answerOf(429, '', { 'retry-after': value }), 'ours');
  expect(outcome).toStrictEqual({
    kind: 'throttled',
    reason: 'HTTP 429',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
});

test.each<[string, unknown]>([
  ['3562707498794989059', '3562707498794989059'],
  ['-3562707498794989059', '-3562707498794989059'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', '9007199254740992'],
  ['12', 12],
  ['1.50', '1.50'],
  ['{"id":[3562707498794989059,12,"12"]}', { id: ['3562707498794989059', 12, '12'] }],
  ['"text"', 'text'],
  ['true', true],
  ['null', null],
])('%s is read as %j', (text, value) => {
  expect(parseJson(text)).toStrictEqual(value);
});

test.each(['', 'text', '{', '{"id":}', '[1,]'])('%j is not JSON', (text) => {
  expect(parseJson(text)).toBeUndefined();
});
