// A page cannot intercept a Back that leaves it. So, once there is something to lose, a second
// history entry is pushed, and Back arrives at the one beneath (Spec 2, Navigation rules). Until
// then Back leaves.
import * as z from 'zod/mini';
import { attempt } from '../../optional.ts';

/** The state of our history entries. `origin` is the page from which the profile was opened. */
export type HistoryState = { layer: 'beneath' | 'top'; origin?: string };

const historyStateSchema = z.object({
  layer: z.enum(['beneath', 'top']),
  origin: z.optional(z.string()),
});

export function historyStateOf(state: unknown): HistoryState | undefined {
  const parsed = z.safeParse(historyStateSchema, state);
  if (!parsed.success) return undefined;
  const { layer, origin } = parsed.data;
  return origin === undefined ? { layer } : { layer, origin };
}

type HistoryOptions = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  onMove: (moved: () => void) => void;
};

/** @returns a function to call once there is something to lose; it intercepts the next Back */
export function watchBackButton(
  { history, onMove }: HistoryOptions,
  onBack: () => void,
): () => void {
  onMove(() => {
    if (historyStateOf(history.state)?.layer === 'beneath') onBack();
  });
  return () => {
    const state = historyStateOf(history.state);
    if (state?.layer === 'top') return;
    const beneath: HistoryState = { ...state, layer: 'beneath' };
    const top: HistoryState = { ...state, layer: 'top' };
    // Safari refuses more than a hundred in half a minute.
    attempt(() => {
      history.replaceState(beneath, '');
      history.pushState(top, '');
    });
  };
}
