// The real console on a test server's database, in the console's role.
import type { FastifyInstance } from 'fastify';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { buildConsoleApp, type ConsoleOptions } from '@inaam/server/main/console-app.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { openTestDatabase } from '../../setup/cluster/test-database.ts';
import type { TestServer } from '../app/test-server.ts';

export const consoleOrigin = 'http://localhost:8090';
const cookieName = 'inaam-console';

type Called = {
  status: number;
  body: unknown;
  /** `name=value`, as the browser sends it back; undefined if none was set. */
  cookie: string | undefined;
  /** Kept until the company's provider redirects back; '' once ended. */
  flow: string | undefined;
  headers: Readonly<Record<string, unknown>>;
};

type Circumstances = {
  cookie?: string | undefined;
  /** Instead of our page's headers. */
  headers?: Readonly<Record<string, string>>;
  address?: string;
};

export type TestConsole = {
  app: FastifyInstance;
  /** In the console's role. */
  database: Database;
  call: (name: ConsoleCallName, fields: object, around?: Circumstances) => Promise<Called>;
  /** @returns the cookie of a new session */
  signedIn: (role: ConsoleRole, name?: string) => Promise<string>;
  /** Facts and sentences, as one text. */
  logged: () => string;
  close: () => Promise<void>;
};

type Server = Pick<TestServer, 'database' | 'databaseUrl' | 'campaign' | 'keys' | 'time'>;

export async function testConsole(
  server: Server,
  options: Partial<ConsoleOptions> = {},
): Promise<TestConsole> {
  const { campaign, keys, time } = server;
  const database = openTestDatabase(server.databaseUrl, 4, 'inaam_console');
  const lines: string[] = [];
  const line = (facts: object, sentence: string) => {
    lines.push(`${JSON.stringify(facts)} ${sentence}`);
  };
  const app = await buildConsoleApp({
    database,
    campaign,
    keys,
    clocks: { wall: () => time.wall, campaign: () => time.campaign },
    log: { info: line, warn: line, error: line },
    origin: consoleOrigin,
    site: undefined,
    ...options,
  });
  const call: TestConsole['call'] = async (name, fields, around = {}) => {
    const { cookie, headers = { origin: consoleOrigin }, address = '192.0.2.1' } = around;
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${consoleCalls[name].path}`,
      headers: { 'content-type': 'application/json', ...headers, ...(cookie && { cookie }) },
      payload: JSON.stringify(fields),
      remoteAddress: address,
    });
    const setBy = (isFlow: boolean) =>
      answer.cookies.find(({ name: named }) => named.endsWith('-flow') === isFlow);
    const [set, flow] = [setBy(false), setBy(true)];
    return {
      status: answer.statusCode,
      body: answer.json<unknown>(),
      cookie: set && `${set.name}=${set.value}`,
      flow: flow && (flow.value === '' ? '' : `${flow.name}=${flow.value}`),
      headers: answer.headers,
    };
  };
  return {
    app,
    database,
    call,
    signedIn: async (role, name = `Test ${role}`) => {
      const at = time.wall;
      const account = await openAccount(server.database, { campaign: campaign.id, name, role, at });
      const token = newToken();
      await writeSession(server.database, { tokenHash: hashOf(token), account: account.id, at });
      return `${cookieName}=${token}`;
    },
    logged: () => lines.join('\n'),
    close: async () => {
      await app.close();
      await database.end();
    },
  };
}
