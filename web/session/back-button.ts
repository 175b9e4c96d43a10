// The browser's back button clears the session and goes HOME, from every screen (Spec 2, Navigation rules). A page
// can't see a press that leaves it, so an entry is laid beneath ours: a press lands on that one, and we put
// ourselves on top again. The app itself only ever replaces the top entry.
import * as z from 'zod/mini';

/** What each of our history entries carries. `origin` is the page the profile was opened from. */
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

type Doors = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  /** Calls back on each move through the browser's history. */
  onMove: (moved: () => void) => void;
};

/** @param onBack called after a press, with our entry on top again and the address at HOME's. */
export function watchBackButton({ history, onMove }: Doors, onBack: () => void): void {
  const top: HistoryState = { layer: 'top' };
  // After a reload we stand on our top entry already.
  if (historyStateOf(history.state)?.layer !== 'top') {
    const beneath: HistoryState = { layer: 'beneath' };
    history.replaceState(beneath, '');
    history.pushState(top, '');
  }
  onMove(() => {
    if (historyStateOf(history.state)?.layer === 'top') return;
    history.pushState(top, '', '/');
    onBack();
  });
}
