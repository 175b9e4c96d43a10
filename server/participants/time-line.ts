// Everything that happened to a number in one list, oldest first.
import type { Sms } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import { printable } from '../platform/control-characters.rules.ts';
import type { MessageEvents, PersonEvents } from './person-events.sql.ts';
import type { NumberRecord, VisitOfNumber } from './number-record.sql.ts';

/** `at`: wall time, ms. `device`: numbered in order of first appearance. */
export type TimelineEvent = { at: number; what: string; device: string | null };

export type PersonFacts = { record: NumberRecord; events: PersonEvents; visits: VisitOfNumber[] };

type Unnamed = Omit<TimelineEvent, 'device'> & { device?: string | null };

export function timeLineOf(facts: PersonFacts): TimelineEvent[] {
  const all = [
    ...facts.visits.map(({ at, userKey, query }) => ({
      at,
      what: `opened the site (${sourceOf(query)})`,
      device: userKey,
    })),
    ...recordEvents(facts.record),
    ...facts.events.messages.flatMap((message) => messageEvents(message, facts.record)),
    ...facts.events.operators.map(({ at, by, command, reason }) => ({
      at,
      what: `${by}: ${command}, reason: ${printable(reason)}`,
    })),
    ...(facts.events.review ? [reviewEvent(facts.events.review)] : []),
    ...(facts.events.withdrawnAt === null
      ? []
      : [
          {
            at: facts.events.withdrawnAt,
            what: 'consent withdrawn: erased once the voucher is sent',
          },
        ]),
  ].toSorted((one, other) => one.at - other.at);
  const names = namesOf(all);
  return all.map(({ at, what, device }: Unnamed) => ({
    at,
    what,
    device: device === undefined || device === null ? null : (names.get(device) ?? null),
  }));
}

const reviewEvent = ({ at, state, by }: NonNullable<PersonEvents['review']>): Unnamed => ({
  at,
  what: `voucher ${state} in the review by ${by.startsWith('rule ') ? 'a rule' : by}`,
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

function recordEvents(record: NumberRecord): Unnamed[] {
  const { participant, reward, voucher, registrations, sessions, consents } = record;
  return [
    ...consents.map(({ at, answer, userKey }) => ({
      at,
      what: `answered ${answer} to the privacy notice`,
      device: userKey,
    })),
    ...registrations.map(({ registeredAt, userKey, tries }) => ({
      at: registeredAt,
      what: `registered last from this device (codes tried: ${tries})`,
      device: userKey,
    })),
    ...(participant
      ? [{ at: participant.verifiedAt, what: `number verified, of ${participant.state}` }]
      : []),
    ...sessions.flatMap(({ createdAt, revokedAt, userKey }) => [
      { at: createdAt, what: 'session opened', device: userKey },
      ...(revokedAt === null ? [] : [{ at: revokedAt, what: 'session ended', device: userKey }]),
    ]),
    ...(reward
      ? [{ at: reward.grantedAt, what: `reward of Rs ${reward.amount} (${reward.kind})` }]
      : []),
    ...(voucher ? [{ at: voucher.assignedAt, what: 'a voucher code was assigned' }] : []),
  ];
}

function messageEvents(message: MessageEvents, { reward }: NumberRecord): Unnamed[] {
  const { kind, owedAt, endedAt, state, reason, device, attempts } = message;
  const name = kind === 'otp' ? 'one-time code' : `voucher of Rs ${reward?.amount ?? '?'}`;
  const because = reason === null ? '' : `: ${printable(reason)}`;
  return [
    { at: owedAt, what: kind === 'otp' ? 'requested a one-time code' : `${name} owed`, device },
    ...attempts.map((attempt) => ({
      at: attempt.at,
      what: `${name} ${outcomes.get(attempt.outcome) ?? attempt.outcome}${attempt.reason === null ? '' : `: ${attempt.reason}`}`,
    })),
    ...(endedAt !== null && (state === 'failed' || state === 'lapsed' || state === 'settled')
      ? [{ at: endedAt, what: `${name} ${state}${because}` }]
      : []),
  ];
}

const outcomes: ReadonlyMap<string, string> = new Map([
  ['accepted', 'handed to the provider'],
  ['refused', 'refused by the provider'],
  ['unknown', 'sent, but the provider did not answer'],
  ['delivered', 'delivered to the phone'],
  ['undelivered', 'not delivered to the phone'],
  ['resent', 'sent again by an operator'],
]);

/** Where the reward of this number is. @param vouchers the texts of the SMS */
export function whereItStands(
  { record, events }: Omit<PersonFacts, 'visits'>,
  vouchers: Sms['vouchers'],
): string {
  const { participant, reward, limits } = record;
  const blocked = limits?.blocked === true ? ' The number is blocked.' : '';
  if (!participant) {
    const codes = events.messages.length;
    return `Never verified, so there is no reward; codes requested: ${codes}.${blocked}`;
  }
  if (!reward) return `Verified, but PLAY was not pressed: there is no reward yet.${blocked}`;
  const voucher = events.messages.find(({ kind }) => kind === 'voucher');
  const won = `Reward of Rs ${reward.amount}`;
  const { review } = events;
  if (review?.state === 'held' && (voucher?.state === 'owed' || voucher?.state === 'assigned')) {
    return `${won}: the voucher is held for review, and is not sent before somebody releases it.${blocked}`;
  }
  if (review?.state === 'refused') {
    return `${won}: the voucher was refused in the review, and is not sent. A manager can release it.${blocked}`;
  }
  const hours = hoursOf(vouchers[reward.amount]?.category);
  const stands: Record<MessageEvents['state'], string> = {
    owed: `${won}: the voucher waits for a code of the stock, or for its turn.${hours}`,
    assigned: `${won}: the voucher has its code and is being sent.${hours}`,
    sent: `${won}: the voucher was handed to the provider; no receipt of the phone is known.`,
    delivered: `${won}: the voucher was delivered to the phone.`,
    failed: `${won}: the voucher could not be sent (${voucher?.reason ?? 'no reason is known'}).`,
    lapsed: `${won}: the voucher was not sent in time.`,
    settled: `${won}: the voucher was settled by hand.`,
  };
  return `${voucher ? stands[voucher.state] : `${won}: no voucher is known.`}${blocked}`;
}

/** Why nothing happens at night. */
function hoursOf(category: keyof typeof sendingHours | undefined): string {
  const hours = category && sendingHours[category];
  return hours ? ` Its SMS is sent from ${spellHours(hours)} in India only.` : '';
}
