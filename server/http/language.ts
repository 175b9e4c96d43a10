// Which of the campaign's languages a request is answered in. Never fails: the first language is the fallback.
import type { FastifyRequest } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';

/** The best of the campaign's languages by the request's Accept-Language. */
export function languageOf(
  request: Pick<FastifyRequest, 'headers'>,
  campaign: Pick<ServerCampaign, 'languages'>,
): string {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = rest.find((word) => word.trim().startsWith('q='));
      return { tag, quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = campaign.languages.find(
      (language) => tag === language.toLowerCase() || tag.startsWith(`${language.toLowerCase()}-`),
    );
    if (found !== undefined) return found;
  }
  return campaign.languages[0] ?? 'en';
}
