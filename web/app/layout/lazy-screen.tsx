// A screen in its own chunk, rendered at once when loaded. React's `lazy` would suspend briefly
// even then, and a fallback stays for at least 300 ms.
import { importPart } from '../../api/import-part.ts';
import { lazy, useState, type ComponentType } from 'react';

type LazyScreen = {
  readonly Screen: ComponentType;
  readonly fetch: () => Promise<ComponentType>;
};

export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const fetch = async () => (loaded ??= await load());
  const Suspended = lazy(async () => ({ default: await importPart(fetch) }));
  return {
    fetch,
    Screen: function LazyScreen() {
      // Fixed for the component's life: switching would remount the screen.
      const [Component] = useState<ComponentType>(() => loaded ?? Suspended);
      return <Component />;
    },
  };
}
