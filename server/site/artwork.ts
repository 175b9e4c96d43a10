// The campaign's pictures for the browser, each at an address by its content, kept for good by whoever has it once. Its
// colours stand in the page (template.ts). Serves nothing that the campaign's check has not seen.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { pack } from './compressed-reply.ts';

const yearSeconds = 31_536_000;

export async function serveArtwork(app: FastifyInstance, campaign: ServerCampaign): Promise<void> {
  await Promise.all(
    [...campaign.pictures].map(([place, svg]) =>
      serveImmutableText(app, place, 'image/svg+xml', svg),
    ),
  );
}

/** What an address has of its content: another content has another. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** One text at one address that is by its content, packed once for everybody. */
export async function serveImmutableText(
  app: FastifyInstance,
  address: string,
  type: string,
  text: string,
): Promise<void> {
  const packed = await pack(text);
  app.get(address, (request, reply) => {
    const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isPacked) void reply.header('content-encoding', 'br');
    return reply
      .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      .header('vary', 'accept-encoding')
      .type(type)
      .send(isPacked ? packed : text);
  });
}
