import { expect, test } from 'vitest';
import { claimsLeft, decideClaim, type ClaimVerdict } from './claims.rules.ts';

const limits = { perDay: 2, inAll: 3 };
const first: ClaimVerdict = { kind: 'new', claim: 1 };
const comesBack: ClaimVerdict = { kind: 'return' };
const limit = (again: 'tomorrow' | 'never'): ClaimVerdict => ({ kind: 'limit', again });

test.each([
  { claims: 0, ofDay: 0, isRewarded: false, verdict: first },
  { claims: 1, ofDay: 1, isRewarded: false, verdict: comesBack },
  { claims: 1, ofDay: 1, isRewarded: true, verdict: { kind: 'new', claim: 2 } },
  { claims: 1, ofDay: 0, isRewarded: true, verdict: { kind: 'new', claim: 2 } },
  // At the limit of a day.
  { claims: 2, ofDay: 2, isRewarded: true, verdict: limit('tomorrow') },
  { claims: 2, ofDay: 2, isRewarded: false, verdict: comesBack },
  { claims: 2, ofDay: 1, isRewarded: true, verdict: { kind: 'new', claim: 3 } },
  // At the limit of all: the day does not matter.
  { claims: 3, ofDay: 0, isRewarded: true, verdict: limit('never') },
  { claims: 3, ofDay: 2, isRewarded: true, verdict: limit('never') },
  { claims: 3, ofDay: 1, isRewarded: false, verdict: comesBack },
  // The limits of the campaign were lowered.
  { claims: 4, ofDay: 3, isRewarded: true, verdict: limit('never') },
] as const)('$claims claims, $ofDay of today, rewarded $isRewarded: $verdict', (row) => {
  expect(decideClaim({ ...row, isAsked: false }, limits)).toEqual(row.verdict);
});

test.each([
  { claims: 0, isRewarded: false, verdict: first },
  { claims: 1, isRewarded: false, verdict: comesBack },
  { claims: 1, isRewarded: true, verdict: limit('never') },
] as const)('without limits a number takes part once: $claims claims', (row) => {
  expect(decideClaim({ ...row, ofDay: 0, isAsked: false })).toEqual(row.verdict);
});

test.each([
  { claims: 2, ofDay: 2, verdict: comesBack },
  { claims: 3, ofDay: 0, verdict: comesBack },
  // Another pack counts as another claim, not as a way back to the question.
  { claims: 1, ofDay: 1, verdict: { kind: 'new', claim: 2 } },
] as const)('a number at its limit comes back to its question: $claims claims', (row) => {
  const facts = { ...row, isRewarded: true, isAsked: true };
  expect(decideClaim(facts, limits)).toEqual(row.verdict);
});

test('claims left are never more today than in all', () => {
  const facts = { claims: 8, ofDay: 0, isRewarded: true, isAsked: false };
  const ten = { perDay: 3, inAll: 10 };
  expect(claimsLeft(facts, ten)).toEqual({ today: 2, inAll: 2 });
  expect(claimsLeft({ ...facts, claims: 2, ofDay: 1 }, ten)).toEqual({ today: 2, inAll: 8 });
});
