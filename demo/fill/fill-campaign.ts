// Goes hour by hour, so that the ledger, the limits and the stock see the shoppers in order.
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { localCards } from '@inaam/server/draw/cards/open-draw.ts';
import { allKeysOf, type AllKeys } from '@inaam/server/platform/keys.ts';
import type { Progress } from '@inaam/server/operator/progress.ts';
import { dayStart, indianDay, dayMs, hourMs } from '@inaam/server/platform/period.rules.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import {
  bringToWheel,
  spin,
  type SimulationContext,
  type Spinner,
} from '../simulation/shopper-journey.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { createStorage } from '@inaam/server/main/storage.ts';
import { visitLog, type VisitLog } from '@inaam/server/participants/visit-log.sql.ts';
import {
  deliverPast,
  evenShares,
  type Ended,
  type PastDelivery,
  settleOldFailures,
} from './fill-delivery.ts';
import {
  addSuspects,
  shoppersByHour,
  type ShopperPlan,
  type HourOfShoppers,
} from './fill-shoppers.ts';
import { demoRateLimits } from '../settings.ts';
import { type RolePools, stockDemoVouchers } from '../database/commit-campaign.ts';
import { readWaitingMessages } from '../database/demonstration.sql.ts';
import type { DemoSecrets } from '../stored-state.ts';
import { demoPlugins } from '@inaam/plugins/demo.ts';

export type Filling = {
  campaign: ServerCampaign;
  secrets: DemoSecrets;
  plan: ShopperPlan;
  pools: RolePools;
  /** In the draw's role. */
  draws: Database;
  /** Wall time, ms. */
  now: number;
  progress: Progress;
};

/** Numbers to try in the console. */
export type Examples = { what: string; mobile: string }[];

/** The last winners, whose vouchers are sent when the demonstration starts. */
const waitingWinners = 4;
const lastHours = 12;

export async function fillCampaign(filling: Filling): Promise<Examples> {
  const { campaign, plan, progress } = filling;
  const run = runOf(filling);
  const { loader: database } = filling.pools;
  const options = {
    database,
    campaign,
    keys: run.context.keys,
    clocks: { wall: () => filling.now },
  };
  for (const { fill } of demoPlugins) run.context.nextPurchase = await fill(options, plan.shoppers);
  const hours = shoppersByHour(campaign, plan);
  addSuspects(hours, campaign.states, plan.seed);
  for (const [place, hour] of hours.entries()) {
    progress.show(`Filling ${run.dayOf(hour)}`, place / hours.length);
    await fillHour(run, hour, place >= hours.length - lastHours);
  }
  const late = run.late.map((one, place) => ({ ...one, at: plan.until + place * 1000 }));
  await spin(run.context, late);
  return [...run.examples.values()];
}

type Run = {
  context: SimulationContext & { keys: AllKeys };
  visits: VisitLog;
  delivery: PastDelivery;
  /** @param at wall time, ms */
  beginDay: (at: number) => Promise<unknown>;
  dayOf: (hour: HourOfShoppers) => string;
  day: string;
  /** Shoppers who must return on another day. */
  waiting: Spinner[];
  late: Spinner[];
  examples: Map<string, { what: string; mobile: string }>;
};

function runOf({ campaign, secrets, plan, pools, draws, now }: Filling): Run {
  const { seed, campaignOffsetMs } = plan;
  const { database, deliveries, loader } = pools;
  const keys = allKeysOf(secrets, campaign.id);
  const [language = 'en'] = campaign.languages;
  const readCards = localCards(draws, campaign.id, secrets.draw);
  const level = { full: Math.ceil(plan.shoppers / 4) + 400, low: plan.shoppers / 8 + 200 };
  return {
    context: {
      storage: createStorage({ database, campaign, rateLimits: demoRateLimits, readCards }),
      keys,
      random: seededRandom(seed, 'tokens'),
      noticeHash: noticeHash(campaign.words(language)),
      fixed: campaign.fixed,
      campaignOffsetMs,
    },
    visits: visitLog(database, campaign.id, (reason) => {
      throw new Error(`A visit was not stored: ${reason}.`);
    }),
    delivery: {
      database: deliveries,
      campaign,
      keys,
      campaignOffsetMs,
      until: now,
      outage: outageOf(plan),
      random: seededRandom(seed, 'delivery'),
      nextShare: evenShares(seededRandom(seed, 'ends').next()),
    },
    beginDay: async (at) => {
      await stockDemoVouchers(
        {
          database: loader,
          campaign,
          keys,
          clocks: { wall: () => at, campaign: () => at + campaignOffsetMs },
        },
        level,
      );
      await settleOldFailures(loader, campaign.id, at);
    },
    dayOf: ({ at }) => indianDay(at + campaignOffsetMs),
    day: '',
    waiting: [],
    late: [],
    examples: new Map(),
  };
}

async function fillHour(run: Run, hour: HourOfShoppers, isLast: boolean): Promise<void> {
  const { context, delivery } = run;
  const day = run.dayOf(hour);
  const isNewDay = day !== run.day;
  run.day = day;
  if (isNewDay) await run.beginDay(hour.at);
  for (const visit of hour.visits) run.visits.note({ ...visit, ipInfo: null });
  await run.visits.flush();
  const back = isNewDay ? run.waiting.splice(0).map((one) => ({ ...one, at: hour.at })) : [];
  const fresh = await bringToWheel(context, hour.shoppers);
  const spinners = [...back, ...fresh];
  const late = isLast ? spinners.splice(0, waitingWinners - run.late.length) : [];
  run.late.push(...late);
  run.waiting.push(...(await spin(context, spinners)));
  const waiting = await readWaitingMessages(delivery.database, delivery.campaign.id);
  const typists = new Set(hour.shoppers.flatMap((one) => (one.typesCode ? [one.userKey] : [])));
  const ended = await deliverPast(delivery, waiting, (userKey) => typists.has(userKey));
  keepExamples(run, hour, ended, late);
}

const neverEntered = 'Did not enter the OTP';

/** The newest number of each kind. */
function keepExamples(
  { context, examples }: Run,
  { shoppers }: HourOfShoppers,
  ended: readonly Ended[],
  late: readonly Spinner[],
): void {
  const { pseudonymOf, mobileIndex } = context.keys;
  const mobiles = new Map(
    shoppers.map(({ mobile }) => [
      Buffer.from(pseudonymOf(mobileIndex(mobile))).toString('hex'),
      mobile,
    ]),
  );
  const keep = (what: string, pseudonym: Buffer) => {
    const mobile = mobiles.get(pseudonym.toString('hex'));
    if (mobile !== undefined) examples.set(what, { what, mobile });
  };
  for (const { pseudonym, isDelivered } of ended) {
    keep(isDelivered ? 'Got the voucher' : 'The voucher did not arrive', pseudonym);
  }
  for (const { pseudonym } of late) keep('Waits for the voucher', pseudonym);
  const quiet = shoppers.findLast(({ typesCode }) => !typesCode);
  if (quiet) examples.set(neverEntered, { what: neverEntered, mobile: quiet.mobile });
}

/** Three quarters of an hour, in the evening after the first third of the period. */
function outageOf({ from, to, campaignOffsetMs }: ShopperPlan): { from: number; until: number } {
  const days = Math.round((dayStart(to) - dayStart(from)) / dayMs);
  const evening = dayStart(from) + Math.floor(days / 3) * dayMs + 19 * hourMs - campaignOffsetMs;
  return { from: evening, until: evening + 0.75 * hourMs };
}
