// The last one opened is on top, and everything outside of it is inert: notices must follow it.
import { createStore } from 'zustand/vanilla';

/** The top one last; without loaders. */
export const openDialogs = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

const listeners = new Set<() => void>();

export function watchDialogs(onOpen: () => void): () => void {
  listeners.add(onOpen);
  return () => listeners.delete(onOpen);
}

export function registerDialog(id: string, isLoader: boolean): () => void {
  if (!isLoader) openDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
  for (const onOpen of listeners) onOpen();
  return () => openDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
}
