// Serves the page that tells shoppers how the draw is fair. Outside of the signed calls and of the site's app: anybody may
// read it, without a session and without scripts. Holds no word of a shopper.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { readCommitment } from '../storage/commitments.ts';
import type { Database } from '../storage/database.ts';
import { readReveal } from '../storage/draw-reveal.ts';
import { sendPlainText } from '../http/responses.ts';
import { fairDrawAddress } from './addresses.ts';
import { fairDrawPage } from './fair-draw-page.ts';
import type { DocumentFrame } from '../site/document-frame.ts';
import { pageLanguageOf } from '../http/language.ts';

type Door = {
  database: Database;
  campaign: ServerCampaign;
  /** More of the site's page; what a demonstration says of itself, `notice`, stands over this one too. */
  extras: (language: string) => Readonly<Record<string, unknown>>;
  look: DocumentFrame;
  /** Whether shoppers reach the site by https. */
  isSecure: boolean;
};

const query = z.object({ language: z.string().optional() });
/** As long as the app keeps it: 182 days. */
const chosenSeconds = 182 * 24 * 60 * 60;

export function registerFairDrawPage(app: FastifyInstance, door: Door): void {
  const { database, campaign, extras, isSecure, look } = door;
  const config = { call: 'draw' };
  const { languageNames } = campaign.publicCampaign(campaign.languages[0] ?? 'en');
  app.get(fairDrawAddress, { config }, async (request, reply) => {
    const chosen = chosenOf(request.query, campaign);
    const language = chosen ?? pageLanguageOf(request, campaign);
    const { notice } = extras(language);
    const { fairDraw, messages } = campaign.words(language);
    const commitment = await readCommitment(database, campaign.id);
    // What it says changes with the reveal, so no cache keeps it.
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie');
    if (!commitment) return sendPlainText(reply, 404, messages.notFound);
    // As the app's own switch keeps it: the whole site speaks the language that was chosen on any of its pages.
    if (chosen !== undefined) {
      const crumb = `${campaign.contest}-lang=${chosen}; Path=/; SameSite=Lax; Max-Age=${chosenSeconds}`;
      void reply.header('set-cookie', isSecure ? `${crumb}; Secure` : crumb);
    }
    const reveal = await readReveal(database, campaign.id);
    return reply.type('text/html; charset=utf-8').send(
      fairDrawPage(fairDraw, {
        look,
        languageNames,
        language,
        notice: typeof notice === 'string' ? notice : undefined,
        commitment,
        revealedAt: reveal?.at,
      }),
    );
  });
  // As it is typed.
  app.get('/draw', { config }, (_request, reply) => reply.redirect(fairDrawAddress));
}

/** The language that the address asks for, where it is one of the campaign's. */
function chosenOf(
  asked: unknown,
  { languages }: Pick<ServerCampaign, 'languages'>,
): string | undefined {
  const { data } = query.safeParse(asked);
  return languages.find((language) => language === data?.language);
}
