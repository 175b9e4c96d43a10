import { expect, test } from 'vitest';
import {
  actionsFor,
  daysOf,
  hasSeveralDevices,
  lookUpsInWords,
  type Person,
  type PersonEvent,
} from './person-words.ts';

const voucher: NonNullable<Person['voucher']> = {
  message: 'm',
  state: 'failed',
  reason: null,
  sends: 1,
  canResend: true,
  shouldResend: true,
  whyNot: null,
};
const reward = { amount: 10, at: 1, pseudonym: 'p' };
const person: Person = {
  person: 'a'.repeat(64),
  shownNumber: '+91 •••••• 3210',
  state: 'failed',
  summary: 'Won.',
  tellCaller: [],
  isBlocked: false,
  isLocked: false,
  shouldUnlock: false,
  isErased: false,
  participations: [],
  reward,
  voucher,
  events: [],
};
type Role = 'viewer' | 'support' | 'manager' | 'auditor';
const namesFor = (changes: Partial<Person>, role: Role) => {
  const { primary, more } = actionsFor({ ...person, ...changes }, role);
  return [primary?.name, ...more.map(({ name }) => name)];
};
const resendOf = (changes: Partial<typeof voucher>) => {
  const { primary, more } = actionsFor(
    { ...person, voucher: { ...voucher, ...changes } },
    'support',
  );
  return { primary: primary?.name, warning: more[0]?.warning, whyNot: more[0]?.whyNot };
};

test('offers each role what the contract lets it do', () => {
  expect(namesFor({}, 'viewer')).toEqual([undefined]);
  expect(namesFor({}, 'auditor')).toEqual([undefined]);
  expect(namesFor({ isLocked: true }, 'support')).toEqual(['resendVoucher', 'unlockNumber']);
  const ofManager = ['blockNumber', 'exportNumber', 'eraseNumber'];
  expect(namesFor({}, 'manager')).toEqual(['resendVoucher', ...ofManager]);
});

test.each<[string, Partial<Person>, (string | undefined)[]]>([
  ['none', { voucher: null, reward: null }, [undefined]],
  ['locked', { voucher: null, reward: null, isLocked: true }, [undefined, 'unlockNumber']],
  ['locked for long', { voucher: null, reward: null, shouldUnlock: true }, ['unlockNumber']],
  ['erased', { isErased: true }, [undefined]],
])('offers only what makes sense for the person now: %s', (_, changes, names) => {
  expect(namesFor(changes, 'support')).toEqual(names);
});

test('a block and its end exclude each other', () => {
  expect(namesFor({ isBlocked: true }, 'manager')).toContain('unblockNumber');
  expect(namesFor({ isBlocked: true }, 'manager')).not.toContain('blockNumber');
  expect(namesFor({ isErased: true, voucher: null }, 'manager')).toEqual([undefined]);
});

test.each([
  ['failed', true, undefined],
  ['failed', false, 'fail again'],
  ['sent', true, undefined],
  ['sent', false, 'within the last hour'],
  ['delivered', false, 'only if the caller has looked'],
])('a voucher that was %s is sent again first: %s', (state, shouldResend, warning) => {
  expect(resendOf({ state, shouldResend })).toEqual({
    primary: shouldResend ? 'resendVoucher' : undefined,
    warning: warning && expect.stringContaining(warning),
    whyNot: undefined,
  });
});

test('what cannot be done now says why', () => {
  const whyNot = 'It is still being sent.';
  expect(resendOf({ state: 'assigned', canResend: false, shouldResend: false, whyNot })).toEqual({
    primary: undefined,
    warning: undefined,
    whyNot,
  });
  const eraseOf = (...states: Person['state'][]) => {
    const one = { pseudonym: 'p', at: 1, isBonus: false, isChosen: false, amount: 10 };
    const participations = states.map((state) => ({ ...one, state }));
    return actionsFor({ ...person, participations }, 'manager').more.at(-1);
  };
  const refused = { name: 'eraseNumber', whyNot: expect.stringContaining('not been sent') };
  expect(eraseOf('sending', 'delivered')).toMatchObject(refused);
  expect(eraseOf('delivered', 'sent')).toMatchObject({ name: 'eraseNumber', whyNot: undefined });
});

const eventAt = (time: string, changes: Partial<PersonEvent> = {}): PersonEvent => ({
  at: Date.parse(`2025-05-${time}:00+05:30`),
  kind: 'otp',
  what: time,
  by: null,
  device: null,
  ...changes,
});
const lookUpAt = (time: string, by: string) => eventAt(time, { kind: 'lookUp', by });

test('events are grouped by day and minute in India, newest first, with the look-ups of a day as one', () => {
  const events = [
    eventAt('11T23:59'),
    eventAt('12T00:00'),
    { ...eventAt('12T00:00'), at: eventAt('12T00:00').at + 59_999 },
    lookUpAt('12T10:00', 'Asha'),
    eventAt('12T11:00'),
    eventAt('12T11:00', { kind: 'staff', what: 'sent again' }),
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
    [
      '2025-05-12',
      [
        ['12T12:00', '12T10:00'],
        ['12T11:00'],
        ['sent again'],
        ['12T11:00'],
        ['12T00:00', '12T00:00'],
      ],
    ],
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
