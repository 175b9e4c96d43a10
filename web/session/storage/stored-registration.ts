// Kept in local storage (Spec 3, Persistence). Only Logout removes it (SES-3).
import type { SafeStorage } from './safe-storage.ts';

export type StoredRegistration = {
  name: string | null;
  mobile: string | null;
  state: string | null;
};

const keys = { name: 'userName', mobile: 'userMobile', state: 'userState' } as const;

export function readRegistration(storage: SafeStorage): StoredRegistration {
  return {
    name: storage.getItem(keys.name),
    mobile: storage.getItem(keys.mobile),
    state: storage.getItem(keys.state),
  };
}

export function storeRegistration(
  storage: SafeStorage,
  registration: Partial<StoredRegistration>,
): void {
  for (const field of ['name', 'mobile', 'state'] as const) {
    const value = registration[field];
    if (typeof value === 'string') storage.setItem(keys[field], value);
  }
}

export function removeRegistration(storage: SafeStorage): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}
