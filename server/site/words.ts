// What the switch of the language fetches: all that a page says in another language, as JSON. Serves nothing that the
// page in that language would not carry.
import type { FastifyInstance } from 'fastify';
import type { Localized } from '@inaam/campaigns/public/public-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { pack } from './compressed-reply.ts';

export type WordsOptions = {
  campaign: Pick<ServerCampaign, 'languages' | 'publicCampaign'>;
  /** More for the page in a language, beside the public part of the campaign. */
  extras: (language: string) => Readonly<Record<string, unknown>>;
};

/** Adds `GET /words/<language>.json` for each language of the campaign. */
export async function serveWords(
  app: FastifyInstance,
  { campaign, extras }: WordsOptions,
): Promise<void> {
  for (const tag of campaign.languages) {
    const { language, words, amounts } = campaign.publicCampaign(tag);
    const spoken: Localized = { language, words, amounts };
    const plain = JSON.stringify({ ...spoken, ...extras(tag) });
    const packed = await pack(plain);
    app.get(`/words/${tag}.json`, (request, reply) => {
      const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
      if (isPacked) void reply.header('content-encoding', 'br');
      return reply
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .type('application/json; charset=utf-8')
        .send(isPacked ? packed : plain);
    });
  }
}
