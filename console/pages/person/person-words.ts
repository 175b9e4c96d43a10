import type { AnswerOf, ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { mayCall, type Session } from '../../app/console-context.ts';
import { dayOf, formatHour } from '../../ui/format.ts';

export type Person = AnswerOf<'findPerson'>;

type ActionName = Extract<
  ConsoleCallName,
  | 'resendVoucher'
  | 'unlockNumber'
  | 'blockNumber'
  | 'unblockNumber'
  | 'exportNumber'
  | 'eraseNumber'
>;

export type Action = {
  readonly name: ActionName;
  readonly label: string;
  /** What will happen, shown before it is confirmed. */
  readonly effect: string;
  readonly isGrave?: boolean;
  readonly warning?: string | undefined;
  readonly whyNot?: string | undefined;
};

/** What an erasure deletes, and what it keeps (docs/reference/personal-data.md). */
export const erasure = {
  deleted: 'Name, number, profile, registrations, OTPs with their messages, and sessions.',
  kept: [
    'How often this number has taken part, so that it cannot claim more than it may.',
    'State and reward, and their entries in the ledger, under the pseudonym.',
    'Answers to the privacy notice, as proof.',
    'The rows of the audit log: who looked up or changed what, and why.',
  ],
} as const;

type Fitting = Action & {
  readonly fits: (person: Person) => boolean;
  /** Whether it is what helps now. */
  readonly helps?: (person: Person) => boolean;
  readonly warningFor?: (person: Person) => string | undefined;
  readonly whyNotFor?: (person: Person) => string | undefined;
};

const actions: readonly Fitting[] = [
  {
    name: 'resendVoucher',
    label: 'Send the voucher again',
    effect: 'The same voucher code goes to the same number once more, by SMS.',
    fits: ({ voucher, isErased }) => voucher !== null && !isErased,
    helps: ({ voucher }) => voucher?.shouldResend === true,
    warningFor: ({ voucher }) =>
      voucher?.shouldResend ? undefined : resendWarnings[voucher?.state ?? ''],
    whyNotFor: ({ voucher }) => (voucher?.canResend ? undefined : (voucher?.whyNot ?? undefined)),
  },
  {
    name: 'unlockNumber',
    label: 'Unlock',
    effect:
      'Resets the limits of this number, so that it can request OTPs again. Somebody who guesses gets new tries too: unlock only for an owner you have spoken to.',
    fits: ({ isLocked, shouldUnlock }) => isLocked || shouldUnlock,
    helps: ({ shouldUnlock }) => shouldUnlock,
    warningFor: () => 'Usually not needed: the caller is told when the next OTP can be requested.',
  },
  {
    name: 'blockNumber',
    label: 'Block',
    effect:
      'The number gets no OTPs and no new reward, and its sessions end. A voucher that was won before is still sent.',
    isGrave: true,
    fits: ({ isBlocked, isErased }) => !isBlocked && !isErased,
  },
  {
    name: 'unblockNumber',
    label: 'Unblock',
    effect: 'The number can take part again.',
    fits: ({ isBlocked }) => isBlocked,
  },
  {
    name: 'exportNumber',
    label: 'Export the data',
    effect: 'A file with everything that is stored about this person is downloaded.',
    fits: ({ isErased }) => !isErased,
  },
  {
    name: 'eraseNumber',
    label: 'Erase',
    effect: 'Deletes who this person is, permanently. The fact that the number took part is kept.',
    isGrave: true,
    fits: ({ isErased }) => !isErased,
    whyNotFor: ({ participations }) =>
      participations.some(({ state }) => unsent.has(state))
        ? 'A voucher has not been sent yet. Erase once it has.'
        : undefined,
  },
];

const unsent: ReadonlySet<string> = new Set(['waiting', 'sending', 'held']);

const resendWarnings: Readonly<Record<string, string>> = {
  delivered: 'It was delivered. Send it again only if the caller has looked for the SMS.',
  sent: 'It was sent within the last hour. Give the network time to confirm it.',
  failed: 'It will probably fail again, for the same reason.',
};

/** What this account may do for this person now. `primary` is what helps. */
export function actionsFor(
  person: Person,
  role: Session['account']['role'],
): { primary: Action | undefined; more: Action[] } {
  const fitting = actions.filter(({ name, fits }) => mayCall(role, name) && fits(person));
  const primary = fitting.find(({ helps }) => helps?.(person) === true);
  const more = fitting
    .filter(({ name }) => name !== primary?.name)
    .map((action) => {
      const whyNot = action.whyNotFor?.(person);
      return { ...action, whyNot, warning: whyNot ? undefined : action.warningFor?.(person) };
    });
  return { primary, more };
}

export type PersonEvent = Person['events'][number];

/** The events of a minute, or the look-ups of a day, newest first. */
type Entry = { readonly at: number; readonly events: readonly [PersonEvent, ...PersonEvent[]] };

export type Day = { readonly day: string; readonly entries: readonly Entry[] };

/** Newest first. @param events oldest first */
export function daysOf(events: readonly PersonEvent[]): Day[] {
  const days = new Map<string, { at: number; events: [PersonEvent, ...PersonEvent[]] }[]>();
  for (const event of events.toReversed()) {
    const day = dayOf(event.at);
    const entries = days.get(day) ?? [];
    days.set(day, entries);
    const entry =
      event.kind === 'lookUp'
        ? entries.find(({ events: [first] }) => first.kind === 'lookUp')
        : entries.at(-1);
    if (entry && isOneEntry(entry.events[0], event)) entry.events.push(event);
    else entries.push({ at: event.at, events: [event] });
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}

const isOneEntry = (one: PersonEvent, other: PersonEvent) =>
  one.kind === 'lookUp' || other.kind === 'lookUp'
    ? one.kind === other.kind
    : // What a colleague did stays in sight.
      one.kind !== 'staff' && other.kind !== 'staff' && formatHour(one.at) === formatHour(other.at);

/** @param lookUps newest first */
export function lookUpsInWords([newest, ...others]: Entry['events']): string {
  const by = newest.by ?? 'a colleague';
  if (others.length === 0) return `Looked up by ${by}`;
  const times = others.length === 1 ? 'twice' : `${others.length + 1} times`;
  return others.every((other) => other.by === newest.by)
    ? `Looked up ${times} by ${by}`
    : `Looked up ${times}, last by ${by}`;
}

/** A single device says nothing. */
export const hasSeveralDevices = (events: readonly PersonEvent[]): boolean =>
  new Set(events.flatMap(({ device }) => device ?? [])).size > 1;
