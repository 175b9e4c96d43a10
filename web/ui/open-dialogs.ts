import { createStore } from 'zustand/vanilla';

/** Everything outside the last one is inert. */
export const openDialogs = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

export function registerDialog(id: string): () => void {
  openDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
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
