import { expect, test } from 'vitest';
import { daysOf, hasSeveralDevices, lookUpsInWords, type PersonEvent } from './time-line-days.ts';

const eventAt = (time: string, changes: Partial<PersonEvent> = {}): PersonEvent => ({
  at: Date.parse(`2025-05-${time}:00+05:30`),
  kind: 'otp',
  what: time,
  by: null,
  device: null,
  ...changes,
});
const lookUpAt = (time: string, by: string) => eventAt(time, { kind: 'lookUp', by });

test('events are grouped by the day in India, newest first, with the look-ups of a day as one', () => {
  const events = [
    eventAt('11T23:59'),
    eventAt('12T00:00'),
    lookUpAt('12T10:00', 'Asha'),
    eventAt('12T11:00'),
    lookUpAt('12T12:00', 'Ravi'),
    lookUpAt('13T09:00', 'Asha'),
  ];
  const shown = daysOf(events).map(({ day, entries }) => [
    day,
    entries.map(({ events: folded }) => folded.map(({ what }) => what)),
  ]);
  expect(shown).toEqual([
    ['2025-05-13', [['13T09:00']]],
    ['2025-05-12', [['12T12:00', '12T10:00'], ['12T11:00'], ['12T00:00']]],
    ['2025-05-11', [['11T23:59']]],
  ]);
  expect(daysOf([])).toEqual([]);
});

test.each([
  [['Asha'], 'Looked up by Asha'],
  [['Asha', 'Asha'], 'Looked up twice by Asha'],
  [['Asha', 'Asha', 'Ravi'], 'Looked up 3 times, last by Asha'],
])('look-ups by %j are said to be: %s', (people, words) => {
  const [newest = '', ...others] = people;
  const lookUps = others.map((by) => lookUpAt('12T10:00', by));
  expect(lookUpsInWords([lookUpAt('12T10:00', newest), ...lookUps])).toBe(words);
});

test('devices are named only if there are several', () => {
  const one = eventAt('12T10:00', { device: 'device 1' });
  expect(hasSeveralDevices([one, one, eventAt('12T10:00')])).toBe(false);
  expect(hasSeveralDevices([one, { ...one, device: 'device 2' }])).toBe(true);
});
