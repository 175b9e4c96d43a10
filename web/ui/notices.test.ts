import { expect, test } from 'vitest';
import { createNotices } from './notices.ts';

test('[MOD-5] notification and toast stand apart, and the newer takes the place of the older', () => {
  const notices = createNotices();
  notices.notify('one');
  notices.toast('two');
  notices.notify('three');
  const { notification, toast } = notices.store.getState();
  expect([notification?.text, toast?.text]).toEqual(['three', 'two']);
});

test('[MOD-5] the end of an older one does not take the newer away', () => {
  const notices = createNotices();
  notices.notify('same');
  const older = notices.store.getState().notification;
  notices.notify('same');
  if (older) notices.close(older);
  const newer = notices.store.getState().notification;
  expect(newer?.text).toBe('same');
  if (newer) notices.close(newer);
  expect(notices.store.getState().notification).toBeNull();
});

test('what stands there can be put into other words, and still be closed', () => {
  const notices = createNotices();
  notices.notify('one');
  notices.reword((text) => `${text}!`);
  const { notification, toast } = notices.store.getState();
  expect([notification?.text, toast]).toEqual(['one!', null]);
  if (notification) notices.close(notification);
  expect(notices.store.getState().notification).toBeNull();
});
