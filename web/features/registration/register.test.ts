import { expect, test } from 'vitest';
import { CallRefused, NetworkFailed } from '../../api/failures.ts';
import { createPerson } from '../../session/person.ts';
import { openSession } from '../../session/session-store.ts';
import { safeStorage } from '../../session/storage/safe-storage.ts';
import { refusedRegistration, validateRegistration } from './register.ts';

const good = { name: 'Asha Rao', mobile: '9876543210', state: 'Kerala', isAgreed: true };

const noStorage = () => {
  throw new Error('SecurityError');
};
const local = safeStorage(noStorage);
const app = { purchase: undefined, person: createPerson(openSession(local), local) };

test('a valid form has no errors', () => {
  expect(validateRegistration(app, good)).toEqual({});
});

test.each([
  ['[VAL-1]', 'name', { name: '' }, ['home.errors.nameRequired']],
  ['[VAL-1]', 'name', { name: 'Al' }, ['home.errors.nameTooShort']],
  ['[VAL-2]', 'state', { state: '' }, ['home.errors.stateRequired']],
  ['[VAL-3]', 'mobile', { mobile: '' }, ['home.errors.mobileRequired']],
  ['[VAL-3]', 'mobile', { mobile: '4999999999' }, ['home.errors.mobileInvalid']],
  [
    '[VAL-4]',
    'isAgreed',
    { isAgreed: false },
    ['home.errors.ageConsent', 'home.errors.termsConsent'],
  ],
] as const)('%s an invalid %s shows an error at its field: %j', (_, field, part, messages) => {
  expect(validateRegistration(app, { ...good, ...part })).toEqual({ [field]: messages });
});

test('[VAL-1][VAL-2][VAL-3][VAL-4] an empty form shows every error at once', () => {
  const errors = validateRegistration(app, { name: '', mobile: '', state: '', isAgreed: false });
  expect(Object.values(errors).flat()).toHaveLength(5);
});

const refused = (messageId: string, message: string) =>
  new CallRefused({ statusCode: 400, messageId, message });

test.each([
  ['invalidMobile', { mobile: ['home.errors.mobileRefused'] }],
  ['invalidName', { name: ['home.errors.nameRefused'] }],
  ['participationLimit', { general: [{ kind: 'server', text: 'From the server' }] }],
  ['somethingElse', { general: [{ kind: 'server', text: 'From the server' }] }],
])('[ERR-6] %s is shown as %j', (id, errors) => {
  expect(refusedRegistration(refused(id, 'From the server'))).toMatchObject(errors);
});

test('[ERR-6] a refusal without a message is no empty line', () => {
  expect(refusedRegistration(refused('somethingElse', ''))).toEqual({});
  // Nothing else shows these.
  expect(refusedRegistration(refused('tryAgain', ''))).toEqual({ general: ['errors.generic'] });
});

test('[ERR-6] a failed network is no error of the form', () => {
  expect(refusedRegistration(new NetworkFailed(null))).toEqual({});
});
