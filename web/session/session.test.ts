import { expect, test } from 'vitest';
import { entryKey, entryValues } from './entry-values.ts';
import { safeStorage } from './storage/safe-storage.ts';
import { createPerson } from './person.ts';
import { openSession } from './session-store.ts';
import { hasAgreed, rememberAgreement } from './storage/notice-answer.ts';

function tab(stored?: string) {
  const items = new Map(stored === undefined ? [] : [[entryKey, stored]]);
  return safeStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
}

test('[ENT-4] the six values of a QR link are read, others are ignored', () => {
  const search =
    '?utm_source=qrcode&utm_medium=pack&utm_campaign=c&utm_content=d&utm_term=e&id=7&masterKey=x&debug=1';
  expect(entryValues(search, tab())).toEqual({
    utm_source: 'qrcode',
    utm_medium: 'pack',
    utm_campaign: 'c',
    utm_content: 'd',
    utm_term: 'e',
    id: '7',
  });
});

test.each(['&amp;id=7', '&ID=7', '&id=7&id=8', '&amp;Id=7&amp;utm_medium='])(
  '[ENT-4] a link that an app has spelled anew has its values: %s',
  (rest) => expect(entryValues(`?utm_source=qrcode${rest}`, tab())).toMatchObject({ id: '7' }),
);

test.each([
  '',
  '?utm_source=',
  '?utm_source=QRCODE',
  '?utm_source=qrcode%20',
  '?utm_medium=qrcode',
])('[ENT-2] %j is not a QR link', (search) => expect(entryValues(search, tab())).toBeUndefined());

test('[SES-7] a tab remembers the link it was entered with', () => {
  const storage = tab();
  entryValues('?utm_source=qrcode&id=7', storage);
  expect(entryValues('', storage)).toEqual({ utm_source: 'qrcode', id: '7' });
  expect(entryValues('?utm_source=other', storage)).toEqual({ utm_source: 'qrcode', id: '7' });
});

test.each(['{', 'null', '[]', '{"utm_source":"other"}', '{"utm_source":7}'])(
  '[ENT-2] what was not kept by us opens nothing: %s',
  (stored) => expect(entryValues('', tab(stored))).toBeUndefined(),
);

test('a value of any length is cut to what the call may carry', () => {
  const values = entryValues(`?utm_source=qrcode&id=${'x'.repeat(9000)}`, tab());
  expect(values?.id).toHaveLength(500);
});

const asha = { name: 'Asha', mobile: '9876543210', state: 'Kerala' };
const ravi = { name: 'Ravi', mobile: '9000000000', state: 'Goa' };

/** A tab of the device that has these items in local storage. */
function tabOn(items = new Map<string, string>()) {
  const local = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const session = openSession({ getItem: () => null, setItem: () => undefined });
  return { items, local, session, person: createPerson(session, local) };
}

test('[SES-3][HOM-4] name, all ten digits and state are remembered under their three keys, also for a later tab', () => {
  const { items, person, session } = tabOn();
  person.register(asha);
  expect(Object.fromEntries(items)).toEqual({
    userName: 'Asha',
    userMobile: '9876543210',
    userState: 'Kerala',
  });
  expect(session.getState().user).toMatchObject({ name: 'Asha', mobile: '9876543210' });
  expect(tabOn(items).person.read()).toEqual({ ...asha, earlierMobile: undefined });
});

test('[EDP-4] a new name does not change number and state', () => {
  const { person, session } = tabOn();
  person.register(asha);
  person.rename('Asha Rao', 'a@b.in');
  expect(person.read()).toMatchObject({ ...asha, name: 'Asha Rao' });
  expect(session.getState().user).toMatchObject({ name: 'Asha Rao', email: 'a@b.in' });
});

test('[PRF-1][EDP-4][SES-6] a tab knows and changes its own person alone, although another tab has registered another one', () => {
  const first = tabOn();
  first.person.register(asha);
  first.person.keepReward(asha.mobile, 5);
  const second = tabOn(first.items);
  second.person.register(ravi);
  const own = { name: 'Asha', mobile: asha.mobile, state: null, earlierMobile: asha.mobile };
  expect(first.person.read()).toEqual(own);
  expect(second.person.read()).toEqual({ ...ravi, earlierMobile: undefined });
  expect([first.person.reward(), second.person.reward()]).toEqual([5, undefined]);

  first.person.rename('Asha Rao', '');
  expect(first.person.read()).toEqual({ ...own, name: 'Asha Rao' });
  expect(second.person.read()).toMatchObject(ravi);
  expect(tabOn(first.items).person.read()).toMatchObject(ravi);
});

test('[SES-6] the reward of the registered number is remembered, and of no other', () => {
  const { person } = tabOn();
  person.register(asha);
  person.keepReward(ravi.mobile, 10);
  expect(person.reward()).toBeUndefined();
  person.keepReward(asha.mobile, 5);
  expect(person.reward()).toBe(5);
  person.register(ravi);
  expect(person.reward()).toBeUndefined();
});

test('[SES-3] Logout forgets the person and nothing else, and what arrives afterwards is not stored', () => {
  const { items, local, person } = tabOn(new Map([['other', '1']]));
  person.register(asha);
  person.keepReward(asha.mobile, 5);
  rememberAgreement(local, { userKey: 'key', version: '1' });
  person.forget();
  person.keepReward(asha.mobile, 5);
  expect([...items]).toEqual([['other', '1']]);
  const nobody = { name: null, mobile: null, state: null, earlierMobile: undefined };
  expect(tabOn(items).person.read()).toEqual(nobody);
});

test.each(['{', 'null', '[]', '{"mobile":9876543210,"amount":5}', '{"mobile":"9876543210"}'])(
  'a foreign value is no reward: %s',
  (stored) => {
    const { person, local } = tabOn();
    person.register(asha);
    local.setItem('inaam-reward', stored);
    expect(person.reward()).toBeUndefined();
  },
);

test('[HOM-5] an answer to the notice is of one device and one version of the notice', () => {
  const { local } = tabOn();
  rememberAgreement(local, { userKey: 'key', version: '1' });
  expect(hasAgreed(local, { userKey: 'key', version: '1' })).toBe(true);
  expect(hasAgreed(local, { userKey: 'other', version: '1' })).toBe(false);
  expect(hasAgreed(local, { userKey: 'key', version: '2' })).toBe(false);
});
