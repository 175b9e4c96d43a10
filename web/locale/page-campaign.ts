// The campaign as the server wrote it into the page: facts, words, and what a demonstration says of itself. Read
// once; the words of another language come later. The server has checked every field at its start; here only the page itself is doubted.
import type { PublicCampaign, Localized } from '@inaam/campaigns/public/public-campaign.ts';

/** What of it is said in a language, and so changes with that. */
export type PageLocale = Localized & {
  /** A sentence that stands over every page of a demonstration. */
  notice?: string | undefined;
};

export type PageCampaign = PublicCampaign &
  PageLocale & {
    /** By how many ms the campaign's clock is ahead of the device's, in a demonstration. */
    demoOffset?: number;
  };

/** @param json text of the page's element `#campaign`. */
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

/** What the server answers for the words of a language. */
export function isPageLocale(value: unknown, language: string): value is PageLocale {
  if (typeof value !== 'object' || value === null || !('language' in value)) return false;
  return value.language === language && 'words' in value && 'amounts' in value;
}
