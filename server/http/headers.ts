// See docs/decisions/0008.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { tagHosts, type Tags } from '@inaam/campaigns/public/tags.ts';
import fastify, { type FastifyInstance } from 'fastify';
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
  const headers = await constantHeaders(helmetOptions(isSecure, tags, inline));
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers);
  });
  app.addHook('onSend', async (request, reply) => {
    // Page headers would add 700 bytes to each script and font. Errors are sent as pages.
    if (!request.url.startsWith('/assets/') || reply.statusCode >= 400) return;
    for (const name of pageHeaders) reply.removeHeader(name);
  });
}

const ownHeaders = new Set(['content-length', 'content-type', 'date', 'connection']);

/** What helmet would compute again for each response; none of it depends on the request. */
async function constantHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const app = fastify();
  await app.register(helmet, options);
  app.get('/', () => '');
  const { headers } = await app.inject('/');
  await app.close();
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ownHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function helmetOptions(
  isSecure: boolean,
  tags: Tags,
  inline: InlineSources | undefined,
): FastifyHelmetOptions {
  const hosts = tagHosts(tags);
  return {
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
  };
}
