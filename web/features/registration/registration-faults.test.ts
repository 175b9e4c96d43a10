import { home } from '@inaam/campaigns/biscuit-2025/words/en/home.ts';
import { expect, test } from 'vitest';
import { CallRefused } from '../../api/call-refused.ts';
import { NetworkFailed } from '../../api/network-failed.ts';
import { faultsOfForm, faultsOfRefusal, hasFaults, noFaults } from './registration-faults.ts';

const good = { name: 'Asha Rao', mobile: '9876543210', state: 'Kerala', isAgreed: true };
const words = home.errors;

test('a good form has no fault', () => {
  expect(faultsOfForm(good, words)).toEqual(noFaults);
  expect(hasFaults(noFaults)).toBe(false);
});

test.each([
  ['[VAL-1]', 'name', { name: '' }, ['*Please enter your name']],
  ['[VAL-1]', 'name', { name: 'Al' }, ['*Name must be at least 3 characters long']],
  ['[VAL-2]', 'state', { state: '' }, ['*Please select a City']],
  ['[VAL-3]', 'mobile', { mobile: '' }, ['*Please enter a 10-digit number']],
  ['[VAL-3]', 'mobile', { mobile: '4999999999' }, ['*Please enter a valid 10-digit number']],
  [
    '[VAL-4]',
    'agree',
    { isAgreed: false },
    ['*Please agree to the age consent', '*Please agree to the Terms & Conditions'],
  ],
] as const)('%s %s is told beside its field: %j', (_, field, part, sentences) => {
  const faults = faultsOfForm({ ...good, ...part }, words);
  expect(faults).toEqual({ ...noFaults, [field]: sentences });
  expect(hasFaults(faults)).toBe(true);
});

test('[VAL-1][VAL-2][VAL-3][VAL-4] an empty form is told everything at once', () => {
  const faults = faultsOfForm({ name: '', mobile: '', state: '', isAgreed: false }, words);
  expect(Object.values(faults).flat()).toHaveLength(5);
});

const refused = (messageId: string, message: string) =>
  new CallRefused({ statusCode: 400, messageId, message });

test.each([
  ['invalidMobile', 'mobile', 'Invalid mobile number'],
  ['invalidName', 'name', 'Invalid name'],
  ['participationLimit', 'limit', 'From the server'],
  ['somethingElse', 'limit', 'From the server'],
] as const)('[ERR-6] %s is told at %s: %j', (id, field, sentence) => {
  expect(faultsOfRefusal(refused(id, 'From the server'), words)).toEqual({
    ...noFaults,
    [field]: [sentence],
  });
});

test('[ERR-6] a failed network is no fault of the form', () => {
  expect(faultsOfRefusal(new NetworkFailed(null), words)).toEqual(noFaults);
});
