// A screen in a separate chunk. Once loaded it renders at once. With React's `lazy` alone it would
// suspend for a moment even then, and a fallback, once shown, stays for 300 ms.
import { importChunk } from '../../api/import-chunk.ts';
import { lazy, useState, type ComponentType } from 'react';

type LazyScreen = {
  readonly Screen: ComponentType;
  readonly fetch: () => Promise<ComponentType>;
};

export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const fetch = async () => (loaded ??= await load());
  const Suspended = lazy(async () => ({ default: await importChunk(fetch) }));
  return {
    fetch,
    Screen: function LazyScreen() {
      // Fixed for the component's life: switching would remount the screen.
      const [Component] = useState<ComponentType>(() => loaded ?? Suspended);
      return <Component />;
    },
  };
}
