import { expect, test } from 'vitest';
import { changesOf, removalOf, roleInWords, seenInWords, type Person } from './team-words.ts';

const personOf = (own: Partial<Person>): Person => ({
  id: 'a',
  name: 'Asha Rao',
  role: 'viewer',
  isEverywhere: false,
  roles: [{ campaign: 'tea', role: 'viewer' }],
  isYou: false,
  mayChange: true,
  seenAt: null,
  invited: null,
  ...own,
});
const at = Date.parse('2026-03-01T10:00:00+05:30');

test.each<[Partial<Person>, string]>([
  [{}, 'Not seen yet'],
  [{ seenAt: at }, 'Last seen 1 Mar 2026, 10:00 IST'],
  [
    { invited: { by: 'Ravi', until: at, isOpen: true } },
    'Invited by Ravi, until 1 Mar 2026, 10:00 IST',
  ],
  [{ invited: { by: null, until: at, isOpen: false } }, 'Invited: the link has ended'],
])('when somebody was seen: %j', (own, words) => {
  expect(seenInWords(personOf(own))).toBe(words);
});

test('what is chosen anew is sent, and nothing else', () => {
  expect(changesOf({ tea: 'viewer', soda: 'support' }, { tea: 'auditor', '*': 'viewer' })).toEqual([
    { campaign: 'tea', role: 'auditor' },
    { campaign: 'soda', role: null },
    { campaign: '*', role: 'viewer' },
  ]);
  expect(changesOf({ tea: 'viewer' }, { tea: 'viewer' })).toEqual([]);
});

test('who has a role in every campaign is removed from all', () => {
  expect(removalOf(personOf({}), 'tea')).toEqual([{ campaign: 'tea', role: null }]);
  const above = personOf({ isEverywhere: true, roles: [{ campaign: '*', role: 'manager' }] });
  expect(removalOf(above, 'tea')).toEqual([{ campaign: '*', role: null }]);
  expect([roleInWords(above), roleInWords(personOf({}))]).toEqual([
    'Viewer of every campaign',
    'Viewer',
  ]);
});
