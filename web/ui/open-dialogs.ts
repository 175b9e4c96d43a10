import { createStore } from 'zustand/vanilla';

/** All dialogs except loaders. Everything outside the last one is inert. */
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

/**
 * Runs it as soon as no dialog is open.
 * @returns a function that stops waiting
 */
export function onceUncovered(run: () => void): () => void {
  if (openDialogs.getState().ids.length === 0) {
    run();
    return () => undefined;
  }
  const stop = openDialogs.subscribe(({ ids }) => {
    if (ids.length > 0) return;
    stop();
    run();
  });
  return stop;
}
