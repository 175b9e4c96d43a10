// What support can read aloud to somebody who calls. Each sentence must be true for its facts.
import type { PersonAnswer, PersonState } from '@inaam/contract/console/person.ts';
import { failureOf } from '../messages/failure-reasons.rules.ts';
import { codeLifetimeMs } from '../codes/rate-limits.rules.ts';

/** Times by the campaign's clock, ms; days `YYYY-MM-DD`. */
export type CallerFacts = {
  now: number;
  state: PersonState;
  isErased: boolean;
  isBlocked: boolean;
  /** The number's limits are used up: its owner needs the codes of two or three SMS. */
  isLocked: boolean;
  areCodesStopped: boolean;
  phase: 'notStarted' | 'open' | 'paused' | 'ended';
  programme: { from: string; to: string };
  /** Headers of the SMS, which phones show as the sender. */
  headers: { otp: string; voucher: string | undefined };
  /** When the number can be sent another code; Infinity: never. */
  nextCodeAt: number;
  code: Sent | undefined;
  /** In rupees. */
  amount: number | undefined;
  /** The last day on which the voucher arrives as promised. */
  dueDay: string | undefined;
  /** Outside of which no voucher is sent. */
  hours: { from: number; until: number } | undefined;
  voucher: (Sent & { canResend: boolean }) | undefined;
  /** Of a reward that is given in another way. */
  told?: string | undefined;
  /** The number's other participations. */
  others: readonly Pick<
    PersonAnswer['participations'][number],
    'at' | 'amount' | 'state' | 'isBonus'
  >[];
};

/** `at`: when it came to its state. `app`: in which it arrives, if it is no SMS. */
type Sent = { state: MessageState; at: number; reason: string | null; app?: string | undefined };
type MessageState = 'owed' | 'assigned' | 'sent' | 'delivered' | 'failed' | 'lapsed' | 'settled';

/** A voucher usually arrives within seconds, and a receipt within minutes. */
const confirmMs = 3_600_000;

export function shouldResend({ voucher, now }: Pick<CallerFacts, 'voucher' | 'now'>): boolean {
  if (!voucher?.canResend) return false;
  if (voucher.state === 'failed') return failureOf(voucher.reason).helps;
  return voucher.state === 'sent' && now - voucher.at >= confirmMs;
}

/** A guarded number lets its owner in within this time (docs/decisions/0020). */
const unlockMs = 15 * 60_000;

export const shouldUnlock = (facts: CallerFacts): boolean =>
  facts.phase === 'open' &&
  facts.amount === undefined &&
  !facts.isBlocked &&
  !facts.isErased &&
  (facts.areCodesStopped || facts.nextCodeAt - facts.now > unlockMs);

/** One to three sentences or pairs of them, and one for each other voucher. */
export const callerSentences = (facts: CallerFacts): string[] =>
  facts.isErased
    ? erasedSentences(facts)
    : [
        ...(facts.told ? [facts.told] : ownSentences(facts)),
        ...facts.others.flatMap(otherSentence),
      ];

function ownSentences(facts: CallerFacts): string[] {
  const { state, isBlocked, amount } = facts;
  if (isBlocked && amount === undefined) {
    return ['This number cannot take part in the campaign. A manager can look at it again.'];
  }
  switch (state) {
    case 'notRegistered':
      return [
        'No OTP was requested for this number in this campaign. Did you enter another number on the site?',
        ...nextCode(facts),
      ];
    case 'codeRequested':
      return [...lastCode(facts), ...nextCode(facts)];
    case 'verified':
      return [
        'Your number is verified, but PLAY was not pressed, so there is no reward yet.',
        ...(facts.phase === 'open'
          ? [
              `Open the site, verify your number again and press PLAY. The last day is ${dayIn(facts.programme.to)}.`,
            ]
          : []),
        ...nextCode(facts),
      ];
    case 'won':
    case 'waiting':
    case 'sending':
    case 'sent':
    case 'delivered':
    case 'failed':
    case 'held':
    case 'refused':
    case 'settled':
      return rewardSentences(facts, state);
    default:
      return state satisfies never;
  }
}

function otherSentence({ at, amount, state, isBonus }: CallerFacts['others'][number]): string[] {
  const day = dayFormat.format(at);
  if (state === 'verified') {
    return [`You also took part on ${day}, but did not press PLAY, so there is no reward for it.`];
  }
  const stands = otherStates[state];
  const voucher = isBonus ? `bonus of ₹${amount}` : `other voucher of ₹${amount}`;
  return stands ? [`Your ${voucher}, of ${day}, ${stands}.`] : [];
}

const otherStates: Readonly<Partial<Record<PersonState, string>>> = {
  won: 'was not found. A manager has to look into it',
  waiting: 'is reserved, but the SMS is not sent yet',
  sending: 'is about to be sent by SMS',
  sent: 'was sent. The network has not confirmed that it arrived',
  delivered: 'was delivered to your phone',
  failed: 'was not delivered. We can look into it next',
  held: 'is being checked before it is sent',
  refused: 'was not approved in a check, so it was not sent',
  settled: 'was given in another way',
};

type RewardState = Exclude<PersonState, 'notRegistered' | 'codeRequested' | 'verified'>;

function rewardSentences(facts: CallerFacts, state: RewardState): string[] {
  const { now, voucher } = facts;
  const one = `Your voucher of ₹${facts.amount ?? '?'}`;
  const at = voucher ? timeIn(voucher.at, now) : '';
  switch (state) {
    case 'won':
      return [
        `You won ₹${facts.amount ?? '?'}, but no voucher was found. A manager has to look into it.`,
      ];
    case 'waiting':
      return [`${one} is reserved, but the SMS is not sent yet.`, ...due(facts), ...hoursOf(facts)];
    case 'sending':
      return [`${one} is about to be sent by SMS.`, ...due(facts), ...hoursOf(facts)];
    case 'sent':
      return sentSentences(facts, `${one} was sent ${at}.`);
    case 'delivered':
      return [`${one} was delivered to your phone ${at}.`, lookFor(facts)];
    case 'failed': {
      const { words, advice, helps } = failureOf(voucher?.reason ?? null);
      const isLast = helps && voucher?.canResend !== true;
      return [
        `${one} was not delivered ${at}: ${words}.`,
        isLast
          ? `It ${settleWords}`
          : helps
            ? `${advice} ${capital(againWords(facts))}`.trim()
            : advice,
        ...due(facts),
      ];
    }
    case 'held':
      return [
        `${one} is being checked before it is sent. You do not need to do anything.`,
        'We can tell you more once the check is done.',
      ];
    case 'refused':
      return [
        `${one} was not approved in a check, so it was not sent. A manager can look at it again.`,
      ];
    case 'settled':
      return [
        `Your reward of ₹${facts.amount ?? '?'} was given in another way. That was recorded ${at}.`,
      ];
    default:
      return state satisfies never;
  }
}

function sentSentences(facts: CallerFacts, sent: string): string[] {
  const { voucher, now } = facts;
  if (voucher && now - voucher.at < confirmMs) {
    return [
      `${sent} The network has not confirmed delivery yet.`,
      `If it has not arrived by ${clock(voucher.at + confirmMs)}, please call again.`,
    ];
  }
  return [
    `${sent} The network has not confirmed that it arrived.`,
    lookFor(facts),
    `If it is not there, ${voucher?.canResend ? againWords(facts) : `it ${settleWords}`}`,
  ];
}

const lookFor = ({ headers, voucher }: CallerFacts) =>
  voucher?.app
    ? `Look in ${voucher.app}, also among archived chats.`
    : `Look for an SMS from ${headers.voucher ?? headers.otp}, also among spam and blocked messages.`;

function due({ dueDay, now }: CallerFacts): string[] {
  if (dueDay === undefined) return [];
  return isoDay(now) <= dueDay
    ? [`It is due by ${dayIn(dueDay)}.`]
    : [`It was due by ${dayIn(dueDay)}. We are sorry that it is late.`];
}

const settleWords = 'cannot be sent again by SMS, so the reward has to be given in another way.';

/** At night it waits for the hours of its SMS. */
function againWords({ hours, now }: CallerFacts): string {
  const hour = Number(clock(now).slice(0, 2));
  return !hours || (hour >= hours.from && hour < hours.until)
    ? 'we can send it again now.'
    : `we can have it sent again, from ${hours.from}:00 on.`;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const hoursOf = ({ hours }: CallerFacts) =>
  hours ? [`Vouchers are sent between ${hours.from}:00 and ${hours.until}:00 only.`] : [];

function lastCode({ code, now, isLocked, headers }: CallerFacts): string[] {
  if (!code) return [];
  const at = timeIn(code.at, now);
  const said = {
    owed: 'Your OTP is being sent.',
    assigned: 'Your OTP is being sent.',
    sent: `Your last OTP was sent ${at}. The network has not confirmed delivery.`,
    delivered: `Your last OTP was delivered to your phone ${at}.`,
    failed: `Your last OTP was not delivered ${at}: ${failureOf(code.reason).words}.`,
    lapsed: 'Your last OTP could not be sent in time.',
    settled: 'Your last OTP could not be sent in time.',
  }[code.state];
  if (code.state !== 'sent' && code.state !== 'delivered') return [said];
  const where = code.app ? `Look in ${code.app}` : `Look for an SMS from ${headers.otp}`;
  const lifeMinutes = codeLifetimeMs / 60_000;
  return [
    said,
    isLocked
      ? `${where}, and enter the OTPs of the newest messages, one after the other.`
      : `${where}${code.app ? '' : ', also among spam'}. An OTP works for ${lifeMinutes} minutes.`,
  ];
}

function nextCode({ phase, programme, areCodesStopped, nextCodeAt, now }: CallerFacts): string[] {
  switch (phase) {
    case 'notStarted':
      return [`The campaign begins on ${dayIn(programme.from)}.`];
    case 'ended':
      return [`The campaign ended on ${dayIn(programme.to)}.`];
    case 'paused':
      return ['The campaign is paused. Please try again later.'];
    case 'open':
      break;
    default:
      return phase satisfies never;
  }
  if (areCodesStopped) {
    return ['No OTPs go to this number, because its owner asked for that. Was that you?'];
  }
  if (nextCodeAt === Infinity)
    return ['No more OTPs can be requested for this number, unless we unlock it.'];
  if (nextCodeAt <= now) return ['You can request the next OTP now.'];
  // Not a part of a minute too early.
  return [`You can request the next OTP ${timeIn(Math.ceil(nextCodeAt / 60_000) * 60_000, now)}.`];
}

const erasedSentences = ({ amount }: CallerFacts) =>
  amount === undefined
    ? ['Your name, number and details were deleted.']
    : [
        'Your name, number and details were deleted. A voucher that you have received stays valid.',
        'What stays on record is how often this number has claimed, so that it cannot claim more than it may.',
      ];

const zone = 'Asia/Kolkata';
const clockFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const dayFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: zone,
  day: 'numeric',
  month: 'long',
});

const indiaAheadMs = 5.5 * 3_600_000;
const isoDay = (at: number) => new Date(at + indiaAheadMs).toISOString().slice(0, 10);
const clock = (at: number) => clockFormat.format(at);
const dayIn = (day: string) => dayFormat.format(Date.parse(`${day}T00:00:00+05:30`));

/** "today at 19:42", "on 12 May at 19:42" */
const timeIn = (at: number, now: number) =>
  `${isoDay(at) === isoDay(now) ? 'today' : `on ${dayFormat.format(at)}`} at ${clock(at)}`;
