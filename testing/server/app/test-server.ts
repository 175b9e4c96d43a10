// The real server on a test database, with clocks that the test controls.
import { rateLimits, type RateLimits } from '@inaam/server/rules/codes/rate-limits.ts';
import { unlimitedBudget } from '@inaam/server/rules/codes/send-budget.ts';
import { testDatabase } from '../../setup/cluster/test-database.ts';
import {
  serverOnDatabase,
  type TestServer as ServerOnDatabase,
  type TestServerOptions,
} from './server-on-database.ts';

export type TestServer = ServerOnDatabase;

/** Production's limits of devices and numbers, where no code needs a proof of work. */
export const limitsWithoutPrices: RateLimits = { ...rateLimits, budget: unlimitedBudget };

/** Starts in the middle of the programme, without listening: use `app.inject`. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  return serverOnDatabase(await testDatabase(), options);
}
