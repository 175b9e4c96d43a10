import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { MessageWords } from '@inaam/campaigns/public/words.ts';
import { pageLanguageOf } from '../language.ts';
import { renderDocument, type DocumentFrame } from './document-frame.ts';
import { escapeHtml } from './html.ts';

/** For clients that accept HTML. The status stays the same. */
export function showErrorPages(
  app: FastifyInstance,
  campaign: ServerCampaign,
  frame: DocumentFrame,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = String(reply.getHeader('content-type')).startsWith('text/plain');
    if (reply.statusCode < 400 || !isText || typeof payload !== 'string') return payload;
    void reply
      .header('vary', 'accept, accept-language, cookie')
      .header('cache-control', 'no-cache');
    if (!request.headers.accept?.includes('text/html')) return payload;
    const language = pageLanguageOf(request, campaign);
    const { messages, errors } = campaign.words(language);
    const sentence = messages[reply.errorMessage ?? messageOf(reply.statusCode)];
    void reply.type('text/html; charset=utf-8').removeHeader('content-length');
    return renderDocument(frame, {
      language,
      title: sentence,
      main: `<div class="error"><span class="mishap" aria-hidden="true"></span><h1>${escapeHtml(sentence)}</h1><a class="again" href="/">${escapeHtml(errors.startAgain)}</a></div>`,
    });
  });
}

function messageOf(status: number): keyof MessageWords {
  if (status === 404) return 'notFound';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'serverError' : 'wrongType';
}
