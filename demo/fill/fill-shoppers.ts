// Who comes to the demonstration's campaign, from where, and when. The same seed gives the same
// shoppers.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { dayStart, hourMs } from '@inaam/server/platform/period.rules.ts';
import {
  arrivalsOf,
  defaultHabits,
  stateWeights,
  visitorGenerator,
  type SimulatedVisitor,
} from '../simulation/visitors.ts';
import {
  cumulativeSums,
  pickWeighted,
  seededRandom,
  type SeededRandom,
} from '../simulation/seeded-random.ts';

export type ShopperPlan = {
  seed: string;
  shoppers: number;
  /** First and last day, by the campaign's clock. */
  from: string;
  to: string;
  /** Wall time, ms; nobody comes after it. */
  until: number;
  campaignOffsetMs: number;
};

type PastVisit = {
  userKey: string;
  now: number;
  query: Record<string, string>;
  language: string;
};

/** Wall times, ascending. */
export type HourOfShoppers = {
  at: number;
  visits: PastVisit[];
  shoppers: SimulatedVisitor[];
};

/** Visitors who only look, per registration. */
const lookers = 0.7;

/** Where the QR code is printed or shown. */
const sources = [
  { weight: 62, medium: 'pack', campaign: 'pack' },
  { weight: 17, medium: 'shelf', campaign: 'kirana-shelf' },
  { weight: 9, medium: 'poster', campaign: 'metro-poster' },
  { weight: 7, medium: 'print', campaign: 'sunday-paper' },
  { weight: 5, medium: 'social', campaign: 'instagram' },
] as const;
const sourceSums = cumulativeSums(sources.map(({ weight }) => weight));

export function shoppersByHour(campaign: ServerCampaign, plan: ShopperPlan): HourOfShoppers[] {
  const { seed, campaignOffsetMs: offset } = plan;
  const random = (purpose: string) => seededRandom(seed, purpose);
  const weights = stateWeights(campaign.states);
  const habits = { ...defaultHabits, dropBeforeCode: 0.13 };
  const visitor = visitorGenerator(seed, habits, campaign.states, weights);
  const [faces, links, tongues] = [random('faces'), random('links'), random('languages')];
  const languageOf = languagesOf(campaign.languages, tongues);
  const numbers = mobilesOf(seed);
  const opened = dayStart(plan.from) - offset;
  const hours = new Map<number, HourOfShoppers>();
  const hourOf = (time: number): HourOfShoppers => {
    const at = Math.floor(time / hourMs) * hourMs;
    const hour = hours.get(at) ?? { at, visits: [], shoppers: [] };
    hours.set(at, hour);
    return hour;
  };
  const timesOf = (purpose: string, count: number) =>
    arrivalsUntil(plan, count, random(purpose)).map((time) => time - offset);

  for (const time of timesOf('arrivals', plan.shoppers)) {
    const made = visitor(time);
    const shopper = { ...made, mobile: numbers(made.mobile), name: nameOf(faces) };
    const hour = hourOf(time);
    hour.shoppers.push(shopper);
    const visitedAt = Math.max(opened, time - links.integerBelow(40_000));
    const visit = visitOf(links, shopper.userKey, visitedAt);
    hour.visits.push({ ...visit, language: languageOf() });
  }
  for (const time of timesOf('lookers', Math.round(plan.shoppers * lookers))) {
    const visit = visitOf(links, links.bytes(24).toString('base64url'), time);
    hourOf(time).visits.push({ ...visit, language: languageOf() });
  }
  return [...hours.values()].toSorted((a, b) => a.at - b.at);
}

/** The given number of arrivals, all before the end. Campaign times, ascending. */
function arrivalsUntil(
  { from, to, until, campaignOffsetMs }: ShopperPlan,
  count: number,
  random: SeededRandom,
): number[] {
  let times: number[] = [];
  for (let asked = count; times.length < count; asked = Math.ceil(asked * 1.2)) {
    times = arrivalsOf({ from, to }, asked, random)
      .flatMap(({ at }) => at)
      .filter((time) => time < until + campaignOffsetMs);
  }
  while (times.length > count) times.splice(random.integerBelow(times.length), 1);
  return times;
}

/** Most keep the page's first language; the rest use the others. */
function languagesOf(languages: readonly string[], random: SeededRandom): () => string {
  const [first = 'en'] = languages;
  const sums = cumulativeSums(languages.map((_, place) => Math.round(100 / (place + 1))));
  return () => languages[pickWeighted(random, sums)] ?? first;
}

function visitOf(random: SeededRandom, userKey: string, now: number): Omit<PastVisit, 'language'> {
  const { medium, campaign } = sources[pickWeighted(random, sourceSums)] ?? sources[0];
  const query = { utm_source: 'qrcode', utm_medium: medium, utm_campaign: campaign };
  return { userKey, now, query };
}

/** Maps the generator's consecutive numbers to numbers that begin with 6 to 9. */
function mobilesOf(seed: string): (mobile: string) => string {
  const [first, all, step] = [6_000_000_000, 4_000_000_000, 1_234_567_891];
  const shift = seededRandom(seed, 'numbers').integerBelow(all);
  // `step` and `all` are coprime, so no two numbers coincide.
  return (mobile) =>
    String(first + (((((Number(mobile) - 5_000_000_000) * step) % all) + shift) % all));
}

const firstNames =
  'Aarav Aditi Ananya Arjun Deepa Dev Divya Farhan Gauri Harish Imran Isha Karthik Kavya Lakshmi Manish Meera Naveen Neha Nikhil Pooja Priya Rahul Ravi Riya Rohan Sanjay Sara Shreya Sunita Tanvi Varun Vikram Yash Zoya'.split(
    ' ',
  );
const lastNames =
  'Agarwal Banerjee Bhat Chauhan Das Desai Fernandes Ghosh Gupta Iyer Jain Joshi Kaur Khan Kulkarni Kumar Menon Mishra Nair Naidu Patel Patil Rao Reddy Roy Shah Sharma Shetty Singh Thomas Verma Yadav'.split(
    ' ',
  );

const nameOf = (random: SeededRandom) =>
  [firstNames, lastNames].map((names) => names[random.integerBelow(names.length)]).join(' ');

// Two people who claim for many numbers on one phone, so that there is something to review.

/** How many numbers each has, and how many hours before the end. */
const suspects = [
  { numbers: 9, before: 22, wrongCodes: 0 },
  { numbers: 8, before: 5, wrongCodes: 4 },
] as const;

/**
 * Shoppers of one hour are evaluated together, so the first vouchers are sent before there are too
 * many.
 */
const perHour = 3;
const betweenMs = 4 * 60_000;

/** Adds them to the hours in which they come. */
export function addSuspects(
  hours: readonly HourOfShoppers[],
  states: readonly string[],
  seed: string,
): void {
  const random = seededRandom(seed, 'suspects');
  for (const { numbers, before, wrongCodes } of suspects) {
    const begin = Math.max(0, hours.length - before);
    const userKey = random.bytes(24).toString('base64url');
    // A shop sells consecutive numbers.
    const first = 7_000_000_000 + random.integerBelow(900_000_000);
    const state = states[random.integerBelow(states.length)] ?? '';
    for (let place = 0; place < numbers; place++) {
      const hour = hours[begin + Math.floor(place / perHour)];
      hour?.shoppers.push({
        userKey,
        mobile: String(first + place * 7),
        name: 'Made Up',
        state,
        at: hour.at + (place % perHour) * betweenMs,
        typesCode: true,
        resends: false,
        wrongCodes: place % 3 === 2 ? wrongCodes : 0,
        spins: true,
      } satisfies SimulatedVisitor);
    }
  }
}
