import type { FastifyRequest } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

type WithHeaders = Pick<FastifyRequest, 'headers'>;

/** No browser names as many; a header of many kB must cost nothing. */
const tagsMax = 30;

/** The best match for Accept-Language, in which our page sends its language. */
export function languageOf(
  { headers }: WithHeaders,
  { languages }: Pick<ServerCampaign, 'languages'>,
): string {
  const wanted = (headers['accept-language'] ?? '')
    .split(',', tagsMax)
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';', 3);
      const quality = rest.find((word) => word.trim().startsWith('q='));
      return { tag, quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found =
      languages.find((language) => tag === language.toLowerCase()) ??
      languages.find((language) => tag.startsWith(`${language.toLowerCase()}-`));
    if (found !== undefined) return found;
  }
  return languages[0] ?? 'en';
}

/** The cookie `<contest>-lang` takes precedence. */
export function pageLanguageOf(
  request: WithHeaders,
  campaign: Pick<ServerCampaign, 'languages' | 'contest'>,
): string {
  const prefix = `${campaign.contest}-lang=`;
  const chosen = (request.headers.cookie ?? '')
    .split(/; */)
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
  return (
    campaign.languages.find((language) => language === chosen) ?? languageOf(request, campaign)
  );
}
