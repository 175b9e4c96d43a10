import { rehydrateTimeoutMs } from '@inaam/contract/limits.ts';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { emptySession, serializeSession, type Session } from './session-state.ts';
import { clearSession, openSession, sessionKey, type SessionStore } from './session-store.ts';

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
  pack: '7K2M-9QXR-4TBA',
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

test('[SES-1][GAM-1] every part of the session survives a reload under one key', async () => {
  const tab = tabWith(null);
  (await openSession(tab)).setState(full);
  expect([...tab.items.keys()]).toEqual(['inaam']);
  expect((await openSession(tab)).getState()).toEqual(full);
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
])('[SES-1] %j is stored under the names of the spec, %j', async (state, stored) => {
  const tab = tabWith(null);
  (await openSession(tab)).setState(state);
  expect(JSON.parse(tab.items.get(sessionKey) ?? '')).toMatchObject(stored);
  expect((await openSession(tab)).getState()).toMatchObject(state);
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
])('[SES-2] %s in storage starts empty', async (_, stored) => {
  expect((await openSession(tabWith(stored))).getState()).toEqual(emptySession);
});

test('[SES-2] no stored value crashes the start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (stored) => {
      await expect(openSession(tabWith(stored))).resolves.toBeDefined();
    }),
  );
});

test('[SES-2] a token alone is a session, its other parts empty', async () => {
  const store = await openSession(tabWith('{"accessToken":"token","more":1}'));
  expect(store.getState()).toEqual({ ...emptySession, accessToken: 'token' });
});

test('[SES-2] rehydration gives up after five seconds and starts empty', async () => {
  vi.useFakeTimers();
  const late = Promise.withResolvers<string>();
  const opened = vi.fn<(store: SessionStore) => void>();
  const opening = openSession({ ...tabWith(null), getItem: () => late.promise }).then(opened);
  await vi.advanceTimersByTimeAsync(4999);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await opening;
  const store = opened.mock.calls[0]?.[0];
  expect(store?.getState()).toEqual(emptySession);
  late.resolve(serializeSession(full));
  await vi.runAllTimersAsync();
  expect(store?.getState()).toEqual(emptySession);
  expect(rehydrateTimeoutMs).toBe(5000);
});

test('[SES-2] a storage that answers in time is waited for', async () => {
  vi.useFakeTimers();
  const slow = () =>
    new Promise<string>((answer) => setTimeout(() => answer(serializeSession(full)), 4999));
  const opening = openSession({ ...tabWith(null), getItem: slow });
  await vi.advanceTimersByTimeAsync(4999);
  expect((await opening).getState()).toEqual(full);
  expect(vi.getTimerCount()).toBe(0);
});

test('[SES-2] a storage that throws starts empty', async () => {
  const getItem = () => {
    throw new Error('forbidden');
  };
  const store = await openSession({ ...tabWith(null), getItem });
  expect(store.getState()).toEqual(emptySession);
});

test('[SES-4][GAM-2] clearing drops token, user, double reward and questions, in storage too', async () => {
  const tab = tabWith(null);
  const store = await openSession(tab);
  store.setState(full);
  clearSession(store);
  expect(store.getState()).toEqual(emptySession);
  expect((await openSession(tab)).getState()).toEqual(emptySession);
});
