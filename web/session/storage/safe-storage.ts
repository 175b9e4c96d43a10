// Never throws: values that the browser refuses to store are kept in memory.
import { attempt } from '../../optional.ts';

export type SafeStorage = {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
};

export function safeStorage(open: () => SafeStorage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => {
      const stored: unknown = memory.get(key) ?? attempt(() => open().getItem(key), null);
      return typeof stored === 'string' ? stored : null;
    },
    setItem: (key, value) => {
      // Otherwise the old value would hide another tab's change.
      memory.delete(key);
      const isStored = attempt(() => {
        open().setItem(key, value);
        return true;
      }, false);
      if (!isStored) memory.set(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt(() => open().removeItem(key));
    },
  };
}

export const draftKey = (form: 'registration' | 'details') => `inaam-draft-${form}`;
