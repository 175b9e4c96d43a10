// The console and the delivery on a separate database, in the console's role.
import type { FastifyInstance } from 'fastify';
import { buildConsoleApp, type ConsoleOptions } from '@inaam/server/main/console-app.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { testDatabase } from '../../setup/cluster/test-database.ts';
import { deliveryFixture, type DeliveryFixture } from '../delivery/delivery-fixture.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';

export type DeliveryConsole = {
  fixture: DeliveryFixture;
  app: FastifyInstance;
  /** In the console's role. */
  database: Database;
  close: () => Promise<void>;
};

export async function deliveryConsole(
  connections: number,
  options: Partial<ConsoleOptions> = {},
): Promise<DeliveryConsole> {
  const clone = await testDatabase();
  const fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
  const database = openDatabase(clone.url, connections, 'general', 'inaam_console');
  const { campaign, keys, clocks, log } = fixture;
  const context = { database, campaign, keys, clocks, log, origin: consoleOrigin };
  const app = await buildConsoleApp({ ...context, site: undefined, ...options });
  return {
    fixture,
    app,
    database,
    close: async () => {
      await app.close();
      await database.end();
      await fixture.database.end();
      await clone.drop();
    },
  };
}

/** @public For plugins. Without https, so the cookie has no prefix. */
export const consoleOrigin = 'http://localhost:8090';

type Options = {
  app: FastifyInstance;
  /** As the owner: the console cannot create accounts. */
  database: Database;
  campaign: { id: string };
  clocks: { wall: () => number };
};

type ConsoleAccount = {
  id: string;
  call: (name: ConsoleCallName, fields: object) => Promise<{ status: number; body: unknown }>;
};

/** Signs a new account in and makes calls with its session. */
export async function consoleAccount(
  { app, database, campaign, clocks }: Options,
  name: string,
  role: ConsoleRole,
): Promise<ConsoleAccount> {
  const at = clocks.wall();
  const { id } = await openAccount(database, { campaign: campaign.id, name, role, at });
  const token = newToken();
  await writeSession(database, { tokenHash: hashOf(token), account: id, at });
  return {
    id,
    call: async (called, fields) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: `/api/${consoleCalls[called].path}`,
        headers: { origin: consoleOrigin, 'content-type': 'application/json' },
        cookies: { 'inaam-console': token },
        payload: JSON.stringify(fields),
      });
      const answer: unknown = JSON.parse(body);
      return { status: statusCode, body: answer };
    },
  };
}
