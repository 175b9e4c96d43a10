// The server renders the next page in the language of the cookie `<contest>-lang`.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { UnreadableAnswer, NetworkFailed } from '../api/failures.ts';
import { answerTimeoutMs } from '../api/client.ts';
import { reloadOnce } from '../api/reload-once.ts';
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
    const locale = loaded.get(language) ?? (await fetchLocale(fetch, language, campaign));
    if (choice !== choices) return undefined;
    const keep = () =>
      writeCookie(cookies, {
        name: `${campaign.contest}-lang`,
        value: language,
        until: now() + cookieLifeMs,
        isSecure: location.protocol === 'https:',
      });
    if (locale === undefined) {
      if (reloadOnce(keep)) return new Promise<void>(() => undefined);
      throw new UnreadableAnswer('otherShape');
    }
    loaded.set(language, locale);
    keep();
    store.setState((current) => ({ campaign: { ...current.campaign, ...locale } }));
    return undefined;
  };

  return { store, choose };
}

function localeOf(page: PageLocale): PageLocale {
  const { language, direction, words, amounts, notice, fontSheet } = page;
  return { language, direction, words, amounts, notice, fontSheet };
}

/** @returns undefined if the server's version has other words, which only its own page can show */
async function fetchLocale(
  fetch: LocaleOptions['fetch'],
  language: string,
  own: PageLocale,
): Promise<PageLocale | undefined> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  let value: unknown;
  try {
    const response = await fetch(`/words/${language}.json`, { signal });
    value = response.ok && (await response.json());
  } catch (error) {
    throw new NetworkFailed(error);
  }
  if (value === false) throw new UnreadableAnswer('otherShape');
  return isPageLocale(value, language, own) ? localeOf(value) : undefined;
}
