// `npx inaam --demo fill`: fills a campaign's weeks up to the current campaign time, with
// the real rules and storage.
import { serverPlugins } from '@inaam/plugins/server.ts';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Progress } from '@inaam/server/operator/progress.ts';
import { dayStart, indianDay, dayMs } from '@inaam/server/platform/period.rules.ts';
import {
  databaseTime,
  onConnection,
  openDatabase,
  type Database,
} from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { commitCampaign, openAsRoles } from '../database/commit-campaign.ts';
import {
  countFilled,
  countParticipants,
  isDelivering,
  refreshStatistics,
  type FilledCounts,
} from '../database/demonstration.sql.ts';
import { fillCampaign, type Examples } from './fill-campaign.ts';
import type { ShopperPlan } from './fill-shoppers.ts';
import type { Settings } from '../settings.ts';
import { advanceClock, storedSecrets, type DemoSecrets } from '../stored-state.ts';

const quietMs = 5 * 60_000;
const durationMsMin = 12 * 3_600_000;

export const fillUsage = `Usage: npx inaam --demo fill [options]

Fills the demonstration with a campaign: shoppers who came in the weeks before now.
Stop the demonstration first; its campaign clock is moved on by these weeks.

  --shoppers <number>  who register, 1 to 100000 (default 10000)
  --days <number>      over how many days, 1 to 120 (default 21)
  --seed <text>        the same seed gives the same shoppers (default 1)
  --again              add to the shoppers that there are
`;

const whole = (name: string, max: number) => {
  const message = `--${name} must be a whole number from 1 to ${max}.`;
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
};
const optionsShape = z.object({
  shoppers: whole('shoppers', 100_000),
  days: whole('days', 120),
  seed: z.string(),
  again: z.boolean(),
});
export type FillOptions = z.infer<typeof optionsShape>;

/**
 * @param typed the words after `fill`; undefined if help was requested
 * @throws Error with a remedy
 */
export function readFillOptions(typed: readonly string[]): FillOptions | undefined {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      shoppers: { type: 'string', default: '10000' },
      days: { type: 'string', default: '21' },
      seed: { type: 'string', default: '1' },
      again: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const { success, data, error } = optionsShape.safeParse(values);
  if (!success) throw new Error(error.issues.map(({ message }) => message).join('\n'));
  return data;
}

/** @param url of the demonstration's database, as its owner */
export async function fillDemo(
  settings: Pick<Settings, 'campaign' | 'dataFolder'>,
  url: string,
  options: FillOptions,
  progress: Progress,
): Promise<FilledDemo> {
  const owner = openDatabase(url, 2);
  const pools = openAsRoles(url);
  const draws = openDatabase(url, 1, 'keyLookups', 'inaam_draw');
  try {
    await migrate(owner);
    const now = await onConnection(owner, databaseTime);
    const found = await prepare(settings, options, owner, now);
    for (const plugin of serverPlugins) await plugin.demonstrate?.(owner, found.campaign.id, now);
    const examples = await fillCampaign({ ...found, pools, draws, now, progress });
    await refreshStatistics(owner);
    return {
      examples,
      report: reportOf(found.plan, await countFilled(owner, found.campaign.id), examples),
    };
  } finally {
    progress.clear();
    await Promise.all([owner.end(), draws.end(), pools.end()]);
  }
}

/** `report`: what there is now, in sentences. */
export type FilledDemo = { examples: Examples; report: string };

type Prepared = { campaign: ServerCampaign; secrets: DemoSecrets; plan: ShopperPlan };

/** All refusals come before the first change. */
async function prepare(
  settings: Pick<Settings, 'campaign' | 'dataFolder'>,
  { shoppers, days, seed, again }: FillOptions,
  owner: Database,
  now: number,
): Promise<Prepared> {
  const loaded = await loadCampaign(settings.campaign);
  const { from, to } = loaded.programme;
  const max = Math.round((dayStart(to) - dayStart(from)) / dayMs);
  if (days > max) throw new Error(`The programme has ${max + 1} days: --days is at most ${max}.`);
  if (await isDelivering(owner, loaded.id)) {
    throw new Error(
      'The demonstration is running. Stop it with Ctrl-C, fill it, and start it again: its clock is moved on.',
    );
  }
  const people = await countParticipants(owner, loaded.id);
  if (people > 0 && !again) {
    throw new Error(
      `The demonstration has ${people} participants already. Add --again to add to them, or remove the data folder to begin anew.`,
    );
  }
  await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 });
  const secrets = await storedSecrets(settings.dataFolder);
  const offset = await advanceClock(settings.dataFolder, loaded, now, days);
  const first = firstMoment({ opensAt: dayStart(from), now: now + offset, days });
  const campaign = await commitCampaign(owner, loaded, secrets, first - offset - dayMs);
  const plan = {
    seed: people > 0 ? `${seed}|${people}` : seed,
    shoppers,
    from: indianDay(first),
    to: indianDay(now + offset),
    until: now - quietMs,
    campaignOffsetMs: offset,
  };
  return { campaign, secrets, plan };
}

/**
 * Campaign time, ms.
 * @throws Error if it is too early for anybody to have come
 */
export function firstMoment({ opensAt, now, days }: Span): number {
  const first = Math.max(opensAt, dayStart(indianDay(now)) - days * dayMs);
  if (now - first >= durationMsMin) return first;
  throw new Error(
    'The campaign has not been open for 12 hours by today’s clock, so there is no past to fill. Try again later.',
  );
}

type Span = { opensAt: number; now: number; days: number };

const figure = (value: number) => value.toLocaleString('en-IN');

function reportOf(
  { from, to }: ShopperPlan,
  { visits, codes, verified, rewards, rupees }: FilledCounts,
  examples: Examples,
): string {
  return [
    `Filled from ${from} to ${to}. There are ${figure(visits)} visits now, ${figure(codes)} codes, ${figure(verified)} verified numbers, ${figure(rewards)} rewards of Rs ${figure(rupees)}.`,
    ...examples.map(({ what, mobile }) => `${what}: ${mobile}`),
    'Start the demonstration with `npm start`.',
    '',
  ].join('\n');
}
