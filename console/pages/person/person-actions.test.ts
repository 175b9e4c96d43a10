import { expect, test } from 'vitest';
import { actionsFor, type Person } from './person-actions.ts';

const person: Person = {
  person: 'a'.repeat(64),
  shownNumber: '+91 •••••• 3210',
  summary: 'Won.',
  isBlocked: false,
  isLocked: true,
  isErased: false,
  reward: null,
  voucher: {
    message: 'm',
    state: 'failed',
    reason: null,
    sends: 1,
    canResend: true,
    whyNot: null,
  },
  events: [],
};
const namesFor = (changes: Partial<Person>, role: 'viewer' | 'support' | 'manager' | 'auditor') =>
  actionsFor({ ...person, ...changes }, role).map(({ name }) => name);

test('offers each role what the contract lets it do', () => {
  expect(namesFor({}, 'viewer')).toEqual([]);
  expect(namesFor({}, 'auditor')).toEqual([]);
  expect(namesFor({}, 'support')).toEqual(['resendVoucher', 'unlockNumber']);
  expect(namesFor({}, 'manager')).toEqual([
    'resendVoucher',
    'unlockNumber',
    'blockNumber',
    'exportNumber',
    'eraseNumber',
  ]);
});

test('offers only what makes sense for the person now', () => {
  expect(namesFor({ voucher: null, isLocked: false }, 'support')).toEqual([]);
  expect(namesFor({ isBlocked: true }, 'manager')).toContain('unblockNumber');
  expect(namesFor({ isBlocked: true }, 'manager')).not.toContain('blockNumber');
  expect(namesFor({ isErased: true, voucher: null, isLocked: false }, 'manager')).toEqual([]);
});
