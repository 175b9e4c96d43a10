import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { serveImmutable } from './immutable.ts';

export async function serveArtwork(app: FastifyInstance, campaign: ServerCampaign): Promise<void> {
  await Promise.all(
    [...campaign.pictures].map(([address, svg]) =>
      serveImmutable(app, address, 'image/svg+xml', svg),
    ),
  );
}
