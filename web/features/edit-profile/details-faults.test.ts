import { editProfile } from '@inaam/campaigns/biscuit-2025/words/en/edit-profile.ts';
import { expect, test } from 'vitest';
import { CallRefused } from '../../api/call-refused.ts';
import { NetworkFailed } from '../../api/network-failed.ts';
import { faultsOfForm, faultsOfRefusal, hasFaults, noFaults } from './details-faults.ts';

const words = editProfile.errors;
const good = {
  name: 'Asha Rao',
  state: 'Kerala',
  city: 'Kochi',
  email: '',
  gender: 'others',
  age: '27',
};

test('[VAL-8] a good profile has no fault, without an email too', () => {
  expect(hasFaults(faultsOfForm(good, words))).toBe(false);
});

test.each([
  ['[VAL-6]', 'name', { name: 'As' }, 'Enter valid name'],
  ['[VAL-6]', 'name', { name: '' }, 'Enter valid name'],
  ['[VAL-7]', 'state', { state: '' }, '*Please select a State'],
  ['[VAL-7]', 'city', { city: '' }, '*Please select a City'],
  ['[VAL-8]', 'email', { email: 'a@b' }, '*Enter valid email id'],
  ['[VAL-8]', 'email', { email: `${'a'.repeat(80)}@b.in` }, 'Please enter a valid email id'],
  ['[VAL-9]', 'gender', { gender: '' }, 'Please select gender'],
  ['[VAL-9]', 'age', { age: '' }, 'Enter age'],
  ['[VAL-9]', 'age', { age: '2o' }, 'Enter valid age'],
] as const)('%s %s is told beside its field: %j', (_, field, part, sentence) => {
  expect(faultsOfForm({ ...good, ...part }, words)).toEqual({ ...noFaults, [field]: [sentence] });
});

test('[VAL-9] an age out of range is left for the server to refuse', () => {
  expect(hasFaults(faultsOfForm({ ...good, age: '17' }, words))).toBe(false);
});

const refused = (messageId: string, message: string) =>
  new CallRefused({ statusCode: 400, messageId, message });

test.each([
  ['invalidName', 'From the server', 'name', 'Invalid Name'],
  ['format', 'From the server', 'email', 'Please enter a valid email id'],
  ['invalidAge', 'From the server', 'age', 'From the server'],
  ['invalidGender', 'From the server', 'gender', 'From the server'],
  ['emptyCity', 'From the server', 'city', 'From the server'],
  ['invalidData', 'From the server', 'limit', 'From the server'],
  ['', '', 'limit', 'Something went wrong'],
] as const)('[ERR-8][VAL-8] %s saying %j is told at %s: %j', (id, message, field, sentence) => {
  const faults = faultsOfRefusal(refused(id, message), words);
  expect(faults).toEqual({ ...noFaults, [field]: [sentence] });
});

test('[ERR-8] a failed network is no fault of the form', () => {
  expect(faultsOfRefusal(new NetworkFailed(null), words)).toEqual(noFaults);
});
