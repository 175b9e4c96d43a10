import { rehydrateTimeoutMs } from '@inaam/contract/limits.ts';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { emptySession, serializeSession, type Session } from './session-state.ts';
import { clearSession, openSession, sessionKey } from './session-store.ts';

const full: Session = {
  userKey: 'uk',
  dataKey: 'dk',
  accessToken: 'token',
  isFixedReward: false,
  rewardAmount: 5,
  user: { name: 'Asha', mobile: '9876543210', email: 'a@b.in', url: 'https://b.in' },
  questions: {
    questionsWithAnswers: [{ question: 'Tea?', selectedAnswer: 'Yes' }],
    questions: ['Yes', null],
  },
  doubleReward: {
    question: {
      question: 'Milk?',
      questionId: 7,
      questionNo: 1,
      options: ['Yes', 'No'],
      imageUrl: null,
      videoUrl: null,
    },
    selectedAnswer: 'No',
  },
  isConsentGiven: true,
  purchase: '7K2M-9QXR-4TBA',
};

function tabWith(stored: string | null) {
  const items = new Map<string, string>(stored === null ? [] : [[sessionKey, stored]]);
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

afterEach(() => vi.useRealTimers());

test('[SES-1][GAM-1] every part of the session survives a reload under one key', () => {
  const tab = tabWith(null);
  openSession(tab).setState(full);
  expect([...tab.items.keys()]).toEqual(['inaam']);
  expect(openSession(tab).getState()).toEqual(full);
});

test.each([
  [
    { isFixedReward: null, rewardAmount: null },
    { fromTN: null, winType: null },
  ],
  [
    { isFixedReward: false, rewardAmount: 5 },
    { fromTN: 0, winType: 5 },
  ],
  [
    { isFixedReward: true, rewardAmount: 3 },
    { fromTN: 1, winType: 3 },
  ],
])('[SES-1] %j is stored under the names of the spec, %j', (state, stored) => {
  const tab = tabWith(null);
  openSession(tab).setState(state);
  expect(JSON.parse(tab.items.get(sessionKey) ?? '')).toMatchObject(stored);
  expect(openSession(tab).getState()).toMatchObject(state);
});

test.each([
  ['nothing', null],
  ['no JSON', '{"userKey":'],
  ['another kind of value', '[1,2]'],
  ['null', 'null'],
  ['a foreign object with a wrong part', '{"accessToken":{"isAdmin":true}}'],
  ['a state of another time', '{"userKey":"uk","fromTN":2}'],
  ['an empty text', ''],
  ['half an object', '{'],
  ['a truth value', 'true'],
  ['a text', '"inaam"'],
  ['an empty list', '[]'],
  ['nested lists', '[[[]]]'],
  ['a token that is a number', '{"accessToken":7}'],
  ['a reward that is a word', '{"accessToken":"a","winType":"ten"}'],
  ['no user', '{"userKey":"u","dataKey":"d","accessToken":"a","fromTN":1,"user":null}'],
  ['a prototype with a token', '{"__proto__":{"accessToken":"a"}}'],
  ['control characters', '\u0000\uFFFF'],
  ['a long number', '9'.repeat(100_000)],
])('[SES-2] %s in storage starts empty', (_, stored) => {
  expect(openSession(tabWith(stored)).getState()).toEqual(emptySession);
});

test('[SES-2] no stored value crashes the start', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      expect(() => openSession(tabWith(stored))).not.toThrow();
    }),
  );
});

test('[SES-2] a token alone is a session, its other parts empty', async () => {
  const store = openSession(tabWith('{"accessToken":"token","more":1}'));
  expect(store.getState()).toEqual({ ...emptySession, accessToken: 'token' });
});

test.each([
  ['is waited for', 4999, full],
  ['that takes five seconds is given up', 5000, emptySession],
])('[SES-2] a storage that answers later %s', async (_, ms, state) => {
  vi.useFakeTimers();
  const slow = () =>
    new Promise<string>((answer) => setTimeout(() => answer(serializeSession(full)), ms));
  const store = openSession({ ...tabWith(null), getItem: slow });
  expect(store.getState()).toEqual(emptySession);
  await vi.advanceTimersByTimeAsync(ms);
  expect(store.getState()).toEqual(state);
  expect(rehydrateTimeoutMs).toBe(5000);
});

test('[SES-2] what it answers replaces no session that began meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const store = openSession({ ...tabWith(null), getItem: () => promise });
  store.setState({ userKey: 'newer' });
  resolve(serializeSession(full));
  await promise;
  expect(store.getState()).toEqual({ ...emptySession, userKey: 'newer' });
});

test('[SES-2] a storage that throws starts empty', async () => {
  const getItem = () => {
    throw new Error('forbidden');
  };
  const store = openSession({ ...tabWith(null), getItem });
  expect(store.getState()).toEqual(emptySession);
});

test('[SES-4][GAM-2] clearing drops token, user, double reward and questions, in storage too', () => {
  const tab = tabWith(null);
  const store = openSession(tab);
  store.setState(full);
  clearSession(store);
  expect(store.getState()).toEqual(emptySession);
  expect(openSession(tab).getState()).toEqual(emptySession);
});
