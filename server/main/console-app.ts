// Builds the console's Fastify app. The program listens and reads the environment.
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  ConsoleRoutes,
  PluginDependencies,
  ServerPlugin,
} from '@inaam/plugins/server-plugin.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import type { PluginAnswers } from '@inaam/contract/calls.ts';
import type { Shutdown } from '../database/run-program.ts';
import { addressMatcher } from '../platform/addresses.ts';
import { InaamError } from '../platform/errors.ts';
import { addClientAddress } from '../http/client-address.ts';
import { connectionLimits, serverOptions } from '../http/overload.ts';
import { sendPlainText } from '../http/responses.ts';
import { closeConnectionsWhenStopping } from '../http/request-log.ts';
import { frameworkLog } from '../platform/log.ts';
import { sendBudget } from '../sms/send-budget.rules.ts';
import { serveBuiltFiles } from '../http/page/built-files.ts';
import type { ConsoleContext, ConsoleContexts } from '../console/context.ts';
import { consoleHandlers } from './console-handlers.ts';
import { readLastDay } from '../draw/ledger.sql.ts';
import { registerConsoleCalls } from '../console/routes.ts';
import { endSlowBodies } from '../console/refusal.ts';

type Usual = 'smsPaise' | 'takesPasskeys' | 'variables';
type Made = 'campaigns' | 'readLastDay';

/** Without `smsPaise` the usual price, without `takesPasskeys` they are taken. */
export type ConsoleOptions = Omit<ConsoleContext, Made | Usual> & {
  [Name in Usual]?: ConsoleContext[Name];
} & {
  /** Besides `campaign`, of the same database and with the same secrets. */
  furtherCampaigns?: readonly (ConsoleContext['campaigns'][number] &
    Pick<ConsoleContext, 'publicOrigin'>)[];
  /** The folder of the built page; undefined: only the calls are served. */
  site: string | undefined;
  /** In place of those that are installed, in tests. */
  plugins?: readonly ServerPlugin[];
  /** Without it no voucher codes can be loaded. */
  loaderAccess?: ConsoleRoutes['loaderAccess'];
  trustedProxies?: readonly string[];
  /** While it returns true, connections are closed after each answer. */
  isStopping?: () => boolean;
  addRoutes?: (app: FastifyInstance) => void;
};

/** Closing the app waits for the requests in flight. */
export async function buildConsoleApp(options: ConsoleOptions): Promise<FastifyInstance> {
  const { log, site, origin, trustedProxies = [], isStopping = () => false } = options;
  const { plugins = serverPlugins, loaderAccess } = options;
  const uploads = plugins.flatMap((plugin) => plugin.uploads ?? []);
  const app = fastify({
    ...serverOptions(connectionLimits),
    // Each route has a lower limit.
    requestTimeout: Math.max(
      connectionLimits.requestTimeoutMs,
      ...uploads.map(({ minutesMax }) => minutesMax * 60_000),
    ),
    return503OnClosing: false,
    // Requests are logged only by the name of their call.
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: frameworkLog(log),
    // Fastify's own answers would quote the address.
    frameworkErrors: (_error, _request, reply) => {
      void reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // No hook sees this request, so the server would wait as long for its body as for a file.
        connection: 'close',
      });
      void sendPlainText(reply, 400, 'Not understood.');
    },
  });
  app.server.maxConnections = connectionLimits.connectionsMax;
  addClientAddress(app, addressMatcher(trustedProxies), log);
  closeConnectionsWhenStopping(app, isStopping);
  endSlowBodies(app, connectionLimits.requestTimeoutMs);
  await setConsoleHeaders(app, origin.startsWith('https:'));
  await app.register(cookie);
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call === undefined || call === 'live' || call === 'ready') return;
    log.info({ call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, '');
  });
  const contexts = contextsOf(options);
  const campaignOf = (token: string) => plugins.map((one) => one.campaignOf?.(token)).find(Boolean);
  const samplesOf: ConsoleRoutes['samplesOf'] = (...given) =>
    plugins.reduce<PluginAnswers>((all, one) => ({ ...all, ...one.samplesOf?.(...given) }), {});
  const own = { contexts, hasPage: site !== undefined, loaderAccess, campaignOf, samplesOf };
  await registerConsoleCalls(app, contexts, consoleHandlers, async (api) => {
    // Separate, so that no other call accepts a file as its body.
    for (const { add } of uploads) await api.register(async (scope) => add(scope, own));
  });
  for (const { routes } of plugins) await routes?.(app, own);
  options.addRoutes?.(app);
  if (site !== undefined) await servePage(app, site);
  return app;
}

/** One per campaign: what a process remembers of one is never shown in another. */
function contextsOf({ furtherCampaigns = [], ...options }: ConsoleOptions): ConsoleContexts {
  const { campaign, keys } = options;
  const campaigns = [{ campaign, keys }, ...furtherCampaigns];
  const contextOf = (own: (typeof campaigns)[number]): ConsoleContext => ({
    ...options,
    ...own,
    campaigns,
    readLastDay: readLastDay(options.database, own.campaign.id),
    takesPasskeys: options.takesPasskeys ?? true,
    variables: options.variables ?? {},
    smsPaise: options.smsPaise ?? sendBudget.smsPaise,
  });
  return [contextOf({ campaign, keys }), ...furtherCampaigns.map(contextOf)];
}

const yearSeconds = 31_536_000;

async function setConsoleHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine and the plots set inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        // The preview of the site, whose own policy restricts it.
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure && { maxAge: yearSeconds, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: isSecure && { policy: 'same-origin' },
    originAgentCluster: isSecure,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

class ConsoleNotBuilt extends InaamError {
  override name = 'ConsoleNotBuilt';
}

/** Any address that is neither a file nor a call gets the page. */
async function servePage(app: FastifyInstance, site: string): Promise<void> {
  const page = await readFile(path.join(site, 'index.html')).catch(() => {
    throw new ConsoleNotBuilt('The page of the console is not built. Run `npm run build`.');
  });
  await serveBuiltFiles(app, site);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(assets|preview-assets|preview|art)\//.test(request.url)) {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    }
    return reply
      .code(200)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** Begins what plugins do in `console` for one campaign. */
export async function addPlugins(
  shutdown: Pick<Shutdown, 'add'>,
  own: PluginDependencies,
): Promise<void> {
  for (const plugin of serverPlugins) {
    const started = await plugin.console?.(own);
    if (started) shutdown.add('the plugins', () => started.stop());
  }
}
