// The data in the page, already validated by the server.
import type { PublicCampaign, Localized } from '@inaam/campaigns/public/public-campaign.ts';
import type { PluginAnswers } from '@inaam/contract/calls.ts';

export type PageLocale = Localized & {
  notice?: string | undefined;
  /** URL of the script's fonts, unless every page has them. */
  fontSheet?: string | undefined;
};

export type PageCampaign = PublicCampaign &
  PageLocale & {
    /** Offset of the campaign's clock from the device's, in ms. */
    demoOffset?: number;
    /** URL of the fonts for the names of the languages. */
    namesSheet?: string;
    /** In the preview: what the calls of plugins answer. */
    samples?: PluginAnswers;
  };

export function parseCampaign(json: string | null | undefined): PageCampaign {
  const value: unknown = JSON.parse(json ?? 'null');
  if (isCampaign(value)) return value;
  throw new Error(
    'Failed to read the campaign: the page carries none. Serve index.html with its campaign in place of the marker.',
  );
}

function isCampaign(value: unknown): value is PageCampaign {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'contest', 'programme', 'states', 'outcomes', 'theme', 'words'].every(
      (field) => field in value,
    )
  );
}

/** @param own of this page: another version of the site may have other words */
export function isPageLocale(
  value: unknown,
  language: string,
  own: PageLocale,
): value is PageLocale {
  const like = { direction: own.direction, words: { ...own.words, states: {} }, amounts: {} };
  return isLike(value, like) && Object(value).language === language;
}

/** Has all parts of the other, of the same types. */
function isLike(value: unknown, like: unknown): boolean {
  if (typeof value !== typeof like || value === null) return false;
  if (typeof like === 'string') return true;
  const parts = new Map(Object.entries(Object(value)));
  return Object.entries(Object(like)).every(([name, part]) => isLike(parts.get(name), part));
}
