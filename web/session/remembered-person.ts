// Name, mobile number and state as registered, in local storage (Spec 3, Persistence): for the profile, and for
// the code form after a reload. Removed by Logout and by nothing else (Requirement SES-3).
import type { SafeStorage } from './safe-storage.ts';

export type Person = { name: string | null; mobile: string | null; state: string | null };

const keys = { name: 'userName', mobile: 'userMobile', state: 'userState' } as const;

export function readPerson(storage: SafeStorage): Person {
  return {
    name: storage.getItem(keys.name),
    mobile: storage.getItem(keys.mobile),
    state: storage.getItem(keys.state),
  };
}

/** Stores what is given; what is not given stays as it is. */
export function rememberPerson(storage: SafeStorage, person: Partial<Person>): void {
  for (const field of ['name', 'mobile', 'state'] as const) {
    const value = person[field];
    if (typeof value === 'string') storage.setItem(keys[field], value);
  }
}

export function forgetPerson(storage: SafeStorage): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}
