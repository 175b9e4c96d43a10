import { errors as words } from '@inaam/campaigns/biscuit-2025/words/en/errors.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import { expect, test } from 'vitest';
import { AnswerUnreadable } from '../api/answer-unreadable.ts';
import { CallRefused } from '../api/call-refused.ts';
import { NetworkFailed } from '../api/network-failed.ts';
import { SessionMissing } from '../api/session-missing.ts';
import { errorVerdict, sentenceOf } from './error-verdict.ts';

const refused = (statusCode: number, message: string, messageId?: string) =>
  new CallRefused({ statusCode, message, ...(messageId === undefined ? {} : { messageId }) });

/** Spec 5: the ids that the screens handle, spelled out, so that none of them can be lost from the registry. */
const handled = (
  'invalidName invalidMobile invalidCode emptyCity fileSize participationLimit format ' +
  'invalidOtp expiredOtp invalidData invalidUser invalidFormat invalidAge invalidGender ' +
  'alreadyRegistered tamilNadu tryAgain alreadyAnswered invalidQuestion invalidOption'
).split(' ');

test.each(handled)('[ERR-1] %s is passed on without a word', (id) => {
  expect(errorVerdict(refused(400, 'x', id), true, words)).toEqual({ kind: 'silent' });
});

test('[ERR-1] the registry has the ids of the spec and no other', () => {
  expect(Object.keys(messageIds).toSorted()).toEqual(handled.toSorted());
});

test('[ERR-1] a message id outside the list is told', () => {
  const verdict = errorVerdict(refused(400, 'Odd', 'somethingElse'), true, words);
  expect(verdict).toEqual({ kind: 'told', text: 'Odd' });
});

test.each([
  [true, 'Please check your network and try again'],
  [false, 'You are offline'],
])('[ERR-2] a failed network, online %s, says %j', (isOnline, text) => {
  const failed = new NetworkFailed(new TypeError('Failed to fetch'));
  expect(errorVerdict(failed, isOnline, words)).toEqual({ kind: 'told', text });
});

test('[ERR-3] a 401 ends the session and says so', () => {
  expect(errorVerdict(refused(401, 'whatever'), true, words)).toEqual({
    kind: 'expired',
    text: 'Your session has been expired',
  });
});

test('[ERR-3] a 401 without a sentence does so too; an unreadable answer, which may be a proxy’s 401, does not', () => {
  expect(errorVerdict(refused(401, ''), true, words).kind).toBe('expired');
  expect(errorVerdict(new AnswerUnreadable('noEnvelope'), true, words).kind).toBe('told');
});

test('[SES-5] a call without a session is told and ends nothing', () => {
  const missing = new SessionMissing('Session not found! Please refresh');
  expect(errorVerdict(missing, true, words)).toEqual({ kind: 'told', text: missing.message });
});

test.each([
  [refused(503, 'Many people'), 'Many people'],
  [refused(503, ''), 'Something went wrong, try again after some time'],
  ['500', 'Something went wrong, try again after some time'],
  [new AnswerUnreadable('noEnvelope'), 'Something went wrong, try again after some time'],
  [undefined, 'Something went wrong, try again after some time'],
])('[ERR-4] %s says %j', (error, text) => {
  expect(errorVerdict(error, true, words)).toEqual({ kind: 'told', text });
});

test.each(['500', new AnswerUnreadable('noEnvelope')])('[ERR-4] %s, offline, says so', (error) => {
  expect(sentenceOf(error, false, words)).toBe('You are offline');
});

test('[ENT-7] a refusal outside the programme leads to the closed page', () => {
  const ended = new CallRefused({ statusCode: 403, message: 'Over', campaign: 'ended' });
  expect(errorVerdict(ended, true, words)).toEqual({ kind: 'closed', programme: 'ended' });
});
