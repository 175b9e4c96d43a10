import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { immutableCaching, serveImmutable } from './serve-immutable.ts';

export async function serveArtwork(app: FastifyInstance, campaign: ServerCampaign): Promise<void> {
  const { heroImage, heroContent } = campaign;
  if (heroImage !== undefined) {
    app.get(heroImage.address, (_request, reply) =>
      reply.header('cache-control', immutableCaching).type('image/avif').send(heroContent),
    );
  }
  await Promise.all(
    [...campaign.pictures].map(([address, svg]) =>
      serveImmutable(app, address, 'image/svg+xml', svg),
    ),
  );
}
