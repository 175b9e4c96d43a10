import { expect, test } from 'vitest';
import { failures } from '../sms/receipts/receipt-schema.ts';
import { failureOf } from '../messages/failure-reasons.rules.ts';
import {
  callerSentences,
  shouldResend,
  shouldUnlock,
  type CallerFacts,
} from './caller-sentences.rules.ts';

const at = (time: string) => Date.parse(`2025-05-${time}:00+05:30`);
const facts: CallerFacts = {
  now: at('12T20:00'),
  state: 'delivered',
  isErased: false,
  isBlocked: false,
  isLocked: false,
  areCodesStopped: false,
  phase: 'open',
  programme: { from: '2025-05-01', to: '2025-07-31' },
  headers: { otp: 'INAAMO', voucher: 'INAAMB' },
  nextCodeAt: at('12T20:00'),
  code: undefined,
  amount: 10,
  dueDay: '2025-05-19',
  hours: undefined,
  voucher: undefined,
  others: [],
};
type Voucher = NonNullable<CallerFacts['voucher']>;
const voucher = (state: Voucher['state'], changes: Partial<Voucher> = {}): Voucher => {
  return { state, at: at('12T19:42'), reason: null, canResend: true, ...changes };
};
const failed = (reason: string, canResend = true) => voucher('failed', { reason, canResend });
const noReward = { amount: undefined, dueDay: undefined } as const;
const code = (state: Voucher['state'], reason: string | null = null) => {
  return { state, reason, at: at('12T19:42') };
};

const look = 'Look for an SMS from INAAMB, also among spam and blocked messages.';
const due = 'It is due by 19 May.';
const late = 'It was due by 11 May. We are sorry that it is late.';
const settle = 'cannot be sent again by SMS, so the reward has to be given in another way.';
const nextNow = 'You can request the next OTP now.';

const told: readonly [what: string, Partial<CallerFacts>, ...sentences: string[]][] = [
  [
    'delivered today',
    { voucher: voucher('delivered') },
    'Your voucher of ₹10 was delivered to your phone today at 19:42.',
    look,
  ],
  [
    'delivered, of several',
    {
      voucher: voucher('delivered'),
      others: [
        { at: at('10T23:59'), amount: 5, state: 'waiting', isBonus: false },
        { at: at('11T00:00'), amount: 20, state: 'failed', isBonus: true },
        { at: at('11T00:00'), amount: null, state: 'verified', isBonus: false },
        { at: at('11T00:00'), amount: null, state: 'codeRequested', isBonus: false },
      ],
    },
    'Your voucher of ₹10 was delivered to your phone today at 19:42.',
    look,
    'Your other voucher of ₹5, of 10 May, is reserved, but the SMS is not sent yet.',
    'Your bonus of ₹20, of 11 May, was not delivered. We can look into it next.',
    'You also took part on 11 May, but did not press PLAY, so there is no reward for it.',
  ],
  [
    'delivered on another day, in an app',
    { now: at('13T00:00'), voucher: voucher('delivered', { app: 'WhatsApp' }) },
    'Your voucher of ₹10 was delivered to your phone on 12 May at 19:42.',
    'Look in WhatsApp, also among archived chats.',
  ],
  [
    'sent within the hour',
    { state: 'sent', voucher: voucher('sent') },
    'Your voucher of ₹10 was sent today at 19:42. The network has not confirmed delivery yet.',
    'If it has not arrived by 20:42, please call again.',
  ],
  [
    'sent an hour ago',
    { state: 'sent', now: at('12T20:42'), voucher: voucher('sent') },
    'Your voucher of ₹10 was sent today at 19:42. The network has not confirmed that it arrived.',
    look,
    'If it is not there, we can send it again now.',
  ],
  [
    'sent too often',
    { state: 'sent', now: at('12T20:42'), voucher: voucher('sent', { canResend: false }) },
    'Your voucher of ₹10 was sent today at 19:42. The network has not confirmed that it arrived.',
    look,
    `If it is not there, it ${settle}`,
  ],
  [
    'not delivered, outside of hours',
    { state: 'failed', voucher: failed('not delivered'), hours: { from: 10, until: 20 } },
    'Your voucher of ₹10 was not delivered today at 19:42: the network did not deliver it, and gave no reason.',
    'We can have it sent again, from 10:00 on.',
    due,
  ],
  [
    'a phone that was off',
    { state: 'failed', voucher: failed('phone not reached') },
    'Your voucher of ₹10 was not delivered today at 19:42: your phone could not be reached. It may have been switched off or out of coverage.',
    'Please switch the phone on. We can send it again now.',
    due,
  ],
  [
    'a number that is gone',
    { state: 'failed', voucher: failed('number not in use') },
    'Your voucher of ₹10 was not delivered today at 19:42: the network says that this number is not in use.',
    'An SMS cannot reach it, so the reward has to be given in another way.',
    due,
  ],
  [
    'a blocked SMS',
    { state: 'failed', voucher: failed('blocked by the operator') },
    'Your voucher of ₹10 was not delivered today at 19:42: the network blocked it.',
    'It can be sent again once that is solved.',
    due,
  ],
  [
    "a provider's own words, which are not read aloud, too often and too late",
    { state: 'failed', dueDay: '2025-05-11', voucher: failed('DLT template not found', false) },
    'Your voucher of ₹10 was not delivered today at 19:42: there was a technical fault.',
    `It ${settle}`,
    late,
  ],
  [
    'waiting for a code, outside of hours',
    { state: 'waiting', voucher: voucher('owed'), hours: { from: 10, until: 21 } },
    'Your voucher of ₹10 is reserved, but the SMS is not sent yet.',
    due,
    'Vouchers are sent between 10:00 and 21:00 only.',
  ],
  [
    'waiting on its last day',
    { state: 'waiting', now: at('19T23:59'), voucher: voucher('owed') },
    'Your voucher of ₹10 is reserved, but the SMS is not sent yet.',
    due,
  ],
  [
    'being sent, and late',
    { state: 'sending', dueDay: '2025-05-11', voucher: voucher('assigned') },
    'Your voucher of ₹10 is about to be sent by SMS.',
    late,
  ],
  [
    'held',
    { state: 'held', voucher: voucher('owed') },
    'Your voucher of ₹10 is being checked before it is sent. You do not need to do anything.',
    'We can tell you more once the check is done.',
  ],
  [
    'refused',
    { state: 'refused', voucher: voucher('settled') },
    'Your voucher of ₹10 was not approved in a check, so it was not sent. A manager can look at it again.',
  ],
  [
    'settled',
    { state: 'settled', voucher: voucher('settled') },
    'Your reward of ₹10 was given in another way. That was recorded today at 19:42.',
  ],
  [
    'no voucher',
    { state: 'won' },
    'You won ₹10, but no voucher was found. A manager has to look into it.',
  ],
  [
    'a block after a reward',
    { isBlocked: true, voucher: voucher('delivered') },
    'Your voucher of ₹10 was delivered to your phone today at 19:42.',
    look,
  ],
  [
    'a block before a reward',
    { ...noReward, state: 'codeRequested', isBlocked: true, code: code('delivered') },
    'This number cannot take part in the campaign. A manager can look at it again.',
  ],
  [
    'erased with a reward',
    { isErased: true, voucher: voucher('delivered') },
    'Your name, number and details were deleted. A voucher that you have received stays valid.',
    'What stays on record is how often this number has claimed, so that it cannot claim more than it may.',
  ],
  [
    'erased without one',
    { ...noReward, state: 'verified', isErased: true },
    'Your name, number and details were deleted.',
  ],
  [
    'verified',
    { ...noReward, state: 'verified' },
    'Your number is verified, but PLAY was not pressed, so there is no reward yet.',
    'Open the site, verify your number again and press PLAY. The last day is 31 July.',
    nextNow,
  ],
  [
    'verified, and over',
    { ...noReward, state: 'verified', phase: 'ended' },
    'Your number is verified, but PLAY was not pressed, so there is no reward yet.',
    'The campaign ended on 31 July.',
  ],
  [
    'not registered, but limited',
    { ...noReward, state: 'notRegistered', nextCodeAt: at('12T20:14') + 1 },
    'No OTP was requested for this number in this campaign. Did you enter another number on the site?',
    'You can request the next OTP today at 20:15.',
  ],
  [
    'an OTP that arrived',
    { ...noReward, state: 'codeRequested', code: code('delivered') },
    'Your last OTP was delivered to your phone today at 19:42.',
    'Look for an SMS from INAAMO, also among spam. An OTP works for 5 minutes.',
    nextNow,
  ],
  [
    'limits that are used up, until tomorrow',
    {
      ...noReward,
      state: 'codeRequested',
      isLocked: true,
      code: code('sent'),
      nextCodeAt: at('13T07:01'),
    },
    'Your last OTP was sent today at 19:42. The network has not confirmed delivery.',
    'Look for an SMS from INAAMO, and enter the OTPs of the newest messages, one after the other.',
    'You can request the next OTP on 13 May at 07:01.',
  ],
  [
    'an OTP that failed',
    { ...noReward, state: 'codeRequested', code: code('failed', 'phone not reached') },
    'Your last OTP was not delivered today at 19:42: your phone could not be reached. It may have been switched off or out of coverage.',
    nextNow,
  ],
  [
    'an OTP too late, in a pause',
    { ...noReward, state: 'codeRequested', phase: 'paused', code: code('lapsed') },
    'Your last OTP could not be sent in time.',
    'The campaign is paused. Please try again later.',
  ],
  [
    'an OTP on its way, before the start',
    { ...noReward, state: 'codeRequested', phase: 'notStarted', code: code('owed') },
    'Your OTP is being sent.',
    'The campaign begins on 1 May.',
  ],
  [
    'a number without a next time',
    { ...noReward, state: 'notRegistered', nextCodeAt: Infinity },
    'No OTP was requested for this number in this campaign. Did you enter another number on the site?',
    'No more OTPs can be requested for this number, unless we unlock it.',
  ],
  [
    'an owner who wants no OTPs',
    { ...noReward, state: 'codeRequested', areCodesStopped: true },
    'No OTPs go to this number, because its owner asked for that. Was that you?',
  ],
];

test.each(told)('%s: what to tell the caller', (_, changes, ...sentences) => {
  expect(callerSentences({ ...facts, ...changes })).toEqual(sentences);
});

test('every reason of a receipt has words of its own', () => {
  const reasons = Object.values(failures).map((reason) => failureOf(reason).words);
  expect(new Set([...reasons, failureOf('HTTP 503').words]).size).toBe(reasons.length + 1);
});

test.each([
  ['a phone that was off', failed('phone not reached'), true],
  ['a fault of ours', failed('HTTP 503'), true],
  ['a number that is gone', failed('number not in use'), false],
  ['a blocked SMS', failed('blocked by the operator'), false],
  ['one sent too often', failed('phone not reached', false), false],
  ['one just sent', voucher('sent'), false],
  ['one unconfirmed for an hour', voucher('sent', { at: at('12T19:00') }), true],
  ['one that arrived', voucher('delivered', { at: at('01T19:00') }), false],
  ['none', undefined, false],
])('sending again helps %s: %s', (_, one, helps) => {
  expect(shouldResend({ voucher: one, now: facts.now })).toBe(helps);
});

const waiting = { ...noReward, state: 'codeRequested', nextCodeAt: at('12T20:16') } as const;

test.each<[string, Partial<CallerFacts>, boolean]>([
  ['a wait of 16 minutes', waiting, true],
  ['a wait of 15 minutes', { ...waiting, nextCodeAt: at('12T20:15') }, false],
  ['an owner who wanted no OTPs', { ...waiting, nextCodeAt: 0, areCodesStopped: true }, true],
  ['a winner', { ...waiting, amount: 10 }, false],
  ['a block', { ...waiting, isBlocked: true }, false],
  ['an erasure', { ...waiting, isErased: true }, false],
  ['a pause of the campaign', { ...waiting, phase: 'paused' }, false],
])('unlocking helps %s: %j, %s', (_, changes, helps) => {
  expect(shouldUnlock({ ...facts, ...changes })).toBe(helps);
});
