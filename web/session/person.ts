// The person of this tab: the only source of a name, number or state on its screens. Local storage
// has the newest registration of all tabs, which may be another person's (Spec 3, Persistence).
import { ofRegistration, type Registration } from '@inaam/contract/core-calls.ts';
import * as z from 'zod/mini';
import { attempt } from '../optional.ts';
import type { SessionStore } from './session-store.ts';
import { forgetAgreement } from './storage/notice-answer.ts';
import type { SafeStorage } from './storage/safe-storage.ts';

type Known = Record<keyof Registration, string | null>;

export type Person = ReturnType<typeof createPerson>;

/** `userName`, `userMobile`, `userState` (Spec 3). */
const keys = ofRegistration((field) => `user${field.charAt(0).toUpperCase()}${field.slice(1)}`);
const rewardKey = 'inaam-reward';
const rewardSchema = z.object({ mobile: z.string(), amount: z.number() });

export function createPerson(session: SessionStore, local: SafeStorage) {
  const newest = (): Known => ofRegistration((field) => local.getItem(keys[field]));
  const isNewest = () => [null, newest().mobile].includes(session.getState().user.mobile);
  const read = () => {
    const { name, mobile } = session.getState().user;
    if (isNewest()) return { ...newest(), earlierMobile: undefined };
    return { name, mobile, state: null, earlierMobile: mobile ?? undefined };
  };
  return {
    /**
     * `earlierMobile` is set if another tab has since registered another number, which the server
     * would otherwise use.
     */
    read,
    register: (registration: Registration) => {
      ofRegistration((field) => local.setItem(keys[field], registration[field]));
      const { name, mobile } = registration;
      session.setState(({ user }) => ({ user: { ...user, name, mobile } }));
    },
    rename: (name: string, email: string) => {
      if (isNewest()) local.setItem(keys.name, name);
      session.setState(({ user }) => ({ user: { ...user, name, email } }));
    },
    /** In rupees, also from earlier visits. */
    reward: (): number | undefined => {
      const stored: unknown = attempt(() => JSON.parse(local.getItem(rewardKey) ?? 'null'));
      const { data } = z.safeParse(rewardSchema, stored);
      return data?.mobile === read().mobile ? data?.amount : undefined;
    },
    /** Keeps nothing if the number was forgotten or replaced since the request. */
    keepReward: (mobile: string | null, amount: number) => {
      if (mobile === null || mobile !== newest().mobile) return;
      local.setItem(rewardKey, JSON.stringify({ mobile, amount }));
    },
    /** Somebody else may use the device next. */
    forget: () => {
      for (const key of [...Object.values(keys), rewardKey]) local.removeItem(key);
      forgetAgreement(local);
    },
  };
}
