// Builds the app. The programs listen and read the environment.
import underPressure from '@fastify/under-pressure';
import { serverPlugins } from '@inaam/plugins/server.ts';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { campaignInForce, type ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { addressMatcher } from '../platform/addresses.ts';
import { phaseOf } from '../platform/period.rules.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import type { Clocks } from '../database/clocks.ts';
import { handleOtherErrors, sendPlainText } from '../http/responses.ts';
import {
  registerDrawDocuments,
  serveDrawPrograms,
} from '../draw/published/document-routes.call.ts';
import { readDrawPrograms } from '../draw/published/audit-files.ts';
import { registerFairDrawPage } from '../draw/published/fair-draw-page.call.ts';
import { showErrorPages, serveDocumentFrame } from '../http/page/document-frame.ts';
import { addClientAddress } from '../http/client-address.ts';
import {
  answerClientError,
  refuseEarly,
  connectionLimits,
  serverOptions,
  type ConnectionLimits,
} from '../http/overload.ts';
import { securityHeaders, setHeaders, type Headers } from '../http/headers.ts';
import { noteUnread, storeReceiptsOfCall } from '../messages/sms-receipts.sql.ts';
import { receiveSmsReceipts } from '../http/sms-receipts.ts';
import { serveLanguageFonts, campaignSheet, figuresRule } from '../http/page/fonts.ts';
import { builtScript } from '../http/page/built-files.ts';
import { servePage } from '../http/page/page.ts';
import { readTemplate } from '../http/page/template.ts';
import { registerCallRoutes } from '../http/routes.ts';
import type { CallContext, CallHandlers } from '../http/context.ts';
import { createStorage, entryOf, type Storage, type StorageOptions } from './storage.ts';
import { closeConnectionsWhenStopping, observeRequests, requestIdOf } from '../http/request-log.ts';
import type { IpLookup } from '../platform/ip-info.ts';
import { type Keys, keysOf, type Secrets } from '../platform/keys.ts';
import { countDroppedVisits, countStorageCalls, countVisits } from './operations/gauges.ts';
import { frameworkLog, type Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { logAndCountRequests } from './operations/operations-server.ts';
import { type RateLimits, rateLimits } from '../codes/rate-limits.rules.ts';
import { createMutex } from '../database/batches/gather.ts';
import type { Database } from '../database/database.ts';
import type { ReceiptHook } from '../sms/receipts/receipt-hook.ts';
import type { Receipt } from '../sms/receipts/receipt-schema.ts';
import type { ReadCards } from '../draw/read-cards.ts';
import { visitLog } from '../participants/visit-log.sql.ts';
import { withoutRepeats } from '../platform/timing.ts';
import { editDetails, getDetails } from '../participants/get-details.call.ts';
import { eraseData, withdrawConsent } from '../participants/erase-proven.call.ts';
import {
  getCities,
  getStates,
  recordConsent,
  startSession,
  type VisitStorage,
} from '../participants/start-session.call.ts';
import { getReward } from '../draw/get-reward.call.ts';
import { proveNumber, register, resendOtp } from '../codes/request-code.call.ts';
import { verifyOtp } from '../participants/verify-otp.call.ts';
import type { ServeConfig } from '../operator/settings/program-config.ts';
import { type Health, addHealthRoutes } from '../database/health.ts';

export type AppOptions = {
  database: Database;
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  rateLimits: RateLimits;
  readCards: ReadCards;
  answerEncoding: AnswerEncoding;
  isSecure: boolean;
  /** Folder of the built site. Undefined: only the calls are served. */
  site: string | undefined;
  addRoutes?: (app: FastifyInstance) => Promise<void> | void;
  pageExtras?: (language: string) => Readonly<Record<string, unknown>>;
  trustedProxies?: readonly string[];
  lookUpIp?: IpLookup | undefined;
  /** One for each SMS path that sends receipts by HTTP. */
  receiptHooks?: readonly ReceiptHook[];
  operations?: { log: Log; metrics: Metrics };
  /** Whether to refuse calls with 503 while the event loop is late or calls take long. */
  shedsLoad?: boolean;
  /** Whether the campaign is paused; omitted: it never is. */
  isPaused?: () => boolean;
  /** The last day in force; omitted or undefined: the committed one. */
  lastDay?: () => string | undefined;
  /** Of the same commitment; omitted: as committed. */
  corrected?: () => ServerCampaign;
  /** While true, each response closes its connection. */
  isStopping?: () => boolean;
  connectionLimits?: ConnectionLimits;
};

const neverPaused = () => false;

/** Closing the app waits for the requests in progress. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, site, isSecure, isPaused = neverPaused } = options;
  const campaign = campaignInForce(options.campaign, options.lastDay, options.corrected);
  const sheet = await campaignSheet(campaign, site);
  const template = site === undefined ? undefined : await readTemplate(site, sheet);
  const headers = await securityHeaders({
    isSecure,
    tags: campaign.tags,
    inline: template?.inline,
  });
  const app = createFastify(options, headers);
  observeRequests(app, operations && logAndCountRequests(operations.log, operations.metrics));
  closeConnectionsWhenStopping(app, options.isStopping ?? (() => false));
  handleOtherErrors(app);
  // It only measures; http/overload.ts decides.
  await app.register(underPressure);
  setHeaders(app, headers);
  refuseEarly(app);
  const figures = await figuresRule(campaign, site);
  const fonts = await serveLanguageFonts(app, { folder: site, figures });
  const frame = await serveDocumentFrame(app, { campaign, template, fonts });
  showErrorPages(app, campaign, frame);
  const storing = { ...options, headMutex: createMutex() };
  const ofPlugins = serverPlugins.map(({ calls }) => calls?.({ ...storing, campaign }));
  await registerCallRoutes(app, {
    handlers: Object.assign({}, handlers, ...ofPlugins),
    context: callContext(app, storing, campaign),
    encoding: options.answerEncoding,
    eventLoopDelayMs: options.shedsLoad ? () => app.memoryUsage().eventLoopDelay : undefined,
  });
  const { database, clocks, pageExtras: extras = () => ({}) } = options;
  await receiveSmsReceipts(app, receiptOptions(options));
  registerDrawDocuments(app, { database, campaign, wall: clocks.wall });
  const programs = await readDrawPrograms();
  serveDrawPrograms(app, programs);
  const page = { frame, programs, checkScript: await builtScript(site, 'check-here') };
  registerFairDrawPage(app, { database, extras, isSecure, clocks, ...page });
  await options.addRoutes?.(app);
  const isOpen = () => phaseOf(campaign.programme, clocks.campaign()) === 'open' && !isPaused();
  const ofSite = { database, campaign, clocks, frame, extras, isOpen };
  for (const { pages } of serverPlugins) await pages?.(app, ofSite);
  if (template !== undefined) {
    await servePage(app, { template, campaign, fonts, extras, isOpen });
  }
  return app;
}

function createFastify(options: AppOptions, headers: Headers): FastifyInstance {
  const { trustedProxies = [], operations, connectionLimits: limits = connectionLimits } = options;
  const isTrusted = addressMatcher(trustedProxies);
  const app = fastify({
    ...serverOptions(limits),
    bodyLimit: bodyBytesMax,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    genReqId: (request) => requestIdOf(request, isTrusted),
    routerOptions: { maxParamLength: 128 },
    // Requests that arrive while the app closes are still answered.
    return503OnClosing: false,
    // Fastify's own responses would quote the URL. A malformed page URL redirects to HOME.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(headers);
      const isPerson = request.method === 'GET' && request.headers.accept?.includes('text/html');
      void (isPerson ? reply.redirect('/') : sendPlainText(reply, 400, 'Not understood.'));
    },
    // A call's URL contains a user key, so http/request-log.ts logs requests instead.
    logController: new LogController({ disableRequestLogging: true }),
    ...(operations ? { loggerInstance: frameworkLog(operations.log) } : { logger: false }),
  });
  app.server.maxConnections = limits.connectionsMax;
  addClientAddress(app, isTrusted, operations?.log);
  return app;
}

function receiptOptions({
  database,
  campaign,
  clocks,
  keys,
  operations,
  receiptHooks,
}: AppOptions) {
  const storeAll = storeReceiptsOfCall(database, campaign.id);
  const note = noteUnread(database, campaign.id);
  const log = operations && withoutRepeats(operations.log, clocks.wall);
  return {
    hooks: receiptHooks ?? [],
    store: (path: string, receipts: readonly Receipt[]) => {
      const at = clocks.wall();
      return storeAll(
        receipts.map(({ mobile, ...one }) => {
          const number = mobile === undefined ? {} : { mobileIndex: keys.mobileIndex(mobile) };
          return { ...one, ...number, path, at };
        }),
      );
    },
    noteFault: async (path: string, receipts: number, reason: string) => {
      operations?.metrics.receiptsNotUnderstood.inc({ path }, receipts);
      log?.warn(
        { path, reason },
        'A delivery receipt could not be read. Compare the fields of the path with what the provider sends.',
      );
      // Ignore failures: the metric and the log already have it.
      await note(path, reason, clocks.wall(), receipts).catch(() => undefined);
    },
  };
}

function callContext(
  app: FastifyInstance,
  options: AppOptions & StorageOptions,
  campaign: ServerCampaign,
): CallContext<CallStorage> {
  const { database, clocks, keys, operations } = options;
  const visits = visitLog(
    database,
    campaign.id,
    operations ? countDroppedVisits(operations, clocks.wall) : () => undefined,
    options.rateLimits,
  );
  app.addHook('onClose', () => visits.flush());
  // Uses the campaign as committed, because pacing depends on the committed days.
  const storage = createStorage(options);
  const counted = operations ? countVisits(visits, operations.metrics) : visits;
  const visitors: Pick<CallStorage, 'noteVisit' | 'noteConsent'> = {
    noteVisit: ({ address, ...visit }) =>
      counted.note({ ...visit, ipInfo: options.lookUpIp?.(address) ?? null }),
    noteConsent: (visitor) => counted.noteConsent(visitor),
  };
  const isPaused = options.isPaused ?? neverPaused;
  const entry = entryOf(campaign);
  const calls = operations ? countStorageCalls(storage, operations.metrics) : storage;
  const alarm = (sentence: string) => {
    operations?.metrics.alarms.inc();
    operations?.log.error({ alarm: true }, sentence);
  };
  return { campaign, isPaused, clocks, keys, entry, storage: { ...calls, ...visitors }, alarm };
}

type CallStorage = Storage & VisitStorage;

const handlers: CallHandlers<CallStorage> = {
  startSession,
  recordConsent,
  register,
  resendOtp,
  verifyOtp,
  getStates,
  getCities,
  editDetails,
  getDetails,
  getReward,
  proveNumber,
  withdrawConsent,
  eraseData,
};

type FromSettings = 'answerEncoding' | 'publicOrigin' | 'trustedProxies' | 'budget';

export type ProductionOptions = Pick<
  AppOptions,
  'campaign' | 'corrected' | 'database' | 'clocks' | 'readCards' | 'isPaused' | 'lastDay' | 'site'
> & {
  config: Pick<ServeConfig, FromSettings> &
    Partial<Pick<ServeConfig, 'ipDatabase' | 'receiptHooks'>> & { secrets: Omit<Secrets, 'draw'> };
  log: Log;
  metrics: Metrics;
  health: Health;
};

export function buildProductionApp({
  config,
  log,
  metrics,
  health,
  ...options
}: ProductionOptions): Promise<FastifyInstance> {
  const { secrets, budget, publicOrigin, answerEncoding, trustedProxies, ipDatabase } = config;
  return buildApp({
    ...options,
    keys: keysOf(secrets, options.campaign.id),
    rateLimits: { ...rateLimits, budget },
    answerEncoding,
    isSecure: publicOrigin.startsWith('https:'),
    trustedProxies,
    lookUpIp: ipDatabase,
    receiptHooks: config.receiptHooks ?? [],
    operations: { log, metrics },
    shedsLoad: true,
    isStopping: () => health.isStopping(),
    addRoutes: (app) => addHealthRoutes(app, health),
  });
}
