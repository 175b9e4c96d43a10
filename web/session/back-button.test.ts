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

test('[NAV-2] Back is reported, and the history is ready for the next press at HOME', () => {
  const here = tab();
  const onBack = vi.fn<() => void>();
  watchBackButton(here, onBack);
  for (const presses of [1, 2, 3]) {
    here.go(-1);
    expect(onBack).toHaveBeenCalledTimes(presses);
    expect(here.entries[here.at()]).toEqual({ state: { layer: 'top' }, url: '/' });
  }
  expect(here.entries).toHaveLength(2);
});

test('[NAV-2] a reload does not pile up entries', () => {
  const here = tab({ layer: 'top', origin: '/reward' });
  watchBackButton(here, () => undefined);
  expect(here.entries).toEqual([
    { state: { layer: 'top', origin: '/reward' }, url: '/?utm_source=qrcode' },
  ]);
});

test('[NAV-2] returning to the lower entry from another site pushes a new one on top', () => {
  const here = tab({ layer: 'beneath' });
  watchBackButton(here, () => undefined);
  expect(here.entries.map(({ state }) => state)).toEqual([{ layer: 'beneath' }, { layer: 'top' }]);
});

test.each([null, 7, {}, { layer: 'side' }, { layer: 'top', origin: 3 }])(
  'a foreign history state is none of ours: %j',
  (state) => expect(historyStateOf(state)).toBeUndefined(),
);
