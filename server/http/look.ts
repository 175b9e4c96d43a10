// The campaign's look for the browser: its colours as a style sheet, and its pictures. Each at an address by its
// content, kept for good by whoever has it once. Serves nothing that the campaign's check has not seen.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { themeSheet } from '@inaam/campaigns/theme-sheet.ts';
import { pack } from './pack.ts';

const yearSeconds = 31_536_000;

/** @returns the address of the style sheet, for the head of the page. */
export async function serveLook(app: FastifyInstance, campaign: ServerCampaign): Promise<string> {
  const sheet = themeSheet(campaign);
  const address = `/art/theme-${marked(sheet)}.css`;
  await Promise.all([
    serveText(app, address, 'text/css; charset=utf-8', sheet),
    ...[...campaign.pictures].map(([place, svg]) => serveText(app, place, 'image/svg+xml', svg)),
  ]);
  return address;
}

/** What an address has of its content: another content has another. */
export function marked(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** One text at one address that is by its content, packed once for everybody. */
export async function serveText(
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
