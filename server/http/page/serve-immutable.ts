import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { compress, sendCompressed } from './compressed-reply.ts';

const yearSeconds = 31_536_000;
export const immutableCaching = `public, max-age=${yearSeconds}, immutable`;

export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** For addresses that contain the hash of their content: browsers cache the file permanently. */
export async function serveImmutable(
  app: FastifyInstance,
  address: string,
  type: string,
  text: string,
): Promise<void> {
  const body = await compress(text);
  app.get(address, (request, reply) => {
    void reply
      .header('cache-control', immutableCaching)
      .header('vary', 'accept-encoding')
      .type(type);
    return sendCompressed(request, reply, body);
  });
}
