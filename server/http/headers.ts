// See docs/decisions/0008.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { tagHosts, type Tags } from '@inaam/campaigns/public/tags.ts';
import fastify, { type FastifyInstance } from 'fastify';
import type { InlineSources } from './page/template.ts';
import * as z from 'zod';
import { Refusal } from './refusal.ts';

const yearSeconds = 31_536_000;
/** Only documents obey these headers. */
const documentHeaders = [
  'reporting-endpoints',
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
export async function securityHeaders({
  isSecure,
  tags,
  inline,
}: {
  isSecure: boolean;
  tags: Tags;
  inline: InlineSources | undefined;
}): Promise<Headers> {
  const headers = await constantHeaders(helmetOptions(isSecure, tags, inline));
  // Browsers that support `report-to` need this header, over https only; the others use
  // `report-uri`.
  return isSecure ? { ...headers, 'reporting-endpoints': `csp="${cspReportPath}"` } : headers;
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
        reportUri: [cspReportPath],
        ...(isSecure ? { reportTo: ['csp'] } : {}),
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

// Counts browsers' reports of Content-Security-Policy violations, by directive. Reports are never
// stored or logged, because they quote URLs.

const cspReportPath = '/csp-reports';
const reportBytesMax = 8192;
/**
 * Anyone can send reports. Beyond this limit, each process refuses them without reading the body.
 */
const reportsPerMinuteMax = 120;
const reportsPerRequestMax = 10;
const minuteMs = 60_000;

const directives = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);

const legacy = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
  }),
});
const modern = z.array(
  z.object({ type: z.string(), body: z.object({ effectiveDirective: z.string() }) }),
);

type Options = {
  /** Called with a directive of the list above, or with `other`. */
  count: (directive: string) => void;
  /** ms */
  now: () => number;
};

/** Adds `POST /csp-reports`, for `report-uri` and `report-to` alike. */
export async function receiveCspReports(app: FastifyInstance, options: Options): Promise<void> {
  const isAllowed = ratePerMinute(options.now);
  await app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: reportBytesMax },
      (_request, body, done) => done(null, body),
    );
    reports.post(cspReportPath, {
      config: { call: 'cspReport' },
      onRequest: async () => {
        if (!isAllowed()) throw new Refusal(429, 'tryAgain');
      },
      handler: (request, reply) => {
        for (const directive of directivesOf(request.body)) options.count(directive);
        return reply.code(204).send();
      },
    });
  });
}

function ratePerMinute(now: () => number): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) [minute, count] = [current, 0];
    count += 1;
    return count <= reportsPerMinuteMax;
  };
}

function directivesOf(body: unknown): string[] {
  const report = parsed(body);
  const old = legacy.safeParse(report).data?.['csp-report'];
  const found = old
    ? [old['effective-directive'] ?? old['violated-directive']]
    : (modern.safeParse(report).data ?? [])
        .filter(({ type }) => type === 'csp-violation')
        .map((entry) => entry.body.effectiveDirective);
  return found.slice(0, reportsPerRequestMax).map((text = '') => {
    // Older browsers quote the directive with its sources.
    const [name = ''] = text.split(' ');
    return directives.has(name) ? name : 'other';
  });
}

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
