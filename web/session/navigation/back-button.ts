// A page cannot intercept a Back that leaves it. So for each thing that Back should end first, an
// open dialog and then the session, we push a history entry above the first (Spec 2, Navigation
// rules). Without any, Back leaves.
import * as z from 'zod/mini';
import { attempt } from '../../optional.ts';

/** State of our history entries. `origin` is the page from which the profile was opened. */
export type HistoryState = { depth: number; origin?: string | undefined };

const historyStateSchema = z.object({ depth: z.int(), origin: z.optional(z.string()) });

export function historyStateOf(state: unknown): HistoryState {
  return z.safeParse(historyStateSchema, state).data ?? { depth: 0 };
}

type HistoryOptions = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>;
  onMove: (moved: () => void) => void;
};

type Held = {
  /** How many things Back ends before it leaves. */
  count: () => number;
  /** Ends one of them. */
  takeAway: () => void;
  /** Restores the current address: an entry may have that of an earlier screen. */
  stay: () => void;
};

/** @returns a function to call when the number of things may have grown */
export function watchBackButton(
  { history, onMove }: HistoryOptions,
  { count, takeAway, stay }: Held,
): () => void {
  let depth = historyStateOf(history.state).depth;
  onMove(() => {
    const before = depth;
    depth = historyStateOf(history.state).depth;
    stay();
    if (depth >= before) return;
    // Its thing is already gone, such as a dialog closed by its button.
    if (depth >= count()) history.back();
    while (depth < count()) takeAway();
  });
  return () => {
    // Safari refuses more than a hundred within half a minute.
    attempt(() => {
      while (depth < count()) {
        const state = historyStateOf(history.state);
        history.replaceState({ ...state, depth }, '');
        history.pushState({ ...state, depth: depth + 1 }, '');
        depth += 1;
      }
    });
  };
}
