import { expect, test, vi } from 'vitest';
import type { EntryValues, SessionAnswer } from '../api/calls.ts';
import { NetworkFailed } from '../api/failures.ts';
import { createEntry, createEntryStore, type Arrival } from './entry.ts';
import { emptySession, type Session } from './session-state.ts';
import { openSession } from './session-store.ts';

const now = 1_746_500_000_000;
const valid: SessionAnswer = {
  statusCode: 200,
  isValidToken: true,
  isLoggedIn: false,
  token: { userKey: 'uk_new', dataKey: 'dk_new', accessToken: null },
  pending: null,
  serverTime: now,
  campaign: 'open',
};

type Arrived = SessionAnswer & { arrival?: Arrival };

type Given = {
  session?: Partial<Session>;
  values?: EntryValues | undefined;
  answers?: (Arrived | Error | Promise<SessionAnswer>)[];
  isAnotherPurchase?: boolean;
  hasAgreedBefore?: boolean;
};

function entryWith(given: Given) {
  const { session = {}, values, answers = [], isAnotherPurchase = false } = given;
  const store = openSession({ getItem: () => null, setItem: () => undefined });
  store.setState(session);
  const startSession = vi.fn(async (_values: EntryValues, _masterKey: string | undefined) => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('The test gave no answer for this start.');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const notify = vi.fn<(refused: object) => void>();
  const recordAgreement = vi.fn<() => Promise<void>>();
  const keepMasterKey = vi.fn<(userKey: string, sent: string | undefined) => void>();
  const entry = createEntry({
    store: createEntryStore(),
    session: store,
    entryValues: () => values,
    startSession,
    readMasterKey: () => 'uk_cookie',
    keepMasterKey,
    hasAgreed: (userKey) => userKey === 'uk_agreed',
    hasAgreedBefore: () => given.hasAgreedBefore === true,
    recordAgreement,
    isAnotherPurchase: () => isAnotherPurchase,
    arrivalOf: ({ arrival = {} }: Arrived) => arrival,
    language: () => 'en',
    notify,
    now: () => now,
  });
  return { entry, session: store, startSession, keepMasterKey, notify, recordAgreement };
}

const qr: EntryValues = { utm_source: 'qrcode', id: '7' };

test('[ENT-3] a visitor with a token is admitted at once, without the QR link and without a call', async () => {
  const { entry, session, startSession } = entryWith({ session: { accessToken: 'token' } });
  await entry.enter();
  expect(entry.store.getState().phase).toBe('admitted');
  expect(session.getState().accessToken).toBe('token');
  expect(startSession).not.toHaveBeenCalled();
});

test('[ENT-2] without the QR link no session is created', async () => {
  const { entry, startSession } = entryWith({ session: { userKey: 'uk_old' } });
  await entry.enter();
  expect(entry.store.getState().phase).toBe('refused');
  expect(startSession).not.toHaveBeenCalled();
});

test('[ENT-4][ENT-5] the old session is cleared, a new one requested and its token data stored', async () => {
  const old = { userKey: 'uk_old', winType: 5, isConsentGiven: true };
  const { entry, session, startSession, keepMasterKey } = entryWith({
    session: old,
    values: qr,
    answers: [valid],
  });
  const entering = entry.enter();
  expect(entry.store.getState().phase).toBe('starting');
  expect(session.getState()).toEqual(emptySession);
  await entering;
  expect(startSession).toHaveBeenCalledWith(qr, 'uk_cookie');
  expect(session.getState()).toEqual({ ...emptySession, userKey: 'uk_new', dataKey: 'dk_new' });
  expect(keepMasterKey).toHaveBeenCalledWith('uk_new', 'uk_cookie');
  expect(entry.store.getState()).toMatchObject({ phase: 'admitted', pending: null });
});

test.each([
  { ...valid, isValidToken: false },
  { ...valid, isValidToken: false, token: null },
  { ...valid, token: null },
])('[ENT-5][ENT-8] an answer that is not valid does not open the app', async (answer) => {
  const { entry, session, keepMasterKey } = entryWith({ values: qr, answers: [answer] });
  await entry.enter();
  expect(entry.store.getState().phase).toBe('refused');
  expect(session.getState()).toEqual(emptySession);
  expect(keepMasterKey).not.toHaveBeenCalled();
});

test('[ENT-9] a pending code opens HOME on its form, with consent already given', async () => {
  const { entry, session } = entryWith({
    values: qr,
    answers: [{ ...valid, pending: { resendAfter: 42 } }],
  });
  await entry.enter();
  expect(entry.store.getState().pending).toEqual({ resendAt: now + 42_000, isAside: false });
  expect(session.getState().isConsentGiven).toBe(true);
});

test('[HOM-5] a Yes to the notice that came before the session is recorded before HOME shows, and asked for again if that fails', async () => {
  const given = { values: qr, hasAgreedBefore: true };
  const { entry, session, recordAgreement } = entryWith({ ...given, answers: [valid, valid] });
  recordAgreement.mockImplementation(async () => {
    expect(entry.store.getState().phase).toBe('starting');
    session.setState({ isConsentGiven: true });
  });
  await entry.enter();
  expect(session.getState().isConsentGiven).toBe(true);
  recordAgreement.mockRejectedValue(new NetworkFailed(new TypeError()));
  await entry.restart();
  expect(entry.store.getState().phase).toBe('admitted');
  expect(session.getState().isConsentGiven).toBe(false);
});

test('[NAV-2] after Back a pending code is only offered, also if the start has to be tried again', async () => {
  const failed = new NetworkFailed(new TypeError());
  const pending = { ...valid, pending: { resendAfter: 42 } };
  const { entry } = entryWith({ values: qr, answers: [failed, pending, pending] });
  await entry.restart({ isCodeAside: true });
  await entry.restart();
  expect(entry.store.getState().pending).toEqual({ resendAt: now + 42_000, isAside: true });
  await entry.restart({ reason: 'registerAgain' });
  expect(entry.store.getState()).toMatchObject({
    reason: 'registerAgain',
    pending: { isAside: false },
  });
});

test('[SES-4] a session that fails is cleared, and the answers to its calls are not passed on', async () => {
  const { entry, session } = entryWith({ values: qr, answers: [valid] });
  await entry.enter();
  const error = new Error('401');
  entry.fail(error);
  expect(entry.store.getState()).toMatchObject({ phase: 'failed', error, pending: null });
  expect(session.getState()).toEqual(emptySession);
});

test('[ENT-7] the state of the programme comes with the session', async () => {
  const { entry } = entryWith({ values: qr, answers: [{ ...valid, campaign: 'ended' }] });
  await entry.enter();
  expect(entry.store.getState()).toMatchObject({ phase: 'admitted', programme: 'ended' });
});

test('[ENT-1] a start that fails can be tried again', async () => {
  const failed = new NetworkFailed(new TypeError());
  const { entry } = entryWith({ values: qr, answers: [failed, valid] });
  await entry.enter();
  expect(entry.store.getState()).toMatchObject({ phase: 'failed', error: failed });
  await entry.restart();
  expect(entry.store.getState()).toMatchObject({ phase: 'admitted' });
});

test('[SES-7] a restart drops keys and token and starts again with the same entry values', async () => {
  const { entry, session, startSession } = entryWith({
    session: { accessToken: 'token', userKey: 'uk', dataKey: 'dk', rewardAmount: 5 },
    values: qr,
    answers: [valid],
  });
  await entry.enter();
  await entry.restart();
  expect(startSession).toHaveBeenCalledTimes(1);
  expect(session.getState()).toEqual({ ...emptySession, userKey: 'uk_new', dataKey: 'dk_new' });
});

const lateToken = { userKey: 'uk_late', dataKey: 'dk_late', accessToken: null };

test.each<[string, (answer: PromiseWithResolvers<SessionAnswer>) => void]>([
  ['answer', ({ resolve }) => resolve({ ...valid, token: lateToken })],
  ['failure', ({ reject }) => reject(new NetworkFailed(new TypeError()))],
])('[SES-7] a late %s of an older start changes nothing', async (_, settle) => {
  const older = Promise.withResolvers<SessionAnswer>();
  const { entry, session } = entryWith({ values: qr, answers: [older.promise, valid] });
  void entry.enter();
  await entry.restart();
  settle(older);
  await older.promise.catch(() => undefined);
  await Promise.resolve();
  expect(session.getState().userKey).toBe('uk_new');
  expect(entry.store.getState()).toMatchObject({ phase: 'admitted', error: null });
});

test('[SES-7] neither an answer nor a failure of an older session is passed on', async () => {
  const { entry } = entryWith({ values: qr, answers: [valid, valid] });
  await entry.enter();
  const { round } = entry.store.getState();
  const [answer, failure] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const handedOn = vi.fn<(outcome: unknown) => void>();
  for (const { promise } of [answer, failure]) {
    void round.during(promise).then(handedOn, handedOn);
  }
  await entry.restart();
  answer.resolve('late');
  failure.reject(new Error('late'));
  await Promise.allSettled([answer.promise, failure.promise]);
  const now = entry.store.getState().round;
  expect(await now.during(Promise.resolve('now'))).toBe('now');
  expect(handedOn).not.toHaveBeenCalled();
  expect([round.signal.aborted, now.signal.aborted]).toEqual([true, false]);
});

test('[OTP-4] another tab has registered another purchase: this one keeps its own, and no code is offered', async () => {
  const failed = new NetworkFailed(new TypeError());
  const pending = { ...valid, pending: { resendAfter: 42 } };
  const { entry, session } = entryWith({ values: qr, answers: [valid, failed, pending] });
  await entry.enter();
  session.setState({ user: own, purchase: 'PACK' });
  await entry.restart({ reason: 'registerFirst', isCodeOfAnotherPurchase: true });
  await entry.restart();
  expect(entry.store.getState()).toMatchObject({ reason: 'registerFirst', pending: null });
  expect(session.getState()).toMatchObject({ user: own, purchase: 'PACK' });
});

const own = { ...emptySession.user, name: 'Asha', mobile: '9876543210' };

test('[SES-1][OTP-3] the number and the purchase of a tab outlive a reload and a start that fails, but not Logout', async () => {
  const failed = new NetworkFailed(new TypeError());
  const { entry, session } = entryWith({
    session: { userKey: 'uk_old', user: own, purchase: 'PACK' },
    values: qr,
    answers: [failed, valid, valid],
  });
  await entry.enter();
  await entry.restart();
  expect(session.getState()).toMatchObject({ userKey: 'uk_new', user: own, purchase: 'PACK' });
  await entry.restart({ isCodeAside: true });
  expect(session.getState()).toMatchObject({ user: emptySession.user, purchase: null });
});

const rewarded = { accessToken: 'token', rewardAmount: 5, user: own, purchase: 'PACK' };
const another = { values: qr, session: rewarded, isAnotherPurchase: true };
const token = { userKey: 'uk_new', dataKey: 'dk_new', accessToken: 'token' };
const left = { today: 1, inAll: 8 };

test('the link of another purchase leads a tab with a reward to the form, where the number may take part again', async () => {
  const answer = { ...valid, token, arrival: { left } };
  const { entry, session, notify } = entryWith({ ...another, answers: [answer] });
  const entering = entry.enter();
  expect(session.getState()).toMatchObject(rewarded);
  await entering;
  expect(session.getState()).toEqual({ ...emptySession, userKey: 'uk_new', dataKey: 'dk_new' });
  expect(entry.store.getState()).toMatchObject({ phase: 'admitted', arrival: { left } });
  expect(notify).not.toHaveBeenCalled();
});

test.each<[string, Arrived | Error, object[]]>([
  [
    'a number that may not',
    {
      ...valid,
      token,
      arrival: { refused: { messageId: 'participationLimit', message: 'No more' } },
    },
    [{ messageId: 'participationLimit', message: 'No more', language: 'en' }],
  ],
  ['a server that knows nothing of it', { ...valid, token }, []],
  ['a network that fails', new NetworkFailed(new TypeError()), []],
])('elsewhere it stays with its reward: %s', async (_, answer, said) => {
  const { entry, session, notify } = entryWith({ ...another, answers: [answer] });
  await entry.enter();
  expect(session.getState()).toMatchObject(rewarded);
  expect(entry.store.getState().phase).toBe('admitted');
  expect(notify.mock.calls.flat()).toEqual(said);
});
