import { expect, test } from 'vitest';
import { createLoading } from './loading.ts';

test('[MOD-4] the loader shows the latest pending wait, and ends with the last', async () => {
  const loading = createLoading();
  const shown = () => loading.store.getState().waits.at(-1)?.text;
  const states = Promise.withResolvers<number>();
  const consent = Promise.withResolvers<number>();
  const first = loading.during('Getting State list', () => states.promise);
  const second = loading.during('Loading...', () => consent.promise);
  expect(shown()).toBe('Loading...');
  consent.resolve(1);
  expect(await second).toBe(1);
  expect(shown()).toBe('Getting State list');
  states.reject(new Error('cut'));
  await expect(first).rejects.toThrow('cut');
  expect(shown()).toBeUndefined();
});

test('[MOD-4] a wait that changes its text becomes the latest, and ends as itself', async () => {
  const loading = createLoading();
  const shown = () => loading.store.getState().waits.map(({ text }) => text);
  const states = Promise.withResolvers<void>();
  const consent = Promise.withResolvers<void>();
  let change: (text: string) => void = () => undefined;
  const first = loading.during('Getting State list', (show) => {
    change = show;
    return states.promise;
  });
  const second = loading.during('Loading...', () => consent.promise);
  change('Many people');
  expect(shown()).toEqual(['Loading...', 'Many people']);
  states.resolve();
  await first;
  expect(shown()).toEqual(['Loading...']);
  consent.resolve();
  await second;
  expect(shown()).toEqual([]);
});
