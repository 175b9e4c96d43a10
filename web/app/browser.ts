import { attempt, prefersReducedMotion } from '../optional.ts';
import type { CookieJar } from '../session/storage/cookies.ts';
import type { SafeStorage } from '../session/storage/safe-storage.ts';
import type { EntranceBrowser } from './reward/reward-entrance.ts';
import { historyStateOf, type HistoryState } from '../session/navigation/back-button.ts';
import type { Path } from '../session/navigation/paths.ts';

export type Browser = {
  campaignText: string | null | undefined;
  sessionStorage: () => SafeStorage;
  localStorage: () => SafeStorage;
  cookies: CookieJar;
  location: Pick<Location, 'pathname' | 'protocol' | 'search'>;
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>;
  onMove: (moved: () => void) => void;
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  pause: (ms: number) => Promise<void>;
  isOnline: () => boolean;
  onNetwork: (changed: () => void) => void;
  now: () => number;
  /** Whether the notice was answered with Yes in the first paint. */
  hasAgreedBefore: () => boolean;
  document: EntranceBrowser['document'];
  isReduced: () => boolean;
  /** Whether the shopper saves data or the network is slow. Only some engines report this. */
};

export function realBrowser(): Browser {
  return {
    campaignText: document.querySelector('#campaign')?.textContent,
    sessionStorage: () => window.sessionStorage,
    localStorage: () => window.localStorage,
    cookies: document,
    location,
    history,
    onMove: (moved) => addEventListener('popstate', moved),
    fetch: (address, request) => fetch(address, request),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isOnline: () => attempt<unknown>(() => navigator.onLine) !== false,
    onNetwork: (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
    },
    now: () => Date.now(),
    hasAgreedBefore: () => document.querySelector('#first-paint[data-agreed]') !== null,
    document,
    isReduced: prefersReducedMotion,
  };
}

/** Ms that pass while the phone sleeps, too, and never go back when its clock is set back. */
export function steadyClock(now: () => number): () => number {
  let [passed, wall, running] = [0, now(), performance.now()];
  return () => {
    const [before, ran] = [wall, running];
    [wall, running] = [now(), performance.now()];
    passed += Math.max(wall - before, running - ran, 0);
    return passed;
  };
}

// Adds no entries to the browser's history (Spec 2, Navigation rules).

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
