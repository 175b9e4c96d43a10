import { expect, test } from 'vitest';
import { hasAgreed, rememberAgreement } from './notice-answer.ts';
import { storeRegistration } from './stored-registration.ts';
import { readReward, storeReward, forgetPerson } from './stored-reward.ts';

const mobile = '9876543210';

function localWith(items = new Map<string, string>()) {
  const local = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  storeRegistration(local, { name: 'Asha', mobile, state: 'Kerala' });
  return { local, items };
}

test('[SES-6] the reward of the registered number is remembered, and of no other', () => {
  const { local } = localWith();
  storeReward(local, { mobile: '9000000000', amount: 10 });
  expect(readReward(local)).toBeUndefined();
  storeReward(local, { mobile, amount: 5 });
  expect(readReward(local)).toEqual({ mobile, amount: 5 });
  storeRegistration(local, { mobile: '9000000000' });
  expect(readReward(local)).toBeUndefined();
});

test('[SES-3] Logout forgets the person, and what arrives afterwards is not stored', () => {
  const { local, items } = localWith();
  storeReward(local, { mobile, amount: 5 });
  rememberAgreement(local, { userKey: 'key', version: '1' });
  forgetPerson(local);
  storeReward(local, { mobile, amount: 5 });
  expect([...items]).toEqual([]);
});

test.each(['{', 'null', '[]', '{"mobile":9876543210,"amount":5}', '{"mobile":"9876543210"}'])(
  'a foreign value is no reward: %s',
  (stored) => {
    const { local } = localWith(new Map([['inaam-reward', stored]]));
    expect(readReward(local)).toBeUndefined();
  },
);

test('[HOM-5] an answer to the notice is of one device and one version of the notice', () => {
  const { local } = localWith();
  rememberAgreement(local, { userKey: 'key', version: '1' });
  expect(hasAgreed(local, { userKey: 'key', version: '1' })).toBe(true);
  expect(hasAgreed(local, { userKey: 'other', version: '1' })).toBe(false);
  expect(hasAgreed(local, { userKey: 'key', version: '2' })).toBe(false);
});
