import { attempt, prefersReducedMotion } from '../optional.ts';
import type { CookieJar } from '../session/storage/cookies.ts';
import type { SafeStorage } from '../session/storage/safe-storage.ts';
import { savesData } from './network/data-saver.ts';
import type { EntranceBrowser } from './reward/reward-entrance.ts';

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
  document: EntranceBrowser['document'];
  isReduced: () => boolean;
  /** Whether the shopper saves data or the network is slow. Only some engines report this. */
  savesData: () => boolean;
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
    document,
    isReduced: prefersReducedMotion,
    savesData: () => attempt(() => savesData(navigator), false),
  };
}
