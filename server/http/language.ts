// Which of the campaign's languages a request is answered in. Never fails: the first language is the fallback.
import type { FastifyRequest } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

type Asking = Pick<FastifyRequest, 'headers'>;

/**
 * The best of the campaign's languages by the request's Accept-Language. A call of our page names the language of the
 * page there, whatever the phone's is.
 */
export function languageOf(
  { headers }: Asking,
  { languages }: Pick<ServerCampaign, 'languages'>,
): string {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
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

/**
 * The language that a page is served in: the one chosen before on this device, which the switch keeps in the cookie
 * `<contest>-lang`, else the best by Accept-Language.
 */
export function pageLanguageOf(
  request: Asking,
  campaign: Pick<ServerCampaign, 'languages' | 'contest'>,
): string {
  const crumb = `${campaign.contest}-lang=`;
  const chosen = (request.headers.cookie ?? '')
    .split(/; */)
    .find((part) => part.startsWith(crumb))
    ?.slice(crumb.length);
  return (
    campaign.languages.find((language) => language === chosen) ?? languageOf(request, campaign)
  );
}
