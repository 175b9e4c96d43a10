// The two addresses that a load balancer or an orchestrator asks: `/live` says that the process answers, `/ready` that
// it should be given shoppers. Both leave overload out of it: a process that is busy must be neither killed nor emptied.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Health } from './health.ts';

const retrySeconds = 2;

/** Exempt from the shedding of load. */
const config = (call: string) => ({ call, pressureHandler: () => undefined });

/** Adds `GET /live` and `GET /ready`. */
export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/live', { config: config('live') }, (_request, reply) =>
    send(reply, 200, { live: true }),
  );
  app.get('/ready', { config: config('ready') }, async (_request, reply) => {
    const state = await health.readiness();
    return state === 'ready'
      ? send(reply, 200, { ready: true })
      : send(reply.header('retry-after', String(retrySeconds)), 503, {
          ready: false,
          reason: state,
        });
  });
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
