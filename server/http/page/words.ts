import type { FastifyInstance } from 'fastify';
import type { Localized } from '@inaam/campaigns/public/public-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { cacheByLanguage, compress, sendCompressed } from './replies.ts';
import type { LanguageFonts } from './fonts.ts';

export type WordsOptions = {
  campaign: Pick<ServerCampaign, 'languages' | 'programme' | 'publicCampaign'>;
  fonts: LanguageFonts;
  extras: (language: string) => Readonly<Record<string, unknown>>;
};

/** Adds `GET /words/<language>.json`, which the app fetches when the language is changed. */
export function serveWords(app: FastifyInstance, { campaign, fonts, extras }: WordsOptions): void {
  const makeWords = (tag: string) => {
    const { language, direction, words, amounts } = campaign.publicCampaign(tag);
    const localized: Localized = { language, direction, words, amounts };
    const own = fonts.forLanguage(tag);
    const sheet = own ? { fontSheet: own.sheet } : {};
    return compress(JSON.stringify({ ...localized, ...sheet, ...extras(tag) }));
  };
  const wordsIn = cacheByLanguage(makeWords, () => campaign.programme.to);
  for (const tag of campaign.languages) {
    app.get(`/words/${tag}.json`, async (request, reply) => {
      const body = await wordsIn(tag);
      void reply
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .type('application/json; charset=utf-8');
      return sendCompressed(request, reply, body);
    });
  }
}
