import { expect, test } from 'vitest';
import { CallRefused, NetworkFailed } from '../../api/failures.ts';
import { hasErrors } from '../../forms/errors/field-errors.ts';
import { refusedDetails, validateDetails } from './save-details.ts';

const good = {
  name: 'Asha Rao',
  state: 'Kerala',
  city: 'Kochi',
  email: '',
  gender: 'others',
  age: '27',
};

test('[VAL-8] a valid profile has no errors, even without an email', () => {
  expect(validateDetails(good)).toEqual({});
});

test.each([
  ['[VAL-6]', 'name', { name: 'As' }, 'editProfile.errors.nameInvalid'],
  ['[VAL-6]', 'name', { name: '' }, 'editProfile.errors.nameInvalid'],
  ['[VAL-7]', 'state', { state: '' }, 'editProfile.errors.stateRequired'],
  ['[VAL-7]', 'city', { city: '' }, 'editProfile.errors.cityRequired'],
  ['[VAL-8]', 'email', { email: 'a@b' }, 'editProfile.errors.emailInvalid'],
  ['[VAL-8]', 'email', { email: `${'a'.repeat(80)}@b.in` }, 'editProfile.errors.emailRefused'],
  ['[VAL-9]', 'gender', { gender: '' }, 'editProfile.errors.genderRequired'],
  ['[VAL-9]', 'age', { age: '' }, 'editProfile.errors.ageRequired'],
  ['[VAL-9]', 'age', { age: '2o' }, 'editProfile.errors.ageInvalid'],
] as const)('%s an invalid %s shows an error at its field: %j', (_, field, part, message) => {
  expect(validateDetails({ ...good, ...part })).toEqual({ [field]: [message] });
});

test('[VAL-9] an age out of range is left for the server to refuse', () => {
  expect(hasErrors(validateDetails({ ...good, age: '17' }))).toBe(false);
});

const refused = (messageId: string, message: string) =>
  new CallRefused({ statusCode: 400, messageId, message });

const fromServer = { kind: 'server', text: 'From the server' };

test.each([
  ['invalidName', 'From the server', { name: ['editProfile.errors.nameRefused'] }],
  ['format', 'From the server', { email: ['editProfile.errors.emailRefused'] }],
  ['invalidAge', 'From the server', { age: [fromServer] }],
  ['invalidGender', 'From the server', { gender: [fromServer] }],
  ['emptyCity', 'From the server', { city: [fromServer] }],
  ['invalidData', 'From the server', { general: [fromServer] }],
  ['invalidData', '', { general: ['editProfile.errors.other'] }],
  // The shared error handling shows these once.
  ['', '', {}],
  ['unheardOf', 'From the server', {}],
])('[ERR-8][VAL-8] %s with the message %j is shown as %j', (id, message, expected) => {
  const errors = refusedDetails(refused(id, message));
  expect(errors).toMatchObject(expected);
  expect(Object.keys(errors)).toEqual(Object.keys(expected));
});

test('[ERR-8] a failed network is no error of the form', () => {
  expect(refusedDetails(new NetworkFailed(null))).toEqual({});
});
