import { expect, test } from 'vitest';
import { namedProcesses } from './named-processes.ts';

test('processes are numbered where there are several of a kind, and say how they are', () => {
  const seenAt = 0;
  const named = namedProcesses([
    { kind: 'site', id: 'a', isWell: true, seenAt },
    { kind: 'site', id: 'b', isWell: false, seenAt },
    { kind: 'draw', id: 'draw', isWell: false, seenAt },
    { kind: 'delivery', id: 'c', isWell: true, seenAt },
  ]);
  expect(named.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Site 1 is well',
    'Site 2 is silent',
    'Draw does not answer',
    'Delivery is well',
  ]);
});
