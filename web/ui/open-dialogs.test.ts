import { expect, test, vi } from 'vitest';
import { onceUncovered, openDialogs, registerDialog } from './open-dialogs.ts';

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

test('what waits for no dialog runs once: at once, or when the last one has closed', () => {
  const run = vi.fn<() => void>();
  onceUncovered(run);
  expect(run).toHaveBeenCalledTimes(1);
  const close = registerDialog('notice');
  const closeTerms = registerDialog('terms');
  onceUncovered(run);
  const stop = onceUncovered(run);
  close();
  expect(run).toHaveBeenCalledTimes(1);
  stop();
  closeTerms();
  expect(run).toHaveBeenCalledTimes(2);
  registerDialog('another')();
  expect(run).toHaveBeenCalledTimes(2);
});
