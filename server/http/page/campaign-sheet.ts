// The campaign's style sheet: its theme, and the rules of its typeface, which the build wrote with
// the addresses of the font files (web/build/typeface-rules.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { themeStylesheet } from '@inaam/campaigns/loader/theme/theme-stylesheet.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import * as z from 'zod';

const rulesSchema = z.record(z.string(), z.object({ every: z.string(), figures: z.string() }));

/** @param site undefined without a site; a folder without such rules yields none */
export async function campaignSheet(
  campaign: Pick<ServerCampaign, 'theme' | 'art' | 'pictures'>,
  site: string | undefined,
): Promise<string> {
  return `${themeStylesheet(campaign)}${(await typefaceRules(campaign, site)).every}`;
}

/**
 * The rule of a small font for figures, and for Latin letters in every language. It must come after
 * the rules of the sheet.
 */
export async function figuresRule(
  campaign: Pick<ServerCampaign, 'theme'>,
  site: string | undefined,
): Promise<string> {
  return (await typefaceRules(campaign, site)).figures;
}

async function typefaceRules({ theme }: Pick<ServerCampaign, 'theme'>, site: string | undefined) {
  const none = { every: '', figures: '' };
  const file = site === undefined ? '' : path.join(site, '.typefaces.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return none;
  return rulesSchema.parse(JSON.parse(text))[theme.kit.typeface] ?? none;
}
