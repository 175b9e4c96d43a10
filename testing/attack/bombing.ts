// Devices request codes for one number whenever the server gives one.
import { seededRandom } from '@inaam/server/simulation/seeded-random.ts';
import { codeTimes } from '../server/database/database-queries.ts';
import { newMobile } from '../server/shopper/shopper.ts';
import type { Attack } from './attack.ts';
import { Attackers } from './attackers.ts';

const second = 1000;
const day = 86_400 * second;
const mostADay = 187;

/** @param size days of asking */
export const bombing: Attack = async (server, size) => {
  const mobile = newMobile();
  const attackers = new Attackers(server, mobile, seededRandom('one', 'bombing'));
  const start = server.time.wall;
  while (server.time.wall < start + size * day) {
    await attackers.requestCode();
    server.time.wall = Math.max(attackers.nextCodeAt, server.time.wall + second);
  }
  const times = await codeTimes(server, mobile);
  const inDays = times.map((from) => times.filter((at) => at >= from && at < from + day).length);
  const mostInADay = Math.max(...inDays);
  return {
    passLine: `at most ${mostADay} SMS a day, while somebody keeps asking`,
    figures: { days: size, sms: times.length, mostInADay },
    isHeld: mostInADay <= mostADay,
  };
};
