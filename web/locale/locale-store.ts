// Which language the page speaks: the one it was served in, until the shopper chooses another. Its words are fetched
// then and put in place of the old ones, so that nothing on the page is lost by it: no field, no code, no running spin.
// The choice is kept in the cookie `<contest>-lang`, by which the server picks the language of the next page; it needs
// no session and changes none.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AnswerUnreadable } from '../api/answer-unreadable.ts';
import { answerWithinMs } from '../api/client.ts';
import { NetworkFailed } from '../api/network-failed.ts';
import type { Browser } from '../app/browser.ts';
import { isPageLocale, type PageCampaign, type PageLocale } from './page-campaign.ts';
import { retelling, type Retell } from './retell.ts';
import { writeCookie } from '../session/cookies.ts';

/** How long the choice is kept: half a year. */
const keptMs = 182 * 24 * 60 * 60_000;

export type LocaleStore = {
  store: StoreApi<{ campaign: PageCampaign; retell: Retell }>;
  /**
   * Speaks another language of the campaign from now on; of two choices under way the later one counts.
   * Rejects with `NetworkFailed` or `AnswerUnreadable`, and has then changed nothing.
   */
  choose: (language: string) => Promise<void>;
};

type Doors = Pick<Browser, 'fetch' | 'cookies' | 'location' | 'now'>;

export function createLocaleStore(browser: Doors, campaign: PageCampaign): LocaleStore {
  const known = new Map([[campaign.language, spokenOf(campaign)]]);
  const store = createStore<{ campaign: PageCampaign; retell: Retell }>(() => ({
    campaign,
    retell: (text) => text,
  }));
  let choices = 0;

  const choose = async (wanted: string) => {
    choices += 1;
    const choice = choices;
    const spoken = known.get(wanted) ?? (await fetchSpoken(browser, wanted));
    if (choice !== choices) return;
    known.set(wanted, spoken);
    writeCookie(browser.cookies, {
      name: `${campaign.contest}-lang`,
      value: wanted,
      until: browser.now() + keptMs,
      isSecure: browser.location.protocol === 'https:',
    });
    const all = [...known.values()].map((one) => one.words);
    store.setState((held) => ({
      campaign: { ...held.campaign, ...spoken },
      retell: retelling(all, spoken.words),
    }));
  };

  return { store, choose };
}

async function fetchSpoken({ fetch }: Doors, language: string): Promise<PageLocale> {
  const value: unknown = await fetchJson(fetch, `/words/${language}.json`);
  if (!isPageLocale(value, language)) throw new AnswerUnreadable('otherShape');
  return spokenOf(value);
}

/** Nothing of it that no language changes. */
function spokenOf({ language, words, amounts, notice }: PageLocale): PageLocale {
  return { language, words, amounts, notice };
}

async function fetchJson(fetch: Doors['fetch'], address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerWithinMs) });
    return response.ok ? await response.json() : undefined;
  } catch (error) {
    throw new NetworkFailed(error);
  }
}
