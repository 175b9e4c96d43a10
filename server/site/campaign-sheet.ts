// The campaign's style sheet: its theme, and the rules of its typeface, which the build wrote with
// the addresses of the font files (web/build/typeface-rules.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { themeStylesheet } from '@inaam/campaigns/loader/theme-stylesheet.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import * as z from 'zod';

const rulesSchema = z.record(z.string(), z.string());

/** @param site undefined without a site; a folder without such rules yields none */
export async function campaignSheet(
  campaign: Pick<ServerCampaign, 'theme' | 'art' | 'pictures'>,
  site: string | undefined,
): Promise<string> {
  return `${themeStylesheet(campaign)}${await typefaceRules(campaign, site)}`;
}

async function typefaceRules(
  { theme }: Pick<ServerCampaign, 'theme'>,
  site: string | undefined,
): Promise<string> {
  const file = site === undefined ? '' : path.join(site, '.typefaces.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return '';
  return rulesSchema.parse(JSON.parse(text))[theme.kit.typeface] ?? '';
}
