// Devices request codes for one number whenever the server gives one, or when they like.
import { seededRandom, type SeededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { codeTimes } from '../server/database/database-queries.ts';
import type { TestServer } from '../server/app/test-server.ts';
import { newMobile } from '../server/shopper/shopper.ts';
import { type Attack, Attackers } from './attackers.ts';

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;
const dailyMax = 12;
const nightlyMax = 3;
const patient = 10;

/** @param size days of requests */
export const bombing: Attack = async (server, size) => {
  const all: number[][] = [];
  for (let number = 0; number <= patient; number += 1) {
    const random = seededRandom(String(number), 'bombing');
    server.time.wall += Math.round(random.next() * day);
    // The first attackers request a code as soon as one can be sent, the others with pauses.
    all.push(await bomb(server, random, size, number === 0 ? 0 : (number / patient) * 1.5 * day));
  }
  const dayMaxFound = Math.max(...all.map(maxOf));
  // No night is longer than nine hours, so that those of one night are on one day.
  const nightMaxFound = Math.max(0, ...all.map((times) => maxOf([0, ...times.filter(isNight)])));
  const secondNight = Math.max(0, ...all.slice(0, 1).map((times) => lateNights(times).length));
  return {
    passLine: `at most ${dailyMax} SMS a day and ${nightlyMax} a night, none in the second night of one attack`,
    figures: {
      days: size,
      numbers: all.length,
      smsWithoutPauses: all[0]?.length ?? 0,
      dayMaxFound,
      nightMaxFound,
      secondNight,
    },
    isHeld: dayMaxFound <= dailyMax && nightMaxFound <= nightlyMax && secondNight === 0,
  };
};

async function bomb(
  server: TestServer,
  random: SeededRandom,
  days: number,
  pauseMs: number,
): Promise<number[]> {
  const mobile = newMobile();
  const attackers = new Attackers(server, mobile, random);
  const start = server.time.wall;
  while (server.time.wall < start + days * day) {
    await attackers.requestCode();
    const next = Math.max(attackers.nextCodeAt, server.time.wall + second);
    server.time.wall = Math.min(next, server.time.wall + hour);
    if (random.chance(0.2)) server.time.wall += Math.round(random.next() * pauseMs);
  }
  return codeTimes(server, mobile);
}

const maxOf = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + day).length));

/** From 22:00 to 7:00 in India. */
function isNight(at: number): boolean {
  const time = (at + 5.5 * hour) % day;
  return time < 7 * hour || time >= 22 * hour;
}

const lateNights = (times: readonly number[]) =>
  times.filter((at) => isNight(at) && at > (times[0] ?? 0) + day);
