// A screen that is fetched apart from the first load. One that has come shows at once: React's own `lazy` waits for a
// turn even then, and a loader that was shown once stays for 300 ms. Fetches nothing by itself.
import { lazy, useState, type ComponentType } from 'react';

type Later = {
  readonly Screen: ComponentType;
  /** Rejects where it does not come; the next one asks again. */
  readonly fetch: () => Promise<ComponentType>;
};

export function later(load: () => Promise<ComponentType>): Later {
  let come: ComponentType | undefined;
  const fetch = async () => (come ??= await load());
  const Awaited = lazy(async () => ({ default: await fetch() }));
  return {
    fetch,
    Screen: function LaterScreen() {
      // What it is when it is first shown it stays: another component would begin anew.
      const [Shown] = useState<ComponentType>(() => come ?? Awaited);
      return <Shown />;
    },
  };
}
