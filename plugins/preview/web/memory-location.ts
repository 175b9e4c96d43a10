// Replaces `wouter/use-browser-location` in the preview's build: in a frame without an origin,
// browsers do not allow changes to the URL's path.
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand/react';

type Address = { path: string; state: unknown };

const store = createStore<Address>(() => ({ path: '/', state: null }));

export const usePathname = (): string => useStore(store, ({ path }) => path);

export function setPath(path: string): void {
  store.setState({ path });
}

const change = (state: unknown, _title: string, url?: string | URL | null): void =>
  store.setState({ state, ...(url === undefined || url === null ? {} : { path: String(url) }) });

export const memoryHistory = {
  get state(): unknown {
    return store.getState().state;
  },
  pushState: change,
  replaceState: change,
  back: () => undefined,
};
