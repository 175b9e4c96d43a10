// Counts browsers' reports of Content-Security-Policy violations, by directive. Reports are never
// stored or logged, because they quote URLs.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { Refusal } from './refusal.ts';

export const cspReportPath = '/csp-reports';
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
