// What was shown last is on top of the browser's top layer, and a modal dialog makes everything
// outside of it inert. Notices must stay on top and reachable, so they follow the dialogs that
// open.
import { createStore } from 'zustand/vanilla';

/** The top one last; without loaders. */
export const openDialogs = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

const listeners = new Set<() => void>();

/** @returns stops watching */
export function watchDialogs(onOpen: () => void): () => void {
  listeners.add(onOpen);
  return () => listeners.delete(onOpen);
}

/** @returns call it when the dialog closes */
export function registerDialog(id: string, isLoader: boolean): () => void {
  if (!isLoader) openDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
  for (const onOpen of listeners) onOpen();
  return () => openDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
}
