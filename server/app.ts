// Builds the server: calls, page, headers, limits. Does not listen and does not read the environment: the
// programs do.
import underPressure from '@fastify/under-pressure';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { themeStylesheet } from '@inaam/campaigns/loader/theme-stylesheet.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { phaseOf } from './rules/period.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import { handlers } from './handlers.ts';
import type { Clocks } from './time/clocks.ts';
import { handleOtherErrors, sendPlainText } from './http/responses.ts';
import { registerDrawDocuments } from './public-draw/document-routes.ts';
import { registerFairDrawPage } from './public-draw/fair-draw-route.ts';
import { showErrorPages } from './site/error-page.ts';
import { serveDocumentFrame } from './site/document-frame.ts';
import { setHeaders } from './http/headers.ts';
import { servePage } from './site/page.ts';
import { readTemplate } from './site/template.ts';
import { routeCalls } from './http/routes.ts';
import type { CallContext } from './http/context.ts';
import { closeConnectionsWhenStopping, observeRequests } from './http/request-log.ts';
import type { IpLookup } from './ip-info/ip-lookup.ts';
import type { Keys } from './keys/keys.ts';
import { countStorageCalls, countVisits } from './operations/funnel-counters.ts';
import { frameworkLog, type Log } from './operations/log.ts';
import type { Metrics } from './operations/metrics.ts';
import { requestIdOf, trustIn } from './operations/request-id.ts';
import { logAndCountRequests } from './operations/request-metrics.ts';
import type { RateLimits } from './rules/rate-limits.ts';
import type { Database } from './storage/database.ts';
import { createStorage } from './storage/storage.ts';
import { visitLog } from './storage/visit-log.ts';

export type AppOptions = {
  database: Database;
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  rateLimits: RateLimits;
  answerEncoding: AnswerEncoding;
  /** Whether shoppers reach the site by https. */
  isSecure: boolean;
  /** Folder of the built site; undefined serves the calls alone. */
  site: string | undefined;
  /** More addresses, beside the calls: the demonstration's phone. */
  addRoutes?: (app: FastifyInstance) => Promise<void> | void;
  /** More for the page's data, in a language. */
  pageExtras?: (language: string) => Readonly<Record<string, unknown>>;
  /** Addresses and ranges of the proxies that are believed. */
  trustedProxies?: readonly string[];
  /** Finds the place that is kept with a visit; without it none is. */
  lookUpIp?: IpLookup | undefined;
  /** Where it is told and counted what is done; without it nothing is, as in the demonstration. */
  operations?: { log: Log; meters: Metrics };
  /** Whether the process has been asked to stop: connections are then closed after their answer. */
  isStopping?: () => boolean;
};

const requestMs = 10_000;
const eventLoopDelayMsMost = 1000;

/** The server, ready to listen. Closing it waits for what is under way. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { campaign, operations, site, isSecure } = options;
  const app = bareServer(options);
  observeRequests(app, operations && logAndCountRequests(operations.log, operations.meters));
  closeConnectionsWhenStopping(app, options.isStopping ?? (() => false));
  handleOtherErrors(app);
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMsMost,
    retryAfter: 2,
  });
  const template =
    site === undefined ? undefined : await readTemplate(site, themeStylesheet(campaign));
  await setHeaders(app, { isSecure, tags: campaign.tags, inline: template?.inline });
  const look = await serveDocumentFrame(app, campaign, template);
  showErrorPages(app, campaign, look);
  await routeCalls(app, handlers, toolsOf(app, options), options.answerEncoding);
  const { database, clocks, pageExtras: extras = () => ({}) } = options;
  registerDrawDocuments(app, { database, campaign, wall: clocks.wall });
  registerFairDrawPage(app, { database, campaign, extras, isSecure, look });
  await options.addRoutes?.(app);
  if (template !== undefined) {
    await servePage(app, {
      template,
      campaign,
      extras,
      isOpen: () => phaseOf(campaign.programme, clocks.campaign()) === 'open',
    });
  }
  return app;
}

function bareServer({ trustedProxies = [], operations }: AppOptions): FastifyInstance {
  const isTrusted = trustIn(trustedProxies);
  return fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMs,
    trustProxy: isTrusted,
    genReqId: (request) => requestIdOf(request, isTrusted),
    routerOptions: { maxParamLength: 128 },
    // Requests that come while it closes are answered, and their connections closed: nobody is sent away.
    return503OnClosing: false,
    // Fastify's own answers would quote the address. A person with a garbled one begins at HOME.
    frameworkErrors: (_error, request, reply) => {
      const isPerson = request.method === 'GET' && request.headers.accept?.includes('text/html');
      void (isPerson ? reply.redirect('/') : sendPlainText(reply, 400, 'Not understood.'));
    },
    // The address of a call holds a user key: what is logged of a request is written elsewhere, by allow list.
    logController: new LogController({ disableRequestLogging: true }),
    ...(operations ? { loggerInstance: frameworkLog(operations.log) } : { logger: false }),
  });
}

function toolsOf(app: FastifyInstance, options: AppOptions): CallContext {
  const { campaign, database, clocks, keys, operations } = options;
  const visits = visitLog(database, campaign.id, () =>
    operations?.log.warn({}, 'Visits could not be written: some are missing from the funnel.'),
  );
  app.addHook('onClose', () => visits.flush());
  const storage = createStorage({ ...options, drawSecret: keys.drawSecret });
  const counted = operations ? countVisits(visits, operations.meters) : visits;
  const tools: Omit<CallContext, 'storage' | 'alarm'> = {
    campaign,
    clocks,
    keys,
    visits: {
      note: ({ address, ...visit }) =>
        counted.note({ ...visit, ipInfo: options.lookUpIp?.(address) ?? null }),
    },
  };
  if (!operations) return { ...tools, storage, alarm: () => undefined };
  const { log, meters } = operations;
  return {
    ...tools,
    storage: countStorageCalls(storage, meters),
    alarm: (sentence) => {
      meters.alarms.inc();
      log.error({ alarm: true }, sentence);
    },
  };
}
