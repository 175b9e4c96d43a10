import { dayOf } from '../../ui/format.ts';
import type { Person } from './person-actions.ts';

export type PersonEvent = Person['events'][number];

/** One event, or the look-ups of a day, newest first. */
type Entry = { readonly at: number; readonly events: readonly [PersonEvent, ...PersonEvent[]] };

export type Day = { readonly day: string; readonly entries: readonly Entry[] };

/** Newest first. The look-ups of a day are one entry. @param events oldest first */
export function daysOf(events: readonly PersonEvent[]): Day[] {
  const days = new Map<string, { at: number; events: [PersonEvent, ...PersonEvent[]] }[]>();
  for (const event of events.toReversed()) {
    const day = dayOf(event.at);
    const entries = days.get(day) ?? [];
    days.set(day, entries);
    const lookUps = entries.find(({ events: [first] }) => first.kind === 'lookUp');
    if (event.kind === 'lookUp' && lookUps) lookUps.events.push(event);
    else entries.push({ at: event.at, events: [event] });
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}

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
