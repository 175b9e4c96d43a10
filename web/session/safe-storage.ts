// A browser storage that never throws: where the real one is forbidden or full, what is written lives as long as
// the page. Reads of what others wrote are the caller's to parse.
export type SafeStorage = {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
};

/** @param open gives the real storage; it may throw, as `window.sessionStorage` does where storage is forbidden. */
export function safeStorage(open: () => SafeStorage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => open().getItem(key), null),
    setItem: (key, value) => {
      // Memory holds only what the real storage refused: another tab's change to the rest stays visible.
      memory.delete(key);
      const isKept = attempt(() => {
        open().setItem(key, value);
        return true;
      }, false);
      if (!isKept) memory.set(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt(() => open().removeItem(key), undefined);
    },
  };
}

function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
