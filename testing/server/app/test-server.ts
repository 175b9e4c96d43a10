// The real server on a test database, with clocks controlled by the test.
import { revealSecret } from '@inaam/server/draw/draw-reveal.sql.ts';
import { revealFrom } from '@inaam/server/platform/period.rules.ts';
import { rateLimits, type RateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';
import { testDatabase } from '../../setup/cluster/test-database.ts';
import {
  serverOnDatabase,
  testSecrets,
  type TestServer as ServerOnDatabase,
  type TestServerOptions,
} from './server-on-database.ts';

export type TestServer = ServerOnDatabase;

/** Production's limits of devices and numbers; no code needs a proof of work. */
export const limitsWithoutPrices: RateLimits = { ...rateLimits, budget: unlimitedBudget };

/** Starts in the middle of the programme, without listening: use `app.inject`. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  return serverOnDatabase(await testDatabase(), options);
}

/** The secret of the draw, as soon as no reward can be claimed. */
export async function revealDraw({ database, campaign, time }: TestServer): Promise<void> {
  const operator = { by: 'asha', reason: 'the end', at: time.wall };
  const from = revealFrom(campaign.programme);
  await revealSecret(database, campaign.id, testSecrets.draw, operator, from);
}
