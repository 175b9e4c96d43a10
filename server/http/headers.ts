// The headers that every answer carries, and the Content-Security-Policy (docs/decisions/0008). Knows no tag: a
// campaign's tags widen the policy where they are switched on.
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const yearSeconds = 31_536_000;

/**
 * Registers the headers; nothing inline runs, nothing foreign loads, nobody frames the page.
 * @param isSecure whether shoppers reach the site by https; over plain http a browser complains about what it
 * must ignore there
 */
export async function setHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
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
