// Security headers and the Content-Security-Policy (docs/decisions/0008).
import helmet from '@fastify/helmet';
import { tagHosts, type Tags } from '@inaam/campaigns/public/tags.ts';
import type { FastifyInstance } from 'fastify';
import type { InlineSources } from '../site/template.ts';

const yearSeconds = 31_536_000;
/** Headers that only a page needs. */
const pageHeaders = [
  'content-security-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * Allows only the page's own inline code, and only the hosts of the campaign's tags; forbids
 * framing.
 * @param options.isSecure whether shoppers use https; over http browsers warn about headers that
 *   they must ignore
 * @param options.inline hashes of the inline code of the built page
 */
export async function setHeaders(
  app: FastifyInstance,
  { isSecure, tags, inline }: { isSecure: boolean; tags: Tags; inline: InlineSources | undefined },
): Promise<void> {
  const hosts = tagHosts(tags);
  // They would add 700 bytes to each script and font.
  app.addHook('onSend', async (request, reply) => {
    // Errors are sent as pages.
    if (!request.url.startsWith('/assets/') || reply.statusCode >= 400) return;
    for (const name of pageHeaders) reply.raw.removeHeader(name);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(inline?.scripts ?? []), ...hosts.script],
        styleSrc: ["'self'", ...(inline?.styles ?? [])],
        imgSrc: ["'self'", 'data:', ...hosts.image],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...hosts.connect],
        mediaSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure && { maxAge: yearSeconds, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin' },
    crossOriginOpenerPolicy: isSecure && { policy: 'same-origin' },
    originAgentCluster: isSecure,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
