// The browser lays what was shown last on top, and puts all else out of reach while a dialog is open. Notices must
// stay above dialogs and in reach, so they hear of each dialog that opens, and which one is on top.
import { createStore } from 'zustand/vanilla';

/** The dialogs that are open, the top one last. Without loaders: those come and go, and nothing is pressed on them. */
export const openDialogs = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

const listeners = new Set<() => void>();

/** @returns ends the watch. */
export function watchDialogs(opened: () => void): () => void {
  listeners.add(opened);
  return () => listeners.delete(opened);
}

/** @returns to be called when it closes. */
export function dialogOpened(id: string, isLoader: boolean): () => void {
  if (!isLoader) openDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
  for (const opened of listeners) opened();
  return () => openDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
}
