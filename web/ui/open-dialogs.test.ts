import { expect, test, vi } from 'vitest';
import { onceUncovered, openDialogs, registerDialog, watchDialogs } from './open-dialogs.ts';

const open = () => openDialogs.getState().ids;

test('[MOD-6] the top dialog is the one opened last, also when the one beneath closes first', () => {
  const closeNotice = registerDialog('notice', false);
  const closeTerms = registerDialog('terms', false);
  expect(open()).toEqual(['notice', 'terms']);
  closeNotice();
  expect(open()).toEqual(['terms']);
  closeTerms();
  expect(open()).toEqual([]);
});

test('[MOD-5] watchers are called for every dialog that opens, and for a loader, which is never the top one', () => {
  const raise = vi.fn<() => void>();
  const end = watchDialogs(raise);
  const close = registerDialog('terms', false);
  const closeLoader = registerDialog('loader', true);
  expect(raise).toHaveBeenCalledTimes(2);
  expect(open()).toEqual(['terms']);
  closeLoader();
  close();
  end();
  registerDialog('another', true)();
  expect(raise).toHaveBeenCalledTimes(2);
  expect(open()).toEqual([]);
});

test('what waits for no dialog runs once: at once, or when the last one has closed', () => {
  const run = vi.fn<() => void>();
  onceUncovered(run);
  expect(run).toHaveBeenCalledTimes(1);
  const close = registerDialog('notice', false);
  const closeTerms = registerDialog('terms', false);
  onceUncovered(run);
  const stop = onceUncovered(run);
  close();
  expect(run).toHaveBeenCalledTimes(1);
  stop();
  closeTerms();
  expect(run).toHaveBeenCalledTimes(2);
  registerDialog('another', false)();
  expect(run).toHaveBeenCalledTimes(2);
});
