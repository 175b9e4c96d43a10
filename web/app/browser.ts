// The browser as the app uses it: the one place where its globals come in. Decides nothing and keeps nothing, so that
// the same app runs in a tab that a test made up.
import type { CookieJar } from '../session/cookies.ts';
import type { SafeStorage } from '../session/safe-storage.ts';

export type Browser = {
  /** Text of the page's element `#campaign`. */
  campaignText: string | null | undefined;
  /** May throw, where storage is forbidden; so may the other. */
  sessionStorage: () => SafeStorage;
  localStorage: () => SafeStorage;
  cookies: CookieJar;
  location: Pick<Location, 'protocol' | 'search'>;
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  /** Calls back on each move through the history. */
  onMove: (moved: () => void) => void;
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** Comes after so many ms. */
  pause: (ms: number) => Promise<void>;
  isOnline: () => boolean;
  /** Calls back each time the network goes or comes. */
  onNetwork: (changed: () => void) => void;
  /** ms since 1970, by the device's clock. */
  now: () => number;
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
    isOnline: () => navigator.onLine,
    onNetwork: (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
    },
    now: () => Date.now(),
  };
}
