// The console and the delivery on a separate database, in the console's role.
import type { FastifyInstance } from 'fastify';
import { buildConsoleApp, type ConsoleOptions } from '@inaam/server/console/app.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { testDatabase } from '../../setup/cluster/test-database.ts';
import { consoleOrigin } from './console-account.ts';
import { deliveryFixture, type DeliveryFixture } from '../delivery/delivery-fixture.ts';

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
