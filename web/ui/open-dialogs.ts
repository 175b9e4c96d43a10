import { createStore } from 'zustand/vanilla';

/** Without loaders. Everything outside the last one is inert. */
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
