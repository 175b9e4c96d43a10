import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** Refuses a body by its announced length before any of it is read, on every route. */
export function refuseEarly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
      throw new Refusal(413, 'tooLarge');
    }
  });
  // Otherwise the rest of a refused body would still be received, however slowly it arrives.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && hasUnreadBody(request)) void reply.header('connection', 'close');
  });
}

function hasUnreadBody({ headers, raw }: FastifyRequest): boolean {
  const isAnnounced = headers['transfer-encoding'] !== undefined || !!headers['content-length'];
  return isAnnounced && !raw.complete;
}
