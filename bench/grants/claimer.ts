// One of the processes of measure-grants.ts: claims the rewards of its participants, a number of
// them at once, through the site's storage function. Sends 0 to its parent when it is ready, and
// its processor time in microseconds when it is done. Arguments: the database, how many at once,
// the first participant, how many in all.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { isDatabaseUnavailable } from '@inaam/server/database/connection-problems.ts';
import type { RewardClaim } from '@inaam/server/draw/grants.sql.ts';
import { createStorage } from '@inaam/server/http/context.ts';
import { cardOf, pseudonymOf } from './participants.ts';

const [url = '', ...numbers] = process.argv.slice(2);
const [atOnce = 0, first = 0, count = 0] = numbers.map(Number);
const database = openDatabase(url, 4, 'keyLookups');
const campaign = await loadCampaign('biscuit-2025');
const readCards = async (drawNumbers: readonly number[]) =>
  new Map(drawNumbers.map((drawNumber) => [drawNumber, cardOf(drawNumber)]));
const storage = createStorage({ database, campaign, rateLimits, readCards });

let next = first;
async function claimOn(): Promise<void> {
  while (next < first + count) {
    const drawNumber = (next += 1) - 1;
    const pseudonym = pseudonymOf(drawNumber);
    const claim = { pseudonym, drawNumber, today: '2025-07-01', now: Date.now() };
    await claimPatiently(claim);
  }
}

/** On a machine that is too busy a lock may take too long: the site would answer 503. */
async function claimPatiently(claim: RewardClaim): Promise<void> {
  for (;;) {
    try {
      const { amount } = await storage.grantRewards.one(claim);
      if (amount === undefined) throw new Error('Failed to measure: a claim got no reward.');
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}

// Connected and prepared before the start.
const nobody = { pseudonym: pseudonymOf(-1), drawNumber: undefined };
await storage.grantRewards.one({ ...nobody, today: '2025-07-01', now: 0 });
process.send?.(0);
process.once('message', () => void claimAll());

async function claimAll(): Promise<void> {
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, claimOn));
  const { user, system } = process.cpuUsage(before);
  await database.end();
  process.send?.(user + system);
  process.disconnect?.();
}
