import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createLoading } from './loading.ts';
import { openDialogs, registerDialog } from './open-dialogs.ts';

const { signal } = new AbortController();

test('[MOD-4] the loader shows the latest pending wait, and ends with the last', async () => {
  const loading = createLoading();
  const shown = () => loading.store.getState().waits.at(-1)?.text;
  const states = Promise.withResolvers<number>();
  const consent = Promise.withResolvers<number>();
  const first = loading.during('Getting State list', signal, () => states.promise);
  const second = loading.during('Loading...', signal, () => consent.promise);
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
  const first = loading.during('Getting State list', signal, (show) => {
    change = show;
    return states.promise;
  });
  const second = loading.during('Loading...', signal, () => consent.promise);
  change('Many people');
  expect(shown()).toEqual(['Loading...', 'Many people']);
  states.resolve();
  await first;
  expect(shown()).toEqual(['Loading...']);
  consent.resolve();
  await second;
  expect(shown()).toEqual([]);
});

test('[MOD-4][SES-7] the loader of a session ends with it, although the call goes on', async () => {
  const loading = createLoading();
  const session = new AbortController();
  const reward = Promise.withResolvers<number>();
  const waiting = loading.during('Loading...', session.signal, () => reward.promise);
  session.abort();
  expect(loading.store.getState().waits).toEqual([]);
  reward.resolve(5);
  expect(await waiting).toBe(5);
  expect(getEventListeners(session.signal, 'abort')).toEqual([]);
});

const open = () => openDialogs.getState().ids;

test('[MOD-6] the top dialog is the one opened last, also when the one beneath closes first', () => {
  const closeNotice = registerDialog('notice');
  const closeTerms = registerDialog('terms');
  expect(open()).toEqual(['notice', 'terms']);
  closeNotice();
  expect(open()).toEqual(['terms']);
  closeTerms();
  expect(open()).toEqual([]);
});
