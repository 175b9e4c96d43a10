// Devices guess the codes of one number for a whole programme. All guarded codes but the last are
// given to them: what is left is the number of comparisons that a right guess would win.
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { codeTimes, readGuarded, readTryCount } from '../server/database/database-queries.ts';
import { newMobile, Shopper } from '../server/shopper/shopper.ts';
import type { TestServer } from '../server/app/test-server.ts';
import { type Attack, waitSecondsOf, wrongCode } from './attackers.ts';

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;
const allowed = 5e-5;
/** Uses up the tries of ordinary codes first, and requests no guarded code. */
const ordinaryDays = 4;

/** @param size days of the programme: 133 are all */
export const guessing: Attack = async (server, size) => {
  const mobile = newMobile();
  const random = seededRandom('one', 'guessing');
  const first = server.time.wall;
  let codes = 0;
  while (server.time.wall < first + size * day) {
    const today = server.time.wall;
    // New devices use up the day's tries of ordinary codes.
    for (let count = 0; count < 2; count += 1) {
      const device = new Shopper(server);
      const asked = await device.register(mobile);
      for (let tried = 0; tried < 5; tried += 1) {
        await device.call('verifyOtp', { otp: wrongCode(random) });
        server.time.wall += 1;
      }
      server.time.wall += waitSecondsOf(asked) * second;
    }
    let missed = -1;
    const until = today < first + ordinaryDays * day ? today : today + day;
    while (server.time.wall < until) {
      // As long as there is something to win; later, some each day.
      const { misses } = await readGuarded(server, mobile);
      if (misses === missed && server.time.wall > today + 2 * 60 * minute) break;
      missed = misses;
      await guess(server, mobile);
      server.time.wall += 5 * minute;
    }
    codes = (await codeTimes(server, mobile)).length;
    server.time.wall = today + day;
  }
  const ordinaryTries = await readTryCount(server, mobile);
  const { misses } = await readGuarded(server, mobile);
  const probability = (ordinaryTries + misses) * 1e-6;
  return {
    passLine: `who has not seen the SMS gets in with a probability of at most ${allowed}`,
    figures: { days: size, codes, ordinaryTries, misses, probability },
    isHeld: probability <= allowed,
  };
};

/** A new device requests a code, enters each valid one but the last, and guesses that. */
async function guess(server: TestServer, mobile: string): Promise<void> {
  const { keys } = server;
  const shopper = new Shopper(server);
  const asked = await shopper.register(mobile);
  if (waitSecondsOf(asked) === 0) await shopper.call('resendOtp');
  const { misses, sends } = await readGuarded(server, mobile);
  const needed = misses < 10 ? 2 : 3;
  const valid = sends.toSorted((a, b) => a - b).slice(-needed);
  for (const sentAt of valid.slice(0, needed - 1)) {
    await type(shopper, keys.guardedCode(keys.mobileIndex(mobile), sentAt));
  }
  const codes = valid.map((sentAt) => keys.guardedCode(keys.mobileIndex(mobile), sentAt));
  const wrong = ['000000', '000001', '000002', '000003'].find((code) => !codes.includes(code));
  await type(shopper, wrong ?? '');
  // A device that has entered a right code may request a missing one.
  await shopper.call('resendOtp');
}

async function type(shopper: Shopper, otp: string): Promise<void> {
  const { status } = await shopper.call('verifyOtp', { otp });
  if (status === 200) throw new Error('Failed to guess: a device without the last SMS got in.');
}
