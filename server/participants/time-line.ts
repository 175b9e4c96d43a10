// Everything that happened to a number in one list, oldest first.
import { serverPlugins } from '@inaam/plugins/server.ts';
import type { PersonAnswer, PersonState } from '@inaam/contract/console/person.ts';
import { printable } from '../platform/format.ts';
import type { MessageEvents, PersonEvents } from './person-events.sql.ts';
import type { NumberRecord, Participation, VisitOfNumber } from './number-record.sql.ts';

type Event = PersonAnswer['events'][number];

export type PersonFacts = {
  record: NumberRecord;
  events: PersonEvents;
  visits: VisitOfNumber[];
  /** What is asked about; undefined if the number was never verified. */
  chosen: Participation | undefined;
};

/** Before devices are numbered in order of first appearance. */
type Unnamed = Pick<Event, 'at' | 'kind' | 'what'> & Partial<Event>;

/** @param inWords of a command. @returns times by the wall clock, ms */
export function timeLineOf(facts: PersonFacts, inWords: (command: string) => string): Event[] {
  const { record, events } = facts;
  const all = [
    ...facts.visits.map(({ at, userKey, query }): Unnamed => ({
      at,
      kind: 'visit',
      what: `Opened the site (${sourceOf(query)})`,
      device: userKey,
    })),
    ...recordEvents(record),
    ...events.messages.flatMap((message) => messageEvents(message, record)),
    ...events.operators.map(({ at, by, command, reason }): Unnamed => ({
      at,
      kind: command === lookUp ? 'lookUp' : 'staff',
      what: `${inWords(command)}. Reason: ${printable(reason)}`,
      by,
    })),
    ...events.holds.map(holdEvent),
    ...(events.withdrawnAt === null ? [] : [withdrawal(events.withdrawnAt)]),
  ].toSorted((one, other) => one.at - other.at);
  const names = namesOf(all);
  return all.map(({ by = null, device = null, ...event }) => ({
    ...event,
    by,
    device: names.get(device ?? '') ?? null,
  }));
}

const lookUp = 'console person find';

const withdrawal = (at: number): Unnamed => ({
  at,
  kind: 'number',
  what: 'Consent withdrawn: the data is erased once the voucher is sent',
});

const holdEvent = ({ at, state, by }: PersonEvents['holds'][number]): Unnamed => ({
  at,
  kind: 'staff',
  what: `Voucher ${state} in the review`,
  by: by.startsWith('rule ') ? 'a rule' : by,
});

function namesOf(events: readonly Unnamed[]): Map<string, string> {
  const devices = new Set(events.flatMap(({ device }) => (device ? [device] : [])));
  return new Map([...devices].map((device, at) => [device, `device ${at + 1}`]));
}

function sourceOf(query: unknown): string {
  const entries = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const spelled = entries
    .filter(([key]) => key !== 'utm_source')
    .map(([key, value]) => `${printable(key)} ${printable(String(value))}`);
  return spelled.length === 0 ? 'QR code' : spelled.join(', ');
}

const ofNumber = (at: number, what: string, device?: string): Unnamed => ({
  at,
  kind: 'number',
  what,
  device: device ?? null,
});

function recordEvents(record: NumberRecord): Unnamed[] {
  const { participations, registrations, sessions, consents } = record;
  return [
    ...consents.map(({ at, answer, userKey }) =>
      ofNumber(at, `Answered ${answer} to the privacy notice`, userKey),
    ),
    ...registrations.map(({ registeredAt, userKey, tries }) =>
      ofNumber(registeredAt, `Registered (OTPs typed: ${tries})`, userKey),
    ),
    ...participations.flatMap(participationEvents),
    ...sessions.flatMap(({ createdAt, revokedAt, userKey }) => [
      ofNumber(createdAt, 'Session opened', userKey),
      ...(revokedAt === null ? [] : [ofNumber(revokedAt, 'Session ended', userKey)]),
    ]),
  ];
}

function participationEvents(one: Participation): Unnamed[] {
  const { state, verifiedAt, isBonus, reward, voucherAssignedAt } = one;
  return [
    ...(isBonus ? [] : [ofNumber(verifiedAt, `Number verified, ${state}`)]),
    ...(reward
      ? [
          {
            at: reward.grantedAt,
            kind: 'reward' as const,
            what: `Won ₹${reward.amount} (${reward.kind})`,
          },
        ]
      : []),
    ...(voucherAssignedAt === null
      ? []
      : [{ at: voucherAssignedAt, kind: 'voucher' as const, what: 'Voucher code assigned' }]),
  ];
}

const because = (why: string | null) => (why === null ? '' : `: ${printable(why)}`);

function messageEvents(message: MessageEvents, { participations }: NumberRecord): Unnamed[] {
  const { kind, owedAt, endedAt, state, reason, device, attempts } = message;
  const reward = participations.find((one) => isVoucherOf(message, one))?.reward;
  const name = kind === 'otp' ? 'OTP' : `Voucher of ₹${reward?.amount ?? '?'}`;
  const isBad = state === 'failed' || state === 'lapsed';
  // A receipt's failure is an attempt already.
  const isSaid = attempts.some(({ outcome }) => outcome === 'undelivered');
  return [
    {
      at: owedAt,
      kind,
      what: kind === 'otp' ? 'OTP requested' : `${name} owed`,
      device,
    },
    ...attempts.map(({ at, outcome, reason: why, path }): Unnamed => {
      const [words = outcome, shown = kind] = outcomes.get(outcome) ?? [];
      const said = words.replace('{provider}', appOf(path) ?? 'the SMS provider');
      return { at, kind: shown, what: `${name} ${said}${because(why)}` };
    }),
    ...(endedAt !== null && ((isBad && !isSaid) || state === 'settled')
      ? [
          {
            at: endedAt,
            kind: isBad ? ('failed' as const) : kind,
            what: `${name} ${ends.get(state) ?? state}${because(reason)}`,
          },
        ]
      : []),
  ];
}

/** In which the messages of a path arrive, if it is not that of the SMS. */
export const appOf = (path: string | null | undefined): string | undefined =>
  serverPlugins.find(({ app }) => app !== undefined && app.path === path)?.app?.name;

const outcomes: ReadonlyMap<string, [words: string, kind?: Event['kind']]> = new Map([
  ['accepted', ['handed to {provider}']],
  ['refused', ['refused by {provider}', 'failed']],
  ['unknown', ['sent, but {provider} did not answer']],
  ['delivered', ['delivered to the phone', 'delivered']],
  ['undelivered', ['not delivered to the phone', 'failed']],
  ['resent', ['queued again by a colleague']],
]);

const ends: ReadonlyMap<string, string> = new Map([
  ['failed', 'could not be sent'],
  ['lapsed', 'was not sent in time'],
  ['settled', 'settled in another way'],
]);

/** @param aheadMs of the campaign's clock */
export const participationsOf = (
  facts: PersonFacts,
  aheadMs: number,
): PersonAnswer['participations'] =>
  facts.record.participations.map((one) => ({
    pseudonym: one.pseudonym.toString('hex'),
    at: one.verifiedAt + aheadMs,
    isBonus: one.isBonus,
    isChosen: one === facts.chosen,
    amount: one.reward?.amount ?? null,
    state: stateOf({ ...facts, chosen: one }),
  }));

export const rewardOf = (one: Participation | undefined, aheadMs: number): PersonAnswer['reward'] =>
  one?.reward
    ? {
        amount: one.reward.amount,
        at: one.reward.grantedAt + aheadMs,
        pseudonym: one.pseudonym.toString('hex'),
      }
    : null;

const isVoucherOf = (message: MessageEvents, { pseudonym, isBonus }: Participation) =>
  message.pseudonym?.equals(pseudonym) === true && message.isBonus === isBonus;

/** The message of a participation's voucher. */
export const voucherMessageOf = ({ messages }: PersonEvents, one: Participation) =>
  messages.find((message) => isVoucherOf(message, one));

export function stateOf({ record, events, chosen }: Omit<PersonFacts, 'visits'>): PersonState {
  if (!chosen) {
    const hasAsked = record.registrations.length > 0 || events.messages.length > 0;
    return hasAsked ? 'codeRequested' : 'notRegistered';
  }
  if (!chosen.reward) return 'verified';
  const voucher = voucherMessageOf(events, chosen);
  if (!voucher) return 'won';
  const hold = events.holds.find(({ pseudonym }) => pseudonym.equals(chosen.pseudonym));
  const isUnsent = voucher.state === 'owed' || voucher.state === 'assigned';
  const isEnded = isUnsent || voucher.state === 'settled';
  if (isEnded && hold?.state === 'refused') return 'refused';
  if (isUnsent && hold?.state === 'held') return 'held';
  return stateOfVoucher[voucher.state];
}

const stateOfVoucher: Readonly<Record<MessageEvents['state'], PersonState>> = {
  owed: 'waiting',
  assigned: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  lapsed: 'failed',
  settled: 'settled',
};

/** For support; `callerSentences` are for the caller. */
export function summaryOf(facts: Omit<PersonFacts, 'visits'>): string {
  const { record, events, chosen } = facts;
  const won = `${chosen?.isBonus ? 'Bonus' : 'Reward'} of ₹${chosen?.reward?.amount ?? '?'}`;
  const codes = events.messages.length;
  const stands: Record<PersonState, string> = {
    notRegistered: 'Never registered.',
    codeRequested: `Never verified, so there is no reward; OTPs requested: ${codes}.`,
    verified: 'Verified, but PLAY was not pressed: there is no reward yet.',
    won: `${won}: there is no voucher for it.`,
    waiting: `${won}: the voucher is waiting for a code or to be sent.`,
    sending: `${won}: the voucher has its code and is being sent.`,
    sent: `${won}: the voucher was handed to the SMS provider; whether it arrived is not known.`,
    delivered: `${won}: the voucher was delivered to the phone.`,
    failed: `${won}: the voucher did not arrive.`,
    held: `${won}: the voucher is held for review, and is not sent until somebody releases it.`,
    refused: `${won}: the voucher was refused in the review, and is not sent. A manager can release it.`,
    settled: `${won}: the voucher was settled by hand.`,
  };
  const blocked = record.limits?.blocked === true ? ' The number is blocked.' : '';
  return `${stands[stateOf(facts)]}${blocked}`;
}
