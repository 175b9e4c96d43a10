import { expect, test, vi } from 'vitest';
import { historyStateOf, watchBackButton } from './back-button.ts';

function tab(state: unknown = null) {
  const entries: { state: unknown; url: string }[] = [{ state, url: '/?utm_source=qrcode' }];
  let at = 0;
  let moved = () => {};
  return {
    entries,
    at: () => at,
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState: (state: unknown, _: string, url?: string | URL | null) => {
        entries.splice(at + 1);
        entries.push({ state, url: String(url ?? entries[at]?.url) });
        at += 1;
      },
      replaceState: (state: unknown) => {
        entries[at] = { state, url: String(entries[at]?.url) };
      },
    },
    onMove: (listener: () => void) => {
      moved = listener;
    },
    go: (by: number) => {
      at += by;
      moved();
    },
  };
}

test('[NAV-2] while there is nothing to lose, Back is left alone', () => {
  const here = tab();
  watchBackButton(here, () => undefined);
  expect(here.entries).toEqual([{ state: null, url: '/?utm_source=qrcode' }]);
});

test('[NAV-2] once there is, the next Back is reported, and the one after it leaves', () => {
  const here = tab();
  const onBack = vi.fn<() => void>();
  const hold = watchBackButton(here, onBack);
  hold();
  hold();
  expect(here.entries).toHaveLength(2);
  here.go(-1);
  expect(onBack).toHaveBeenCalledTimes(1);
  expect(here.at()).toBe(0);
  hold();
  here.go(-1);
  expect(onBack).toHaveBeenCalledTimes(2);
});

test('[NAV-2] a reload does not pile up entries, and Forward is no Back', () => {
  const here = tab({ layer: 'top', origin: '/reward' });
  const onBack = vi.fn<() => void>();
  const hold = watchBackButton(here, onBack);
  hold();
  expect(here.entries).toEqual([
    { state: { layer: 'top', origin: '/reward' }, url: '/?utm_source=qrcode' },
  ]);
  here.go(0);
  expect(onBack).not.toHaveBeenCalled();
});

test('[NAV-2] returning to the lower entry from another site pushes a new one on top', () => {
  const here = tab({ layer: 'beneath', origin: '/reward' });
  watchBackButton(here, () => undefined)();
  expect(here.entries.map(({ state }) => state)).toEqual([
    { layer: 'beneath', origin: '/reward' },
    { layer: 'top', origin: '/reward' },
  ]);
});

test('[NAV-2] a browser that takes no more entries goes on without', () => {
  const here = tab();
  const hold = watchBackButton(
    {
      ...here,
      history: {
        ...here.history,
        state: null,
        pushState: () => {
          throw new DOMException('Too many calls.', 'SecurityError');
        },
      },
    },
    () => undefined,
  );
  expect(hold).not.toThrow();
});

test.each([null, 7, {}, { layer: 'side' }, { layer: 'top', origin: 3 }])(
  'a foreign history state is none of ours: %j',
  (state) => expect(historyStateOf(state)).toBeUndefined(),
);
