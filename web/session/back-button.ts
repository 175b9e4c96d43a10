// A page cannot observe a Back that leaves it, so once there is something to lose a second entry is
// pushed on top: Back lands on the one beneath (Spec 2, Navigation rules). Until then it leaves.
import * as z from 'zod/mini';

/** The state of our history entries. `origin` is the page that the profile was opened from. */
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

/** @returns what holds the next Back: to be called once there is something to lose */
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
    history.replaceState(beneath, '');
    history.pushState(top, '');
  };
}
