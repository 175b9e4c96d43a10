import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatWait } from '@inaam/campaigns/public/format.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { MessageWords } from '@inaam/campaigns/public/words.ts';
import {
  wrapResponse,
  type AnswerEncoding,
  type Refusal as RefusalAnswer,
} from '@inaam/contract/envelope.ts';
import { isDatabaseUnavailable } from '../database/connection-problems.ts';
import { languageOf } from './language.ts';
import { Refusal, refuse, unavailable } from './refusal.ts';
import { recordError, recordRefusal } from './request-log.ts';

declare module 'fastify' {
  // Merged into Fastify's own interface, so it must be one.
  export interface FastifyReply {
    /** The sentence of an error page; by default the status decides. */
    errorMessage?: keyof MessageWords;
  }
}

/** Sends `resp` with its statusCode as the HTTP status (Protocol: Answers). */
export function sendAnswer(
  reply: FastifyReply,
  resp: { statusCode: number },
  encoding: AnswerEncoding,
): FastifyReply {
  return reply
    .code(resp.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(wrapResponse(resp, encoding)));
}

export function handleCallErrors(
  app: FastifyInstance,
  campaign: ServerCampaign,
  encoding: AnswerEncoding,
): void {
  const answer = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const wait = refusal.details.retryAfterSeconds;
    if (wait !== undefined) void reply.header('retry-after', String(wait));
    return sendAnswer(
      reply,
      refusalAnswer(refusal, campaign, languageOf(request, campaign)),
      encoding,
    );
  };
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    recordRefusal(request, refusal, error);
    return answer(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const refusal = new Refusal(404, 'notFound');
    recordRefusal(request, refusal, refusal);
    return answer(refusal, request, reply);
  });
}

/** Answers errors outside of the API. Never sends an error's own message. */
export function handleOtherErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    recordError(request, error);
    const { statusCode = 500 } = error;
    if (isDatabaseUnavailable(error) || statusCode === 503) {
      void reply.header('retry-after', String(unavailable().details.retryAfterSeconds));
      return sendPlainText(reply, 503, 'Not available just now. Please try again.');
    }
    if (statusCode >= 400 && statusCode < 500) {
      return sendPlainText(reply, statusCode, 'Not understood.');
    }
    return sendPlainText(reply, 500, 'Something went wrong. Please try again.');
  });
}

export function sendPlainText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`);
}

function refusalAnswer(
  refusal: Refusal,
  campaign: ServerCampaign,
  language: string,
): RefusalAnswer {
  const {
    messageId,
    retryAfterSeconds = 1,
    serverTime,
    challenge,
    campaign: phase,
  } = refusal.details;
  const message = fill(campaign.words(language).messages[refusal.sentence], {
    wait: formatWait(retryAfterSeconds, language),
  });
  return {
    statusCode: refusal.statusCode,
    ...(messageId === undefined ? {} : { messageId }),
    message,
    ...(challenge === undefined ? {} : { challenge }),
    ...(serverTime === undefined ? {} : { serverTime }),
    ...(phase === undefined ? {} : { campaign: phase }),
  };
}

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  const status = error.statusCode;
  if (status === 413) return new Refusal(413, 'tooLarge');
  if (status === 415) return new Refusal(415, 'wrongType');
  if (status === 503) return unavailable();
  if (status === 400) return refuse('invalidData');
  return new Refusal(500, 'serverError');
}
