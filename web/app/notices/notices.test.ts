import { expect, test } from 'vitest';
import { createNotices } from './notices.ts';

test('[MOD-5] notification and toast are independent, and the newer replaces the older', () => {
  const notices = createNotices();
  notices.notify('errors.network');
  notices.toast('otp.resent');
  notices.notify('errors.offline');
  const { notification, toast } = notices.store.getState();
  expect([notification?.message, toast?.message]).toEqual(['errors.offline', 'otp.resent']);
});

test('[MOD-5] closing an older one does not close the newer', () => {
  const notices = createNotices();
  notices.notify('errors.network');
  const older = notices.store.getState().notification;
  notices.notify('errors.network');
  if (older) notices.close(older);
  const newer = notices.store.getState().notification;
  expect(newer?.message).toBe('errors.network');
  if (newer) notices.close(newer);
  expect(notices.store.getState().notification).toBeNull();
});
