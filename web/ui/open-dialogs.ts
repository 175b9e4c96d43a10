import { createStore } from 'zustand/vanilla';

/** Everything outside the last one is inert. */
export const openDialogs = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

export function registerDialog(id: string): () => void {
  openDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
  return () => openDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
}
