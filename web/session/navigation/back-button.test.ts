import { expect, test } from 'vitest';
import { historyStateOf, watchBackButton } from './back-button.ts';

function tab(state: unknown = null) {
  const entries: { state: unknown; url: string }[] = [{ state, url: '/?utm_source=qrcode' }];
  let at = 0;
  let moved = () => {};
  const go = (by: number) => {
    at += by;
    if (at >= 0) moved();
  };
  return {
    entries,
    at: () => at,
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState: (given: unknown, _: string, url?: string | URL | null) => {
        entries.splice(at + 1);
        entries.push({ state: given, url: String(url ?? entries[at]?.url) });
        at += 1;
      },
      replaceState: (given: unknown) => {
        entries[at] = { state: given, url: String(entries[at]?.url) };
      },
      back: () => go(-1),
    },
    onMove: (listener: () => void) => {
      moved = listener;
    },
    go,
  };
}

function shopper(here: ReturnType<typeof tab>, things = 0) {
  const held = { things, taken: 0, stayed: 0 };
  const hold = watchBackButton(here, {
    count: () => held.things,
    takeAway: () => {
      held.things -= 1;
      held.taken += 1;
    },
    stay: () => void (held.stayed += 1),
  });
  return Object.assign(held, { hold });
}

test('[NAV-2] while there is nothing to lose, Back is left alone', () => {
  const here = tab();
  shopper(here).hold();
  expect(here.entries).toEqual([{ state: null, url: '/?utm_source=qrcode' }]);
});

test('[NAV-2] once there is, the next Back takes it away, and the one after it leaves', () => {
  const here = tab();
  const held = shopper(here, 1);
  held.hold();
  held.hold();
  expect(here.entries).toHaveLength(2);
  here.go(-1);
  expect(held).toMatchObject({ things: 0, taken: 1, stayed: 1 });
  expect(here.at()).toBe(0);
  held.things = 1;
  held.hold();
  here.go(-1);
  expect(held.taken).toBe(2);
});

test('[NAV-2][MOD-6] Back takes away one thing at a time, and several when it goes further', () => {
  const here = tab();
  const held = shopper(here, 3);
  held.hold();
  here.go(-1);
  expect([held.taken, here.at()]).toEqual([1, 2]);
  here.go(-2);
  expect([held.taken, here.at()]).toEqual([3, 0]);
});

test('[NAV-2][MOD-6] what was closed by its own button leaves an entry that Back passes over', () => {
  const here = tab();
  const held = shopper(here, 2);
  held.hold();
  held.things = 1;
  here.go(-1);
  expect(held).toMatchObject({ things: 0, taken: 1 });
  expect(here.at()).toBe(0);

  held.things = 1;
  held.hold();
  held.things = 0;
  here.go(-1);
  expect([held.taken, here.at()]).toEqual([1, -1]);
});

test('[NAV-2] the entry of a dialog that is closed serves the next one', () => {
  const here = tab();
  const held = shopper(here, 2);
  held.hold();
  held.things = 1;
  held.hold();
  held.things = 2;
  held.hold();
  expect(here.entries).toHaveLength(3);
});

test('[NAV-2] a reload does not pile up entries, and Forward is no Back', () => {
  const here = tab({ depth: 1, origin: '/reward' });
  const held = shopper(here, 1);
  held.hold();
  expect(here.entries).toEqual([
    { state: { depth: 1, origin: '/reward' }, url: '/?utm_source=qrcode' },
  ]);
  here.go(0);
  expect(held.taken).toBe(0);
});

test('[NAV-2] returning to the lower entry from another site pushes a new one on top', () => {
  const here = tab({ depth: 0, origin: '/reward' });
  shopper(here, 1).hold();
  expect(here.entries.map(({ state }) => state)).toEqual([
    { depth: 0, origin: '/reward' },
    { depth: 1, origin: '/reward' },
  ]);
});

test('[NAV-2] a browser that takes no more entries goes on without', () => {
  const refuses = () => {
    throw new DOMException('Too many calls.', 'SecurityError');
  };
  const hold = watchBackButton(
    {
      onMove: () => undefined,
      history: { state: null, pushState: refuses, replaceState: refuses, back: refuses },
    },
    { count: () => 1, takeAway: () => undefined, stay: () => undefined },
  );
  expect(hold).not.toThrow();
});

test.each([null, 7, {}, { depth: 'top' }, { depth: 1, origin: 3 }])(
  'a foreign history state is none of ours: %j',
  (state) => expect(historyStateOf(state)).toEqual({ depth: 0 }),
);
