import { messageIds } from '@inaam/contract/message-ids.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import {
  UnreadableAnswer,
  CallRefused,
  NetworkFailed,
  NotRegistered,
  SessionMissing,
} from '../../api/failures.ts';
import { messageText } from '../../locale/message.ts';
import { errorMessage, errorVerdict, noteExpiry } from './error-handling.ts';

const campaign = await loadCampaign('biscuit-2025');

const refused = (statusCode: number, message: string, messageId?: string) =>
  new CallRefused({ statusCode, message, ...(messageId === undefined ? {} : { messageId }) });

/** Spec 5: the ids that screens handle, written out so that none is lost. */
const handled = (
  'invalidName invalidMobile invalidCode emptyCity fileSize participationLimit format ' +
  'invalidOtp expiredOtp invalidData invalidUser invalidFormat invalidAge invalidGender ' +
  'alreadyRegistered tamilNadu tryAgain alreadyAnswered invalidQuestion invalidOption'
).split(' ');

test.each(handled)('[ERR-1] %s is left to the screen', (id) => {
  expect(errorVerdict(refused(400, 'x', id), true)).toEqual({ kind: 'silent' });
});

test('[ERR-1] the registry has the ids of the spec and no other', () => {
  expect(Object.keys(messageIds).toSorted()).toEqual(handled.toSorted());
});

test('[ERR-1] a message id outside the list is notified', () => {
  const verdict = errorVerdict(refused(400, 'Odd', 'somethingElse'), true);
  expect(verdict).toMatchObject({
    kind: 'notify',
    message: { kind: 'server', messageId: 'somethingElse', text: 'Odd' },
  });
});

test.each([
  [true, 'errors.network'],
  [false, 'errors.offline'],
])('[ERR-2] a failed network, online %s, shows %s', (isOnline, message) => {
  const failed = new NetworkFailed(new TypeError('Failed to fetch'));
  expect(errorVerdict(failed, isOnline)).toEqual({ kind: 'notify', message });
});

test('[ERR-3] a 401 ends the session and shows that', () => {
  expect(errorVerdict(refused(401, 'whatever'), true)).toEqual({
    kind: 'expired',
    message: 'errors.sessionExpired',
  });
});

test('[ERR-3] a 401 without a sentence does too; an unreadable answer, which may be a proxy’s 401, does not', () => {
  expect(errorVerdict(refused(401, ''), true).kind).toBe('expired');
  expect(errorVerdict(new UnreadableAnswer('noEnvelope'), true).kind).toBe('notify');
});

test('[SES-5] a call without a session is notified and ends nothing', () => {
  const verdict = errorVerdict(new SessionMissing(), true);
  expect(verdict).toEqual({ kind: 'notify', message: 'errors.sessionNotFound' });
  const sentence = messageText('errors.sessionNotFound', campaign.publicCampaign('en'));
  expect(sentence).toBe('Session not found! Please refresh');
});

test('[NAV-4] a visitor who has not registered is not one whose session has expired', () => {
  const verdict = errorVerdict(new NotRegistered(), true);
  expect(verdict).toEqual({ kind: 'unregistered', message: 'errors.registerFirst' });
});

test.each([
  [refused(503, ''), 'errors.generic'],
  ['500', 'errors.generic'],
  [new UnreadableAnswer('noEnvelope'), 'errors.generic'],
  [undefined, 'errors.generic'],
])('[ERR-4] %s shows %s', (error, message) => {
  expect(errorVerdict(error, true)).toEqual({ kind: 'notify', message });
});

test('[ERR-4] a refusal with a sentence shows that sentence', () => {
  expect(errorMessage(refused(503, 'Many people'), true)).toMatchObject({ text: 'Many people' });
});

test.each(['500', new UnreadableAnswer('noEnvelope')])(
  '[ERR-4] %s, offline, shows that',
  (error) => {
    expect(errorMessage(error, false)).toBe('errors.offline');
  },
);

test('[ENT-7] a refusal outside the programme leads to the closed page', () => {
  const ended = new CallRefused({ statusCode: 403, message: 'Over', campaign: 'ended' });
  expect(errorVerdict(ended, true)).toEqual({ kind: 'closed', programme: 'ended' });
});

function tabWith(stored: string | null = null) {
  let value = stored;
  return {
    getItem: () => value,
    setItem: (_: string, given: string) => void (value = given),
    removeItem: () => undefined,
  };
}

test('[ERR-3] only an expiry within a minute of another one is repeated', () => {
  const tab = tabWith();
  const times = [1_000_000, 1_059_999, 1_119_998, 1_179_998, 1_239_998, 1_200_000];
  const repeated = times.map((now) => noteExpiry(tab, now));
  // A clock set back changes nothing.
  expect(repeated).toEqual([false, true, true, false, false, true]);
});

test('a foreign value is none', () => {
  expect(noteExpiry(tabWith('soon'), 1000)).toBe(false);
});
