// See docs/decisions/0008.
import helmet from '@fastify/helmet';
import { tagHosts, type Tags } from '@inaam/campaigns/public/tags.ts';
import type { FastifyInstance } from 'fastify';
import type { InlineSources } from '../site/template.ts';

const yearSeconds = 31_536_000;
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
 * @param options.isSecure over http browsers warn about headers that they must ignore
 * @param options.inline hashes of the page's inline code
 */
export async function setHeaders(
  app: FastifyInstance,
  { isSecure, tags, inline }: { isSecure: boolean; tags: Tags; inline: InlineSources | undefined },
): Promise<void> {
  const hosts = tagHosts(tags);
  app.addHook('onSend', async (request, reply) => {
    // Page headers would add 700 bytes to each script and font. Errors are sent as pages.
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
