// Builds the server: calls, page, headers, limits. Does not listen and does not read the environment: the
// programs do.
import underPressure from '@fastify/under-pressure';
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { bodyBytesMax } from '@inaam/contract/limits.ts';
import { handlers } from './handlers.ts';
import type { Clocks } from './clocks.ts';
import { setHeaders } from './http/headers.ts';
import { servePage } from './http/page.ts';
import { routeCalls } from './http/routes.ts';
import type { Keys } from './keys/keys.ts';
import { askCode } from './rules/ask-code.ts';
import type { Ceilings } from './rules/ceilings.ts';
import { decideRewards } from './rules/reward.ts';
import { tryCode, worthOf } from './rules/try-code.ts';
import type { Database } from './storage/database.ts';
import { storageOf } from './storage/storage.ts';
import { visitLog } from './storage/visits.ts';

export type AppOptions = {
  database: Database;
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  ceilings: Ceilings;
  answerEncoding: AnswerEncoding;
  /** Whether shoppers reach the site by https. */
  isSecure: boolean;
  /** Folder of the built site; undefined serves the calls alone. */
  site: string | undefined;
  /** More addresses, beside the calls: the demonstration's phone. */
  addRoutes?: (app: FastifyInstance) => Promise<void> | void;
  /** More for the page's data. */
  pageExtras?: Readonly<Record<string, unknown>>;
  trustedProxies?: string[];
  logger?: FastifyServerOptions['logger'];
};

const requestMs = 10_000;
const eventLoopDelayMsMost = 1000;

/** The server, ready to listen. Closing it waits for what is under way. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { campaign, database } = options;
  const app = fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMs,
    trustProxy: options.trustedProxies ?? [],
    routerOptions: { maxParamLength: 128 },
    logger: options.logger ?? false,
    // The address of a call holds a user key: what is logged of a request is written elsewhere, by allow list.
    logController: new LogController({ disableRequestLogging: true }),
  });
  const alarm = (sentence: string) => app.log.error({ alarm: true }, sentence);
  const visits = visitLog(database, campaign.id, () => app.log.warn('visits could not be written'));
  app.addHook('onClose', () => visits.flush());
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMsMost,
    retryAfter: 2,
  });
  await setHeaders(app, options.isSecure);
  const tools = {
    campaign,
    clocks: options.clocks,
    keys: options.keys,
    visits,
    alarm,
    storage: storageOf(database, campaign.id, decisionsOf(options)),
  };
  await routeCalls(app, handlers, tools, options.answerEncoding);
  await options.addRoutes?.(app);
  if (options.site !== undefined) {
    await servePage(app, { site: options.site, campaign, extras: options.pageExtras ?? {} });
  }
  return app;
}

function decisionsOf({ campaign, ceilings, keys }: AppOptions) {
  const rules = { fixed: campaign.fixed, drawSecret: keys.drawSecret };
  return {
    askCode: (facts: Parameters<typeof askCode>[0]) => askCode(facts, ceilings),
    tryCode: (facts: Parameters<typeof tryCode>[0]) => tryCode(facts, ceilings),
    worthOf,
    decideRewards: (
      claims: Parameters<typeof decideRewards>[0],
      deck: Parameters<typeof decideRewards>[2],
    ) => decideRewards(claims, rules, deck),
  };
}
