// The headers that every answer carries, and the Content-Security-Policy (docs/decisions/0008). Knows no tag by name: the
// hosts of those that a campaign switches on widen the policy, and nothing else does.
import helmet from '@fastify/helmet';
import { hostsOf, type Tags } from '@inaam/campaigns/tags.ts';
import type { FastifyInstance } from 'fastify';

const yearSeconds = 31_536_000;

/**
 * Registers the headers; nothing inline runs, nothing foreign loads but the tags, nobody frames the page.
 * @param isSecure whether shoppers reach the site by https; over plain http a browser complains about what it
 * must ignore there
 * @param tags what the campaign has switched on
 */
export async function setHeaders(
  app: FastifyInstance,
  isSecure: boolean,
  tags: Tags,
): Promise<void> {
  const hosts = hostsOf(tags);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...hosts.script],
        styleSrc: ["'self'"],
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
