import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

/** Closes the remaining connections after `seconds`. */
export async function closeApp(app: FastifyInstance, seconds: number, log: Log): Promise<void> {
  const limit = setTimeout(() => {
    log.warn({ seconds }, 'Some requests did not finish in time; their connections were closed.');
    app.server.closeAllConnections();
  }, seconds * 1000);
  await app.close();
  clearTimeout(limit);
}
