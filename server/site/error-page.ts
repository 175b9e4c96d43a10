// What a person reads where a program would get a line of text: the same answer as a page, in the person's language.
// Every status stays as it was. Says nothing of an error but what its status says.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { MessageWords } from '@inaam/campaigns/public/words.ts';
import { renderDocument, type DocumentFrame } from './document-frame.ts';
import { escapeHtml } from './escape-html.ts';
import { pageLanguageOf } from '../http/language.ts';

/** Answers of 400 and more that are plain text become a page for who asked for one. */
export function showErrorPages(
  app: FastifyInstance,
  campaign: ServerCampaign,
  look: DocumentFrame,
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
    const isEarly = campaign.languages.some(
      (tag) => payload.trim() === campaign.words(tag).messages.notPublished,
    );
    const sentence = messages[isEarly ? 'notPublished' : sentenceOf(reply.statusCode)];
    void reply.type('text/html; charset=utf-8').removeHeader('content-length');
    return renderDocument(look, {
      language,
      title: sentence,
      main: `<div class="fault"><span class="mishap" aria-hidden="true"></span><h1>${escapeHtml(sentence)}</h1><a class="again" href="/">${escapeHtml(errors.startAgain)}</a></div>`,
    });
  });
}

function sentenceOf(status: number): keyof MessageWords {
  if (status === 404) return 'notFound';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'serverError' : 'wrongType';
}
