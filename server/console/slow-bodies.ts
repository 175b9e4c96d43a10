import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Until its whole body is there; left out: as all others. */
    bodyMs?: number;
  }
}

/**
 * Closes the connection of who sends a body too slowly: Node has one limit for all requests, and
 * the upload of a file needs a longer one.
 */
export function endSlowBodies(app: FastifyInstance, usualMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, routeOptions.config.bodyMs ?? usualMs);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
