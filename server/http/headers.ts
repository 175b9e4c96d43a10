// See docs/decisions/0008.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { tagHosts, type Tags } from '@inaam/campaigns/public/tags.ts';
import fastify, { type FastifyInstance } from 'fastify';
import type { InlineSources } from './page/template.ts';

const yearSeconds = 31_536_000;
/** Only documents obey these headers. */
const documentHeaders = [
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/** For answers that are never shown as a document: nothing in them may load, run or be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export type Headers = Readonly<Record<string, string>>;

/**
 * The headers of every answer.
 * @param options.isSecure over http, browsers warn about headers that they must ignore
 * @param options.inline hashes of the page's inline code
 */
export function securityHeaders({
  isSecure,
  tags,
  inline,
}: {
  isSecure: boolean;
  tags: Tags;
  inline: InlineSources | undefined;
}): Promise<Headers> {
  return constantHeaders(helmetOptions(isSecure, tags, inline));
}

export function setHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers);
  });
  app.addHook('onSend', async (request, reply) => {
    // The page's policy would add 700 bytes to each answer, script and font. Errors are sent as
    // pages.
    const isData =
      request.url.startsWith('/api/') ||
      (request.url.startsWith('/assets/') && reply.statusCode < 400);
    if (!isData) return;
    for (const name of documentHeaders) reply.removeHeader(name);
    void reply.header('content-security-policy', dataPolicy);
  });
}

const ownHeaders = new Set(['content-length', 'content-type', 'date', 'connection']);

/**
 * Headers that helmet would otherwise compute for each response, although none depends on the
 * request.
 */
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
        // Scripts of Google and Meta load further scripts from these addresses.
        ...(hosts.script.length > 0
          ? {}
          : { requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] }),
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
