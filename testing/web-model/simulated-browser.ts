// The device (cookies, local storage) outlives its tabs; a tab (history, session storage) outlives
// reloads.
import type { Browser } from '@inaam/web/app/browser.ts';
import type { SafeStorage } from '@inaam/web/session/storage/safe-storage.ts';

type Memory = SafeStorage & { readonly values: Map<string, string> };

function memory(): Memory {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** Shared by all tabs. Cookies never expire here. */
export class Device {
  readonly local = memory();
  readonly cookies = new Map<string, string>();

  /** Behaves like `document.cookie`. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(written: string) {
    const [pair = ''] = written.split('; ');
    const at = pair.indexOf('=');
    this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

type HistoryEntry = { url: URL; state: unknown };

export class Tab {
  readonly device: Device;
  readonly session: Memory = memory();
  #entries: HistoryEntry[];
  #at = 0;
  #moved: (() => void)[] = [];

  constructor(device: Device, address: string) {
    this.device = device;
    this.#entries = [{ url: new URL(address, 'http://shop'), state: null }];
  }

  get pathname(): string {
    return this.#here().url.pathname;
  }

  /** A page load; the previous page gets no more events. */
  load(given: Pick<Browser, 'campaignText' | 'fetch' | 'isOnline' | 'now'>): Browser {
    this.#moved = [];
    const here = () => this.#here();
    const change = (state: unknown, url: string | URL | null | undefined): HistoryEntry => ({
      url: new URL(url ?? here().url, here().url),
      state: structuredClone(state),
    });
    return {
      ...given,
      // Takes no time; the network is back before the next command.
      pause: () => Promise.resolve(),
      document: { visibilityState: 'visible' },
      isReduced: () => true,
      hasAgreedBefore: () => false,
      onNetwork: () => undefined,
      sessionStorage: () => this.session,
      localStorage: () => this.device.local,
      cookies: this.device,
      location: {
        protocol: 'http:',
        get pathname() {
          return here().url.pathname;
        },
        get search() {
          return here().url.search;
        },
      },
      history: {
        get state(): unknown {
          return here().state;
        },
        replaceState: (state: unknown, _: string, url?: string | URL | null) => {
          this.#entries[this.#at] = change(state, url);
        },
        pushState: (state: unknown, _: string, url?: string | URL | null) => {
          this.#entries = [...this.#entries.slice(0, this.#at + 1), change(state, url)];
          this.#at += 1;
        },
        back: () => this.back(),
      },
      onMove: (moved) => this.#moved.push(moved),
    };
  }

  visit(address: string): void {
    const url = new URL(address, this.#here().url);
    this.#entries = [...this.#entries.slice(0, this.#at + 1), { url, state: null }];
    this.#at += 1;
  }

  /** The browser's Back button; does nothing if it would leave the site. */
  back(): void {
    if (this.#at === 0) return;
    this.#at -= 1;
    for (const moved of this.#moved) moved();
  }

  #here(): HistoryEntry {
    const entry = this.#entries[this.#at];
    if (!entry)
      throw new Error(
        'The simulated history has no entry here. Fix testing/web-model/simulated-browser.ts.',
      );
    return entry;
  }
}
