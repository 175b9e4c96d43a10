import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { readAmendments } from '../amendments/amendments.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { sendPlainText } from '../../http/responses.ts';
import { fairDrawAddress } from './addresses.ts';
import { fairDrawPage } from './fair-draw-page.call.ts';
import type { DocumentFrame } from '../../http/page/document-frame.ts';
import { pageLanguageOf } from '../../http/language.ts';
import type { Clocks } from '../../database/clocks.ts';

type Options = {
  database: Database;
  campaign: ServerCampaign;
  /** `notice` is shown here too. */
  extras: (language: string) => Readonly<Record<string, unknown>>;
  frame: DocumentFrame;
  isSecure: boolean;
  clocks: Clocks;
};

const query = z.object({ language: z.string().optional() });
/** 182 days, as in the app. */
const languageCookieSeconds = 182 * 24 * 60 * 60;

/** Needs neither a session nor scripts. */
export function registerFairDrawPage(app: FastifyInstance, options: Options): void {
  const { database, campaign, extras, isSecure, frame, clocks } = options;
  const config = { call: 'draw' };
  const { languageNames } = campaign.publicCampaign(campaign.languages[0] ?? 'en');
  app.get(fairDrawAddress, { config }, async (request, reply) => {
    const chosen = chosenOf(request.query, campaign);
    const language = chosen ?? pageLanguageOf(request, campaign);
    const { notice } = extras(language);
    const { fairDraw, messages } = campaign.words(language);
    const commitment = await readCommitment(database, campaign.id);
    // The page changes with the reveal.
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie');
    if (!commitment) return sendPlainText(reply, 404, messages.notFound);
    // The choice applies to the whole site, as in the app.
    if (chosen !== undefined) {
      const cookie = `${campaign.contest}-lang=${chosen}; Path=/; SameSite=Lax; Max-Age=${languageCookieSeconds}`;
      void reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
    }
    const reveal = await readReveal(database, campaign.id);
    const amendments = await readAmendments(database, campaign.id);
    // Readers compare the dates with those of the programme (docs/decisions/0007).
    const campaignAheadMs = clocks.campaign() - clocks.wall();
    return reply.type('text/html; charset=utf-8').send(
      fairDrawPage(fairDraw, {
        frame,
        languageNames,
        language,
        notice: typeof notice === 'string' ? notice : undefined,
        commitment: { ...commitment, committedAt: commitment.committedAt + campaignAheadMs },
        amendments: amendments.map((one) => ({ ...one, at: one.at + campaignAheadMs })),
        revealedAt: reveal && reveal.at + campaignAheadMs,
      }),
    );
  });
  app.get('/draw', { config }, (_request, reply) => reply.redirect(fairDrawAddress));
}

function chosenOf(
  sent: unknown,
  { languages }: Pick<ServerCampaign, 'languages'>,
): string | undefined {
  const { data } = query.safeParse(sent);
  return languages.find((language) => language === data?.language);
}
