// Adds nothing to the browser's history (Spec 2, Navigation rules).
import { historyStateOf, type HistoryState } from '../session/navigation/back-button.ts';
import type { Path } from '../session/navigation/paths.ts';
import type { Browser } from './browser.ts';

export type Navigation = {
  go: (path: Path, origin?: Path) => void;
  origin: () => string | undefined;
};

export function createNavigation({ history }: Pick<Browser, 'history'>): Navigation {
  return {
    go: (path, origin) => {
      const layer = historyStateOf(history.state)?.layer ?? 'beneath';
      const state: HistoryState = { layer, ...(origin === undefined ? {} : { origin }) };
      history.replaceState(state, '', path);
    },
    origin: () => historyStateOf(history.state)?.origin,
  };
}
