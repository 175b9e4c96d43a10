// The campaign as the server wrote it into the page: facts, words, and what a demonstration says of itself. Read
// once. The server has checked every field at its start; here only the page itself is doubted.
import type { PublicCampaign } from '@inaam/campaigns/public.ts';

export type PageCampaign = PublicCampaign & {
  /** A sentence that stands over every page of a demonstration. */
  notice?: string;
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
