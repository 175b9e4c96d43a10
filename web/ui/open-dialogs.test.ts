import { expect, test, vi } from 'vitest';
import { dialogOpened, openDialogs, watchDialogs } from './open-dialogs.ts';

const open = () => openDialogs.getState().ids;

test('[MOD-6] the top dialog is the one opened last, also when the one beneath goes first', () => {
  const closeNotice = dialogOpened('notice', false);
  const closeTerms = dialogOpened('terms', false);
  expect(open()).toEqual(['notice', 'terms']);
  closeNotice();
  expect(open()).toEqual(['terms']);
  closeTerms();
  expect(open()).toEqual([]);
});

test('[MOD-5] notices hear of every dialog that opens, a loader too, which never is the top one', () => {
  const raise = vi.fn<() => void>();
  const end = watchDialogs(raise);
  const close = dialogOpened('terms', false);
  const closeLoader = dialogOpened('loader', true);
  expect(raise).toHaveBeenCalledTimes(2);
  expect(open()).toEqual(['terms']);
  closeLoader();
  close();
  end();
  dialogOpened('another', true)();
  expect(raise).toHaveBeenCalledTimes(2);
  expect(open()).toEqual([]);
});
