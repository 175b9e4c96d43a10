// Three days of the biscuit campaign with a deck of one block, on the real rules and storage. A
// seed always gives the same shoppers.
import { createHash } from 'node:crypto';
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { commitmentOf } from '@inaam/server/draw/campaign-commitment.ts';
import { localCards } from '@inaam/server/draw/cards/open-draw.ts';
import { keysOf, type Secrets } from '@inaam/server/platform/keys.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';
import { drawSecretOf, type DrawParts } from '@inaam/server/draw/commitment.rules.ts';
import { dayStart, indianDay } from '@inaam/server/platform/period.rules.ts';
import { arrivalsOf, defaultHabits, visitorGenerator } from '@inaam/demo/simulation/visitors.ts';
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import {
  bringToWheel,
  spin,
  type SimulationContext,
  type Spinner,
} from '@inaam/demo/simulation/shopper-journey.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { commitDraw } from '@inaam/server/draw/commitments.sql.ts';
import { createStorage } from '@inaam/server/main/storage.ts';
import { biscuitCampaign } from '../campaign/committed-campaign.ts';

const seed = 'a small one';
const programme = { from: '2025-05-06', to: '2025-05-08' };
const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * @param database migrated and empty
 * @returns the draw's secrets
 */
export async function simulateDays(database: Database, shoppers: number) {
  const campaign = smallCampaign(await biscuitCampaign());
  const secrets = simulationSecrets();
  const context = await createContext(database, campaign, secrets);
  const weights = campaign.states.map(() => 1);
  const visitor = visitorGenerator(seed, defaultHabits, campaign.states, weights);
  const returnTimes = seededRandom(seed, 'patience');
  let waiting: Spinner[] = [];
  const simulateDay = async (day: string, at: readonly number[]) => {
    // Participants return between 9:00 and 21:00.
    const back = waiting.map((spinner) => ({
      ...spinner,
      at: dayStart(day) + 9 * hourMs + returnTimes.integerBelow(12 * hourMs),
    }));
    const fresh = await bringToWheel(context, at.map(visitor));
    waiting = await spin(context, [...back, ...fresh]);
  };
  for (const { day, at } of arrivalsOf(programme, shoppers, seededRandom(seed, 'arrivals'))) {
    await simulateDay(day, at);
  }
  // Verified participants may spin for one more day after the end.
  if (waiting.length > 0) await simulateDay(indianDay(dayStart(programme.to) + dayMs), []);
  return secrets;
}

const part = (rewards: number) => Math.round(rewards / 20_000);

function smallCampaign(whole: ServerCampaign): ServerCampaign {
  const { draw, fixed } = whole;
  return {
    ...whole,
    programme,
    fixed: fixed.map((reward) => ({ ...reward, rewards: Math.max(1, part(reward.rewards)) })),
    draw: {
      ...draw,
      deck: { ...draw.deck, blocks: 1 },
      whenDeckEnds:
        draw.whenDeckEnds.kind === 'reserve'
          ? { ...draw.whenDeckEnds, rewards: part(draw.whenDeckEnds.rewards) }
          : draw.whenDeckEnds,
    },
  };
}

async function createContext(
  database: Database,
  campaign: ServerCampaign,
  secrets: ReturnType<typeof simulationSecrets>,
): Promise<SimulationContext> {
  const at = dayStart(campaign.programme.from) - dayMs;
  const operator = { by: 'simulation', reason: 'a simulation', at };
  await commitDraw(database, commitmentOf(campaign, secrets), operator);
  await database.query('update inaam.head set has_own_clock = true where campaign = $1', [
    campaign.id,
  ]);
  const storage = createStorage({
    database,
    campaign,
    rateLimits: { ...rateLimits, budget: unlimitedBudget },
    readCards: localCards(database, campaign.id, secrets.draw),
  });
  return {
    storage,
    keys: keysOf(secrets, campaign.id),
    random: seededRandom(seed, 'tokens'),
    noticeHash: noticeHash(campaign.words('en')),
    fixed: campaign.fixed,
  };
}

const secret = (name: string) =>
  new Uint8Array(createHash('sha256').update(`simulation|${name}|${seed}`).digest());

function simulationSecrets(): Secrets & { drawParts: DrawParts } {
  const drawParts = [secret('draw, part one'), secret('draw, part two')] as const;
  return {
    identity: secret('identity'),
    index: secret('index'),
    code: secret('code'),
    draw: drawSecretOf(drawParts),
    drawParts,
    pseudonym: secret('pseudonym'),
    seal: [{ id: 1, key: secret('seal') }],
  };
}
