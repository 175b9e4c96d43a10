// Two people who claim for many numbers on one phone, so that the review page has something to
// show. The demonstration's rule holds their vouchers after the first three.
import { seededRandom } from '../simulation/seeded-random.ts';
import type { SimulatedVisitor } from '../simulation/visitors.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { writeSetting } from '@inaam/server/review/settings.sql.ts';
import type { HourOfShoppers } from './fill-shoppers.ts';

/** How many numbers each has, and how many hours before the end. */
const suspects = [
  { numbers: 9, before: 22, wrongCodes: 0 },
  { numbers: 8, before: 5, wrongCodes: 4 },
] as const;

/** All their numbers together. */
export const suspectNumbers = suspects.reduce((sum, { numbers }) => sum + numbers, 0);

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

/** Settings that a manager would have made before the first day. @param owner of the database */
export async function setDemoRules(owner: Database, campaign: string, at: number): Promise<void> {
  const set = (rule: 'device' | 'guesses', mode: 'watch' | 'hold') => {
    const setting = { mode, threshold: 4, windowHours: 24 } as const;
    return writeSetting(owner, campaign, rule, setting, {
      campaign,
      command: 'console review rule',
      operator: { by: 'Demo', reason: 'the demonstration', at },
      details: { rule, ...setting },
    });
  };
  await set('device', 'hold');
  await set('guesses', 'watch');
}
