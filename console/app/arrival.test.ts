import { expect, test } from 'vitest';
import { arrivalOf, readArrival } from './arrival.ts';

test.each([
  ['/#/invitation/aZ0_-', { kind: 'invitation', token: 'aZ0_-' }],
  ['/enter#aZ0_-', { kind: 'link', token: 'aZ0_-' }],
  ['/', { kind: 'page' }],
  ['/person', { kind: 'page' }],
  ['/#/invitation/', { kind: 'page' }],
  ['/#/invitation/a/b', { kind: 'page' }],
  ['/enter', { kind: 'page' }],
])('reads the token of the link %s', (address, arrival) => {
  expect(arrivalOf(address)).toEqual(arrival);
});

test('takes the token out of the address before anything else happens', () => {
  const replaced: unknown[] = [];
  const window = {
    location: { pathname: '/enter', hash: '#abc' },
    history: { replaceState: (...given: unknown[]) => void replaced.push(given) },
  };
  expect(readArrival(window)).toEqual({ kind: 'link', token: 'abc' });
  expect(replaced).toEqual([[null, '', '/']]);
});
