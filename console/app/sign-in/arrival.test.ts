import { expect, test } from 'vitest';
import { arrivalOf, readArrival } from './arrival.ts';
import { rememberSignIn } from './sign-in-gate.ts';

test.each([
  ['/#/invitation/aZ0_-', { kind: 'invitation', token: 'aZ0_-' }],
  ['/enter#aZ0_-', { kind: 'link', token: 'aZ0_-' }],
  ['/', { kind: 'page' }],
  ['/person', { kind: 'page' }],
  ['/#/invitation/', { kind: 'page' }],
  ['/#/invitation/a/b', { kind: 'page' }],
  ['/enter', { kind: 'page' }],
  ['/sign-in/company', { kind: 'company' }],
  ['/sign-in/company?x', { kind: 'page' }],
  ['/sign-in/return#code=a&state=b', { kind: 'returned', response: 'code=a&state=b' }],
  ['/sign-in/return?error=c', { kind: 'returned', response: 'error=c' }],
  ['/sign-in/return', { kind: 'returned', response: '' }],
])('reads what the address %s has brought', (address, arrival) => {
  expect(arrivalOf(address)).toEqual(arrival);
});

/** A window at an address, with its session storage. */
function windowAt(pathname: string, hash: string, kept?: string) {
  const replaced: unknown[] = [];
  const storage = new Map(kept === undefined ? [] : [['inaam-sign-in', kept]]);
  return {
    replaced,
    storage,
    location: { origin: 'https://console.win.example', pathname, search: '', hash },
    opener: null,
    history: { replaceState: (...given: unknown[]) => void replaced.push(given.at(-1)) },
    sessionStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      removeItem: (name: string) => void storage.delete(name),
    },
  };
}

test('takes the token out of the address before anything else happens', () => {
  const window = windowAt('/enter', '#abc');
  expect(readArrival(window)).toEqual({
    arrival: { kind: 'link', token: 'abc' },
    isWindow: false,
  });
  expect(window.replaced).toEqual(['/']);
});

test.each([
  ['our own page', { location: { origin: 'https://console.win.example' } }, true],
  ['another origin', { location: { origin: 'https://evil.example' } }, false],
  [
    'another origin, which the browser does not reveal',
    {
      get location(): never {
        throw new DOMException('Blocked.', 'SecurityError');
      },
    },
    false,
  ],
  ['nobody', null, false],
])('leaves for the company at once if it was opened by %s: %#', (_who, opener, isWindow) => {
  const window = { ...windowAt('/sign-in/company', ''), opener };
  expect(readArrival(window)).toEqual({
    arrival: { kind: isWindow ? 'company' : 'page' },
    isWindow,
  });
  expect(window.replaced).toEqual(['/']);
});

test.each(['/person', '/c/goli-soda-2026/person', `/c/${'a1-'.repeat(20)}b/`])(
  'after the sign-in of the company a tab goes on at %s, once',
  (path) => {
    const kept: string[] = [];
    rememberSignIn({ setItem: (_name, text) => void kept.push(text) }, { path, isWindow: true });
    const window = windowAt('/sign-in/return', '#code=a', kept[0]);
    expect(readArrival(window)).toEqual({
      arrival: { kind: 'returned', response: 'code=a' },
      isWindow: true,
    });
    expect(window.replaced).toEqual([path]);
    expect(window.storage.size).toBe(0);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/person?x=1',
  '/../x',
])('redirects only to the pages of the console, not to %s', (path) => {
  const window = windowAt('/sign-in/return', '', JSON.stringify({ path, isWindow: false }));
  readArrival(window);
  expect(window.replaced).toEqual(['/']);
});

test.each(['', '{', 'null', '{"path":7}'])('unreadable values are dropped, such as %j', (text) => {
  const window = windowAt('/sign-in/return', '', text);
  expect(readArrival(window).isWindow).toBe(false);
  expect(window.replaced).toEqual(['/']);
});
