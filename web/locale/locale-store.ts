// The server renders the next page in the language of the cookie `<contest>-lang`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { UnreadableAnswer, NetworkFailed } from '../api/failures.ts';
import { answerTimeoutMs } from '../api/client.ts';
import { writeCookie, type CookieJar } from '../session/storage/cookies.ts';
import { isPageLocale, type PageCampaign, type PageLocale } from './page-campaign.ts';

const cookieLifeMs = 182 * 24 * 60 * 60_000;

export type LocaleStore = {
  store: StoreApi<{ campaign: PageCampaign }>;
  /** The latest choice wins. Rejects and changes nothing if its words cannot be fetched. */
  choose: (language: string) => Promise<void>;
};

type LocaleOptions = {
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  cookies: CookieJar;
  location: Pick<Location, 'protocol'>;
  now: () => number;
};

export function createLocaleStore(options: LocaleOptions, campaign: PageCampaign): LocaleStore {
  const { fetch, cookies, location, now } = options;
  const loaded = new Map([[campaign.language, localeOf(campaign)]]);
  const store = createStore(() => ({ campaign }));
  let choices = 0;

  const choose = async (language: string) => {
    choices += 1;
    const choice = choices;
    const locale = loaded.get(language) ?? (await fetchLocale(fetch, language));
    if (choice !== choices) return;
    loaded.set(language, locale);
    writeCookie(cookies, {
      name: `${campaign.contest}-lang`,
      value: language,
      until: now() + cookieLifeMs,
      isSecure: location.protocol === 'https:',
    });
    store.setState((current) => ({ campaign: { ...current.campaign, ...locale } }));
  };

  return { store, choose };
}

function localeOf(page: PageLocale): PageLocale {
  const { language, direction, words, amounts, notice, fontSheet } = page;
  return { language, direction, words, amounts, notice, fontSheet };
}

async function fetchLocale(fetch: LocaleOptions['fetch'], language: string): Promise<PageLocale> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  try {
    const response = await fetch(`/words/${language}.json`, { signal });
    const value: unknown = response.ok ? await response.json() : undefined;
    if (isPageLocale(value, language)) return localeOf(value);
  } catch (error) {
    throw new NetworkFailed(error);
  }
  throw new UnreadableAnswer('otherShape');
}
