// Runs the real rules on an empty database, day by day. It uses neither the machine's clock nor
// real randomness, so a seed always gives the same result.
import { createHash } from 'node:crypto';
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { commitmentOf } from '../draw/campaign-commitment.ts';
import { localCards } from '../draw/cards/open-draw.ts';
import { keysOf, type Secrets } from '../platform/keys.ts';
import { drawSecretOf, type DrawParts } from '../draw/commitment.rules.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import { unlimitedBudget } from '../codes/send-budget.rules.ts';
import { dayStart, indianDay } from '../platform/period.rules.ts';
import { readBudget, readDeckUse, type BudgetRow } from '../draw/budgets.sql.ts';
import { commitDraw } from '../draw/commitments.sql.ts';
import type { Database } from '../database/database.ts';
import { createStorage } from '../http/context.ts';
import { deleteAllJobs } from '../messages/queue/job-queue.sql.ts';
import { refreshStatistics } from './temporary-database.ts';
import { arrivalsOf } from './arrivals.ts';
import { visitorGenerator, stateWeights, type Habits, type StateShares } from './visitors.ts';
import { seededRandom } from './seeded-random.ts';
import { bringToWheel, spin, type Spinner, type SimulationContext } from './shopper-journey.ts';
import { scaleCampaign } from './scale-campaign.ts';
import { emptyDayCounts, type DayCounts } from './day-counts.ts';

export type SimulationPlan = {
  seed: string;
  /** Before scaling. */
  shoppers: number;
  days: number | undefined;
  /** Real shoppers, cards and rewards per simulated one. */
  scale: number;
  states: StateShares;
  habits: Habits;
};

export type SimulationResult = {
  days: DayCounts[];
  budget: BudgetRow[];
  /** The day on which each pool was used up; null if it was not. */
  usedUp: Record<string, string | null>;
  unpaid: number;
};

const batchSize = 1000;
const dayMs = 86_400_000;
/** Participants return between 9:00 and 21:00. */
const returning = { from: 9 * 3_600_000, length: 12 * 3_600_000 } as const;

/** @param database migrated and empty */
export async function simulateCampaign(
  database: Database,
  whole: ServerCampaign,
  plan: SimulationPlan,
  signal: AbortSignal,
): Promise<SimulationResult> {
  const campaign = scaleCampaign(whole, plan.scale);
  const context = await createContext(database, campaign, plan.seed);
  const { programme, id } = campaign;
  const shoppers = Math.round(plan.shoppers / plan.scale);
  const arrivals = arrivalsOf(programme, shoppers, seededRandom(plan.seed, 'arrivals'));
  const weights = stateWeights(campaign.states, plan.states);
  const visitor = visitorGenerator(plan.seed, plan.habits, campaign.states, weights);
  const returnTimes = seededRandom(plan.seed, 'patience');

  const countsByDay = new Map<string, DayCounts>();
  const countsOf = (day: string) => {
    const counts = countsByDay.get(day) ?? emptyDayCounts(day);
    countsByDay.set(day, counts);
    return counts;
  };
  const usedUp: SimulationResult['usedUp'] = {};
  const owed = new Set<string>();
  let waiting: Spinner[] = [];
  let batches = 0;
  const simulateDay = async (day: string, at: readonly number[]) => {
    const back = scheduleReturns(waiting, day, () => returnTimes.integerBelow(returning.length));
    waiting = [];
    for (const { visitors, spinners } of batchesOf(at.map(visitor), back)) {
      signal.throwIfAborted();
      const fresh = await bringToWheel(context, visitors, countsOf(day));
      waiting.push(...(await spin(context, [...spinners, ...fresh], countsOf, owed)));
      await deleteAllJobs(database);
      batches += 1;
      // Whenever the tables have doubled in size.
      if (Number.isInteger(Math.log2(batches))) await refreshStatistics(database);
    }
    const deck = await readDeckUse(database, id);
    for (const { pool, kind, remaining, promised } of await readBudget(database, id)) {
      // A card that is bound but not played is not given to anybody else.
      const isUsedUp = kind === 'chance' ? deck?.bound === deck?.cards : remaining === promised;
      usedUp[pool] ??= isUsedUp ? day : null;
    }
  };
  for (const { day, at } of arrivals.slice(0, plan.days)) await simulateDay(day, at);
  // Verified participants may spin for one more day after the end.
  if (waiting.length > 0) await simulateDay(indianDay(dayStart(programme.to) + dayMs), []);
  return {
    days: [...countsByDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    budget: await readBudget(database, id),
    usedUp,
    unpaid: owed.size,
  };
}

async function createContext(
  database: Database,
  campaign: ServerCampaign,
  seed: string,
): Promise<SimulationContext> {
  const secrets = secretsOf(seed);
  const keys = keysOf(secrets, campaign.id);
  const at = dayStart(campaign.programme.from) - dayMs;
  const operator = { by: 'simulation', why: 'a simulation', at };
  await commitDraw(database, commitmentOf(campaign, secrets), campaign.fixed, operator);
  const storage = createStorage({
    database,
    campaign,
    rateLimits: { ...rateLimits, budget: unlimitedBudget },
    readCards: localCards(database, campaign.id, secrets.draw),
  });
  const [language = 'en'] = campaign.languages;
  const words = campaign.words(language);
  return {
    storage,
    keys,
    random: seededRandom(seed, 'tokens'),
    noticeHash: noticeHash(words),
    fixed: campaign.fixed,
  };
}

/** Not secret: derived from the seed. */
export function secretsOf(seed: string): Secrets & { drawParts: DrawParts } {
  const secret = (name: string) =>
    new Uint8Array(createHash('sha256').update(`simulation|${name}|${seed}`).digest());
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

function scheduleReturns(waiting: readonly Spinner[], day: string, after: () => number): Spinner[] {
  return waiting
    .map((spinner) => ({ ...spinner, at: dayStart(day) + returning.from + after() }))
    .toSorted((a, b) => a.at - b.at);
}

/** In the order of arrival. */
function* batchesOf<Visitor extends { at: number }>(
  visitors: readonly Visitor[],
  back: readonly Spinner[],
): Generator<{ visitors: Visitor[]; spinners: Spinner[] }> {
  let [nextVisitor, nextBack] = [0, 0];
  while (nextVisitor < visitors.length || nextBack < back.length) {
    const taken: { visitors: Visitor[]; spinners: Spinner[] } = { visitors: [], spinners: [] };
    while (taken.visitors.length + taken.spinners.length < batchSize) {
      const visitor = visitors[nextVisitor];
      const spinner = back[nextBack];
      if (visitor && (!spinner || visitor.at <= spinner.at)) {
        taken.visitors.push(visitor);
        nextVisitor += 1;
      } else if (spinner) {
        taken.spinners.push(spinner);
        nextBack += 1;
      } else break;
    }
    yield taken;
  }
}
