import { expect, test } from 'vitest';
import { verdictOn, type DebtFacts } from './debts.rules.ts';

const now = 1_800_000_000_000;
const confirmed = { state: 'taken', isConfirmed: true, isVoucher: false, isForged: false };
const payable: DebtFacts = {
  state: 'open',
  why: null,
  until: now + 1000_000,
  attempts: 0,
  isAllowed: false,
  message: 'owed',
  isLeased: false,
  hold: null,
  isWithdrawn: false,
  check: 'checked',
  wrong: undefined,
  request: confirmed,
  numbers: 0,
};

test.each<[string, Partial<DebtFacts>, string]>([
  ['all is well', {}, 'pay'],
  ['it is paid', { state: 'paid' }, 'none'],
  ['a payout is under way', { state: 'paying' }, 'none'],
  ['the voucher was refused or erased', { message: 'settled' }, 'end'],
  ['somebody sends the voucher', { isLeased: true }, 'wait'],
  ['the days are over', { until: now }, 'release'],
  ['it failed for good', { why: 'final' }, 'release'],
  ['a voucher is wanted', { request: { ...confirmed, isVoucher: true } }, 'release'],
  ['consent has ended without an id', { isWithdrawn: true, request: undefined }, 'release'],
  ['consent has ended after the last tap', { isWithdrawn: true }, 'pay'],
  ['no id is named', { request: undefined }, 'wait'],
  ['the last tap is missing', { request: { ...confirmed, isConfirmed: false } }, 'wait'],
  ['the id is wrong', { request: { ...confirmed, state: 'wrong' } }, 'wait'],
  ['the review holds it', { hold: 'held' }, 'wait'],
  ['the review has released it', { hold: 'released' }, 'pay'],
  ['the draw has not checked it', { check: 'unchecked' }, 'wait'],
  ['people have set it aside', { check: 'setAside' }, 'release'],
  ['it is of another number', { wrong: 'another number' }, 'release'],
  ['the id is not the one that was named', { request: { ...confirmed, isForged: true } }, 'forged'],
  ['three other numbers have the id', { numbers: 3 }, 'wait'],
  ['a manager lets it be paid', { numbers: 3, isAllowed: true }, 'pay'],
])('when %s', (_, change, kind) => {
  expect(verdictOn({ ...payable, ...change }, 3, now).kind).toBe(kind);
});
