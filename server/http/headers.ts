// The headers that answers carry, and the Content-Security-Policy (docs/decisions/0008). Knows no tag by name: the
// hosts of those that a campaign switches on widen the policy, and nothing else does.
import helmet from '@fastify/helmet';
import { tagHosts, type Tags } from '@inaam/campaigns/public/tags.ts';
import type { FastifyInstance } from 'fastify';
import type { InlineSources } from '../site/template.ts';

const yearSeconds = 31_536_000;
const ofPages = [
  'content-security-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * Registers the headers; nothing inline runs but the page's own, nothing foreign loads but the tags, nobody frames it.
 * @param options.isSecure whether shoppers reach the site by https; over plain http a browser complains about what it
 * must ignore there
 * @param options.tags what the campaign has switched on
 * @param options.inline what the built page holds itself, by its hashes
 */
export async function setHeaders(
  app: FastifyInstance,
  { isSecure, tags, inline }: { isSecure: boolean; tags: Tags; inline: InlineSources | undefined },
): Promise<void> {
  const hosts = tagHosts(tags);
  // What a page alone obeys is 700 bytes with each script and font, on the way to a phone with two bars.
  app.addHook('onSend', async (request, reply) => {
    // What is not there is said by a page.
    if (!request.url.startsWith('/assets/') || reply.statusCode >= 400) return;
    for (const name of ofPages) reply.raw.removeHeader(name);
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
