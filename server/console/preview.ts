// The document that the campaign page shows in a frame.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { previewSchemes } from '@inaam/contract/console/preview.ts';
import { sendPlainText } from '../http/responses.ts';
import { createPreview } from '../http/page/preview.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import type { ConsoleContext } from './context.ts';
import { draftPicture, keptDraft } from './draft/draft-folder.ts';
import { ConsoleRefusal, isSameOrigin } from './refusal.ts';
import { tokenOf } from './sign-in/tokens.ts';
import { signedInBy } from './sign-in/session.ts';

/**
 * @param site the folder of the built preview
 * @throws SiteNotBuiltError
 */
export async function servePreview(
  app: FastifyInstance,
  site: string,
  context: ConsoleContext,
): Promise<void> {
  const { campaign, database, origin } = context;
  await app.register(async (files) => {
    const preview = await createPreview(files, {
      site,
      campaign,
      origin,
      findPicture: draftPicture,
    });
    app.route<{
      Params: { language: string; scheme: string };
      Querystring: { draft?: string };
    }>({
      method: 'GET',
      url: '/preview/:language/:scheme',
      config: { call: 'preview' },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const draft = request.query.draft;
        const edited = draft === undefined ? undefined : keptDraft(draft)?.campaign;
        if (draft !== undefined && edited === undefined) {
          return sendPlainText(reply, 404, 'This preview is gone. Load the page again.');
        }
        const shown = edited ?? campaign;
        const language = shown.languages.find((one) => one === request.params.language);
        const scheme = previewSchemes.find((one) => one === request.params.scheme);
        if (language === undefined || scheme === undefined) {
          return sendPlainText(reply, 404, 'There is no such preview.');
        }
        // Only people who are signed in may see words that are not published yet.
        const refusal = await refusalOf(request, context);
        if (refusal) return sendPlainText(reply, refusal.status, refusal.message);
        const lastDay = (await readDrawInForce(database, campaign.id))?.lastDay;
        const isMoved = lastDay !== undefined && lastDay !== shown.programme.to;
        const inForce = isMoved ? shown.withLastDay(lastDay) : shown;
        const { html, policy } = await preview(language, scheme, inForce);
        return reply
          .headers({ 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' })
          .type('text/html; charset=utf-8')
          .send(html);
      },
    });
  });
}

async function refusalOf(
  request: FastifyRequest,
  context: ConsoleContext,
): Promise<ConsoleRefusal | undefined> {
  const { origin } = context;
  if (!isSameOrigin(request.headers, origin)) {
    return new ConsoleRefusal('notAllowed', 'It is shown only on the page of the campaign.');
  }
  try {
    await signedInBy(tokenOf(request, origin.startsWith('https:')), context, true);
    return undefined;
  } catch (error) {
    if (error instanceof ConsoleRefusal) return error;
    throw error;
  }
}
