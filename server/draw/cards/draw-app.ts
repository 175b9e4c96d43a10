// The HTTP server of `draw`, for `serve` only. It never discloses a card that the ledger has not
// bound.
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { factsOfError } from '../../platform/log-line.ts';
import { isBearer, cardsPath, cardsRequest, refusals, type Refusal } from './remote-cards.ts';
import type { BoundDraws } from './bound-draws.ts';
import { LedgerBroken } from './ledger-check.ts';

export type DrawAppOptions = {
  draws: Pick<BoundDraws, 'cardsOf'> & Partial<Pick<BoundDraws, 'askedOf' | 'broken'>>;
  campaign: string;
  token: Uint8Array;
  log: Pick<Log, 'warn' | 'error'>;
  addRoutes?: (app: FastifyInstance) => void;
};

const bodyBytesMax = 200_000;
const requestTimeoutMs = 5000;

export function buildDrawApp(options: DrawAppOptions): FastifyInstance {
  const { draws, campaign, token, log } = options;
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status < 500) return refuse(reply, 'request');
    log.error(factsOfError(error), 'The draw could not answer.');
    return refuse(reply, 'database');
  });
  app.post(cardsPath, {
    // Reject requests without the token before reading the body.
    onRequest: async (request, reply) => {
      if (isBearer(request.headers.authorization ?? '', token)) return;
      log.warn({}, 'Rejected a request for cards without the right DRAW_TOKEN.');
      await refuse(reply, 'token');
    },
    handler: async (request, reply) => {
      const asked = cardsRequest.safeParse(request.body);
      if (!asked.success) return refuse(reply, 'request');
      if (asked.data.campaign !== campaign) return refuse(reply, 'campaign');
      try {
        const cards = [...(await draws.cardsOf(asked.data.draws))];
        const unbound = new Set(asked.data.draws.map(([number]) => number)).size - cards.length;
        if (unbound > 0) {
          log.warn(
            { draws: unbound },
            'Rejected a request for cards that the ledger has not bound.',
          );
        }
        const questions = await draws.askedOf?.(asked.data.draws);
        return await reply.send({
          cards,
          ...(questions && { questions: [...questions] }),
          stopped: draws.broken?.entry,
        });
      } catch (error) {
        if (!(error instanceof LedgerBroken)) throw error;
        return reply.code(refusals.ledger).send({ refusal: 'ledger', entry: error.entry });
      }
    },
  });
  options.addRoutes?.(app);
  return app;
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusals[refusal]).send({ refusal });
}
