// Serves the page that tells shoppers how the draw is fair. Outside of the signed calls and of the site's app: anybody may
// read it, without a session and without scripts. Holds no word of a shopper.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { readCommitment } from '../storage/commitments.ts';
import type { Database } from '../storage/database.ts';
import { readReveal } from '../storage/reveals.ts';
import { plain } from './answer.ts';
import { fairDrawAddresses } from './draw-addresses.ts';
import { fairDrawPage } from './fair-draw-page.ts';
import { fairDrawStyle } from './fair-draw-style.ts';
import { pageLanguageOf } from './language.ts';

type Door = {
  database: Database;
  campaign: ServerCampaign;
  /** More of the site's page; what a demonstration says of itself, `notice`, stands over this one too. */
  extras: (language: string) => Readonly<Record<string, unknown>>;
};

const styleSeconds = 3600;

export function publishFairDraw(app: FastifyInstance, { database, campaign, extras }: Door): void {
  const config = { call: 'draw' };
  const style = fairDrawStyle(campaign.theme);
  app.get(fairDrawAddresses.page, { config }, async (request, reply) => {
    const language = pageLanguageOf(request, campaign);
    const { notice } = extras(language);
    const { fairDraw, messages } = campaign.words(language);
    const commitment = await readCommitment(database, campaign.id);
    // What it says changes with the reveal, so no cache keeps it.
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie');
    if (!commitment) return plain(reply, 404, messages.notFound);
    const reveal = await readReveal(database, campaign.id);
    const brand = campaign.theme.logo;
    return reply.type('text/html; charset=utf-8').send(
      fairDrawPage(fairDraw, {
        language,
        brand,
        notice: typeof notice === 'string' ? notice : undefined,
        commitment,
        revealedAt: reveal?.at,
      }),
    );
  });
  app.get(fairDrawAddresses.style, { config }, (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${styleSeconds}`)
      .type('text/css; charset=utf-8')
      .send(style),
  );
  // As it is typed.
  app.get('/draw', { config }, (_request, reply) => reply.redirect(fairDrawAddresses.page));
}
