import { expect, test } from 'vitest';
import { removeRegistration, readRegistration, storeRegistration } from './stored-registration.ts';

function localWith(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('[SES-3][HOM-4] name, all ten digits and state are remembered under their three keys', () => {
  const items = new Map<string, string>();
  storeRegistration(localWith(items), { name: 'Asha', mobile: '9876543210', state: 'Kerala' });
  expect(Object.fromEntries(items)).toEqual({
    userName: 'Asha',
    userMobile: '9876543210',
    userState: 'Kerala',
  });
});

test('[SES-3] forgetting removes these three and nothing else', () => {
  const items = new Map([['other', '1']]);
  const local = localWith(items);
  storeRegistration(local, { name: 'Asha', mobile: '9876543210', state: 'Kerala' });
  removeRegistration(local);
  expect([...items.keys()]).toEqual(['other']);
  expect(readRegistration(local)).toEqual({ name: null, mobile: null, state: null });
});

test('[EDP-4] a new name does not change number and state', () => {
  const local = localWith(new Map());
  storeRegistration(local, { name: 'Asha', mobile: '9876543210', state: 'Kerala' });
  storeRegistration(local, { name: 'Asha Rao' });
  expect(readRegistration(local)).toEqual({
    name: 'Asha Rao',
    mobile: '9876543210',
    state: 'Kerala',
  });
});
