import { expect, test } from 'vitest';
import { fateOf, meaningOf, spelled, verdictOn, type Known } from './cloud-answer.rules.ts';

const answered = (status: number, code?: number, wamid?: string) =>
  verdictOn({ status, code, wamid, retryAfterMs: undefined });

test.each<[string, ReturnType<typeof verdictOn>, object]>([
  ['an id', answered(200, undefined, 'wamid.A'), { kind: 'accepted', wamid: 'wamid.A' }],
  ['200 without an id', answered(200), { kind: 'unknown' }],
  ['a redirect', answered(302), { kind: 'unknown' }],
  ['500', answered(500), { kind: 'unknown' }],
  ['500 with a code of ours', answered(500, 131000), { kind: 'unknown' }],
  ['a fault of the service', answered(400, 131016), { kind: 'unknown' }],
  ['429', answered(429), { kind: 'throttled' }],
  ['the throughput', answered(400, 130429), { kind: 'throttled' }],
  ['the limit of the account', answered(400, 80007), { kind: 'throttled' }],
  [
    'a number without WhatsApp',
    answered(400, 131026),
    { kind: 'refused', isFinal: true, isUnreachable: true, alarm: false },
  ],
  [
    'a pair of numbers',
    answered(400, 131056),
    { kind: 'refused', isFinal: true, isUnreachable: false, alarm: false },
  ],
  ['re-engagement', answered(400, 131047), { kind: 'refused', alarm: false }],
  ['an expired token', answered(401, 190), { kind: 'refused', isFinal: false, alarm: true }],
  ['401 without a code', answered(401), { kind: 'refused', alarm: true }],
  ['a permission', answered(403, 230), { kind: 'refused', alarm: true }],
  ['a policy', answered(403, 368), { kind: 'refused', alarm: true }],
  ['a locked account', answered(403, 131031), { kind: 'refused', alarm: true }],
  ['a template of another form', answered(400, 132000), { kind: 'refused', alarm: true }],
  ['no such template', answered(404, 132001), { kind: 'refused', alarm: true }],
  ['a kind of parameter', answered(400, 132012), { kind: 'refused', alarm: true }],
  ['a paused template', answered(400, 132015), { kind: 'refused', alarm: true }],
  ['a disabled template', answered(400, 132016), { kind: 'refused', alarm: true }],
  ['a code that nobody knows', answered(400, 999_999), { kind: 'refused', isFinal: true }],
])('%s', (_, verdict, expected) => {
  expect(verdict).toMatchObject(expected);
});

test('a permission that is missing is of the account, whichever it is', () => {
  expect([200, 210, 299].map(meaningOf)).toEqual(['account', 'account', 'account']);
  expect(meaningOf(undefined)).toBeUndefined();
});

test('a failure is said in words', () => {
  expect(spelled(131026)).toBe('WhatsApp 131026: not on WhatsApp, or an old version of it');
  expect(spelled(undefined)).toMatch(/^WhatsApp error/);
});

const known = (...names: Known['status'][]) => names.map((status) => ({ status }));

test.each<[Known['status'][], ReturnType<typeof fateOf>]>([
  [[], undefined],
  [['sent'], 'underWay'],
  [['failed'], 'failed'],
  [['sent', 'failed'], 'failed'],
  [['failed', 'sent'], 'failed'],
  [['delivered'], 'arrived'],
  [['read'], 'arrived'],
  [['read', 'sent'], 'arrived'],
  [['failed', 'delivered'], 'arrived'],
])('%s in any order', (names, fate) => {
  expect(fateOf(known(...names))).toBe(fate);
});
