// Kept in local storage (Spec 3, Persistence). Only Logout removes it (SES-3).
import { ofRegistration, type Registration } from '@inaam/contract/calls.ts';
import type { SafeStorage } from './safe-storage.ts';

export type StoredRegistration = Record<keyof Registration, string | null>;

/** `userName`, `userMobile`, `userState` (Spec 3). */
const keys = ofRegistration((field) => `user${field.charAt(0).toUpperCase()}${field.slice(1)}`);

export function readRegistration(storage: SafeStorage): StoredRegistration {
  return ofRegistration((field) => storage.getItem(keys[field]));
}

export function storeRegistration(
  storage: SafeStorage,
  registration: { [Field in keyof Registration]?: string | null | undefined },
): void {
  ofRegistration((field) => {
    const value = registration[field];
    if (typeof value === 'string') storage.setItem(keys[field], value);
  });
}

export function removeRegistration(storage: SafeStorage): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}
