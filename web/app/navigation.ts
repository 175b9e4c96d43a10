// Adds no entries to the browser's history (Spec 2, Navigation rules).
import { historyStateOf, type HistoryState } from '../session/navigation/back-button.ts';
import type { Path } from '../session/navigation/paths.ts';
import type { Browser } from './browser.ts';

export type Navigation = {
  go: (path: Path, origin?: Path) => void;
  origin: () => string | undefined;
};

export function createNavigation({
  history,
}: Pick<Browser, 'history'>): Navigation & { stay: () => void } {
  let stay: (() => void) | undefined;
  const go = (path: Path, origin?: Path) => {
    const { depth } = historyStateOf(history.state);
    const state: HistoryState = { depth, ...(origin === undefined ? {} : { origin }) };
    history.replaceState(state, '', path);
    stay = () => go(path, origin);
  };
  return { go, origin: () => historyStateOf(history.state).origin, stay: () => stay?.() };
}
