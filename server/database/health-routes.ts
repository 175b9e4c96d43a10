// Overload changes neither answer: a busy process must be neither killed nor drained.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readyAnswer, type Health } from './health.ts';

const retryAfterSeconds = 2;

export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/live', { config: { call: 'live' } }, (_request, reply) =>
    send(reply, 200, { live: true }),
  );
  app.get('/ready', { config: { call: 'ready' } }, async (_request, reply) => {
    const { status, body } = await readyAnswer(health);
    if (status !== 200) void reply.header('retry-after', String(retryAfterSeconds));
    return send(reply, status, body);
  });
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
