import { expect, test, vi } from 'vitest';
import { registerDialog, openDialogs, watchDialogs } from './open-dialogs.ts';

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
