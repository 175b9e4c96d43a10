import { expect, test } from 'vitest';
import { createLoading } from './loading.ts';

test('[MOD-4] the loader shows the latest pending wait, and ends with the last', async () => {
  const loading = createLoading();
  const shown = () => loading.store.getState().waits.at(-1)?.text;
  const states = Promise.withResolvers<number>();
  const consent = Promise.withResolvers<number>();
  const first = loading.during('Getting State list', states.promise);
  const second = loading.during('Loading...', consent.promise);
  expect(shown()).toBe('Loading...');
  consent.resolve(1);
  expect(await second).toBe(1);
  expect(shown()).toBe('Getting State list');
  states.reject(new Error('cut'));
  await expect(first).rejects.toThrow('cut');
  expect(shown()).toBeUndefined();
});
