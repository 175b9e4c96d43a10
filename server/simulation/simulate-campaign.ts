// Plays a whole campaign of made-up shoppers against the real rules and a real, empty database, day by day. The same plan
// plays the same: nothing in it looks at this machine's clock or at chance. Prints nothing, sends no SMS.
import { createHash } from 'node:crypto';
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { commitmentOf, lawsOf } from '../commitment.ts';
import { keysOf, type Secrets } from '../keys/keys.ts';
import { rateLimits } from '../rules/rate-limits.ts';
import { dayStart, indianDay } from '../rules/period.ts';
import { readBudget, type BudgetRow } from '../storage/budgets.ts';
import { commitDraw } from '../storage/commitments.ts';
import type { Database } from '../storage/database.ts';
import { createStorage } from '../storage/storage.ts';
import { deleteAllJobs } from '../storage/job-queue.ts';
import { refreshStatistics } from './temporary-database.ts';
import { arrivalsOf } from './arrivals.ts';
import { visitorGenerator, stateWeights, type Habits, type StateShares } from './visitors.ts';
import { seededRandom } from './seeded-random.ts';
import { bringToWheel, spin, type Spinner, type SimulationContext } from './shopper-journey.ts';
import { scaleCampaign } from './scale-campaign.ts';
import { emptyDayCounts, type DayCounts } from './day-counts.ts';

export type SimulationPlan = {
  seed: string;
  /** How many come in the whole programme, before they are scaled. */
  shoppers: number;
  /** Only the first days of the programme are played; undefined: all. */
  days: number | undefined;
  /** One shopper, one card and one reward are played for so many. */
  scale: number;
  states: StateShares;
  habits: Habits;
};

export type SimulationResult = {
  days: DayCounts[];
  /** The pools as the database keeps them at the end. */
  budget: BudgetRow[];
  /** The day on which a pool was used up; null: it was not. */
  usedUp: Record<string, string | null>;
  /** Participants who spun and have no reward at the end: they are owed one. */
  unpaid: number;
};

/** Shoppers who go through the calls together. */
const group = 1000;
const dayMs = 86_400_000;
/** When those who had to come again come: between nine in the morning and nine at night. */
const again = { from: 9 * 3_600_000, length: 12 * 3_600_000 } as const;

/**
 * @param database migrated, and empty
 * @param signal ends it before the next group
 * @throws what `signal` was aborted by
 */
export async function simulateCampaign(
  database: Database,
  whole: ServerCampaign,
  plan: SimulationPlan,
  signal: AbortSignal,
): Promise<SimulationResult> {
  const campaign = scaleCampaign(whole, plan.scale);
  const world = await makeWorld(database, campaign, plan.seed);
  const { programme, id } = campaign;
  const shoppers = Math.round(plan.shoppers / plan.scale);
  const arrivals = arrivalsOf(programme, shoppers, seededRandom(plan.seed, 'arrivals'));
  const weights = stateWeights(campaign.states, plan.states);
  const visitor = visitorGenerator(plan.seed, plan.habits, campaign.states, weights);
  const patience = seededRandom(plan.seed, 'patience');

  const tallies = new Map<string, DayCounts>();
  const tallyOf = (day: string) => {
    const tally = tallies.get(day) ?? emptyDayCounts(day);
    tallies.set(day, tally);
    return tally;
  };
  const usedUp: SimulationResult['usedUp'] = {};
  const owed = new Set<string>();
  let waiting: Spinner[] = [];
  let groups = 0;
  const playDay = async (day: string, at: readonly number[]) => {
    const back = comeAgain(waiting, day, () => patience.integerBelow(again.length));
    waiting = [];
    for (const { visitors, spinners } of groupsOf(at.map(visitor), back)) {
      signal.throwIfAborted();
      const fresh = await bringToWheel(world, visitors, tallyOf(day));
      waiting.push(...(await spin(world, [...spinners, ...fresh], tallyOf, owed)));
      await deleteAllJobs(database);
      groups += 1;
      // Each time that there is twice as much in the tables.
      if (Number.isInteger(Math.log2(groups))) await refreshStatistics(database);
    }
    for (const { pool, remaining } of await readBudget(database, id)) {
      usedUp[pool] ??= remaining === 0 ? day : null;
    }
  };
  for (const { day, at } of arrivals.slice(0, plan.days)) await playDay(day, at);
  // Who was verified may still spin for a day after the end.
  if (waiting.length > 0) await playDay(indianDay(dayStart(programme.to) + dayMs), []);
  return {
    days: [...tallies.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    budget: await readBudget(database, id),
    usedUp,
    unpaid: owed.size,
  };
}

/** Secrets, storage and rules of the real server; the draw is committed to, as before a start. */
async function makeWorld(
  database: Database,
  campaign: ServerCampaign,
  seed: string,
): Promise<SimulationContext> {
  const keys = keysOf(secretsOf(seed), campaign.id);
  const at = dayStart(campaign.programme.from) - dayMs;
  const operator = { by: 'simulation', why: 'a simulation', at };
  await commitDraw(database, commitmentOf(campaign, keys.drawSecret), lawsOf(campaign), operator);
  const storage = createStorage({ database, campaign, rateLimits, drawSecret: keys.drawSecret });
  const [language = 'en'] = campaign.languages;
  const words = campaign.words(language);
  return {
    storage,
    keys,
    dice: seededRandom(seed, 'pseudonyms'),
    noticeHash: noticeHash(words),
    fixed: campaign.fixed,
  };
}

/** Secrets of no worth, the same for the same seed. */
export function secretsOf(seed: string): Secrets {
  const secret = (name: string) =>
    new Uint8Array(createHash('sha256').update(`simulation|${name}|${seed}`).digest());
  return {
    identity: secret('identity'),
    index: secret('index'),
    code: secret('code'),
    draw: secret('draw'),
    seal: [{ id: 1, key: secret('seal') }],
  };
}

function comeAgain(waiting: readonly Spinner[], day: string, after: () => number): Spinner[] {
  return waiting
    .map((spinner) => ({ ...spinner, at: dayStart(day) + again.from + after() }))
    .toSorted((a, b) => a.at - b.at);
}

/** Who comes on a day, in order, in groups: a new visitor and one who is back wait in one queue. */
function* groupsOf<Visitor extends { at: number }>(
  visitors: readonly Visitor[],
  back: readonly Spinner[],
): Generator<{ visitors: Visitor[]; spinners: Spinner[] }> {
  let [nextVisitor, nextBack] = [0, 0];
  while (nextVisitor < visitors.length || nextBack < back.length) {
    const taken: { visitors: Visitor[]; spinners: Spinner[] } = { visitors: [], spinners: [] };
    while (taken.visitors.length + taken.spinners.length < group) {
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
