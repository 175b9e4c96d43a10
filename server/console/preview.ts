// The document that the campaign page shows in a frame.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { previewSchemes } from '@inaam/contract/console/preview.ts';
import { sendPlainText } from '../http/responses.ts';
import { createPreview, servePreviewFiles, type Preview } from '../http/page/preview.ts';
import type { ConsoleContext, ConsoleContexts } from './context.ts';
import { keptDraft } from './draft/draft-folder.ts';
import { ConsoleRefusal, isSameOrigin } from './refusal.ts';
import { enterCampaign } from './sign-in/session.ts';

/**
 * @param site the folder of the built preview
 * @throws SiteNotBuiltError
 */
export async function servePreview(
  app: FastifyInstance,
  site: string,
  contexts: ConsoleContexts,
): Promise<void> {
  await app.register(async (files) => {
    await servePreviewFiles(files, site);
    const previews = new Map<ConsoleContext, Preview>();
    for (const context of contexts) {
      const { campaign, origin } = context;
      previews.set(context, await createPreview(files, { site, campaign, origin }));
    }
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
        const context = await previewedContext(request, contexts);
        if (context instanceof ConsoleRefusal) {
          return sendPlainText(reply, context.status, context.message);
        }
        const { campaign } = context;
        const { draft } = request.query;
        const edited = draft === undefined ? undefined : keptDraft(draft)?.campaign;
        if (draft !== undefined && edited?.id !== campaign.id) {
          return sendPlainText(reply, 404, 'This preview is gone. Load the page again.');
        }
        const shown = edited ?? campaign;
        const language = shown.languages.find((one) => one === request.params.language);
        const scheme = previewSchemes.find((one) => one === request.params.scheme);
        const preview = previews.get(context);
        if (!preview || language === undefined || scheme === undefined) {
          return sendPlainText(reply, 404, 'There is no such preview.');
        }
        const lastDay = await context.readLastDay();
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

/** Only people who are signed in may see words that are not published yet. */
async function previewedContext(
  request: FastifyRequest,
  contexts: ConsoleContexts,
): Promise<ConsoleContext | ConsoleRefusal> {
  const [{ origin }] = contexts;
  if (!isSameOrigin(request.headers, origin)) {
    return new ConsoleRefusal('notAllowed', 'It is shown only on the page of the campaign.');
  }
  try {
    return (await enterCampaign(request, contexts, true)).context;
  } catch (error) {
    if (error instanceof ConsoleRefusal) return error;
    throw error;
  }
}
