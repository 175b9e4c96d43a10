// Devices guess the codes of one number for a whole programme. Every first guarded code is given to
// them for nothing: what is left is the number of comparisons that a right guess would win.
import { seededRandom } from '@inaam/server/simulation/seeded-random.ts';
import { readGuarded, readTryCount } from '../server/database/database-queries.ts';
import { newMobile, Shopper } from '../server/shopper/shopper.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Attack } from './attack.ts';
import { waitSecondsOf, wrongCode } from './attackers.ts';

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;
const allowed = 5e-5;
/** More than the last code of any moment can use up. */
const devicesAtOnce = 2;

/** @param size days of the programme: 133 are all */
export const guessing: Attack = async (server, size) => {
  const mobile = newMobile();
  const random = seededRandom('one', 'guessing');
  const first = server.time.wall;
  let codes = 0;
  while (server.time.wall < first + size * day) {
    const today = server.time.wall;
    // Long enough that the number is no longer guarded.
    server.time.wall += 31 * minute;
    // Three new devices use up the day's ordinary codes and tries.
    for (let count = 0; count < 3; count += 1) {
      const device = new Shopper(server);
      const asked = await device.register(mobile);
      for (let guess = 0; guess < 6; guess += 1) {
        await device.call('verifyOtp', { otp: wrongCode(random) });
        server.time.wall += 1;
      }
      server.time.wall += waitSecondsOf(asked) * second;
    }
    const guessers = Array.from({ length: devicesAtOnce }, () => new Guesser(server, mobile));
    let missed = -1;
    while (server.time.wall < today + day) {
      // As long as there is something to win; later, some every day.
      const { misses } = await readGuarded(server, mobile);
      if (misses === missed && server.time.wall > today + 2 * 60 * minute) break;
      missed = misses;
      const waits = [];
      for (const guesser of guessers) waits.push(await guesser.guess());
      codes += 1;
      server.time.wall += Math.max(1, ...waits) * second;
    }
    server.time.wall = today + day;
  }
  const ordinaryTries = await readTryCount(server, mobile);
  const { misses } = await readGuarded(server, mobile);
  const probability = (ordinaryTries + misses) * 1e-6;
  return {
    passLine: `who has not seen the SMS gets in with a probability of at most ${allowed}`,
    figures: { days: size, guardedCodes: codes, ordinaryTries, misses, probability },
    isHeld: probability <= allowed,
  };
};

class Guesser {
  readonly #server: TestServer;
  readonly #mobile: string;
  #shopper: Shopper;
  #rights = 0;
  #since = 0;
  constructor(server: TestServer, mobile: string) {
    this.#server = server;
    this.#mobile = mobile;
    this.#shopper = new Shopper(server);
  }

  /** @returns seconds until the next code */
  async guess(): Promise<number> {
    const { time } = this.#server;
    const isNew = this.#shopper.userKey === '' || time.wall - this.#since > 20 * minute;
    if (isNew) {
      this.#shopper = new Shopper(this.#server);
      this.#rights = 0;
      this.#since = time.wall;
    }
    const asked = isNew
      ? await this.#shopper.register(this.#mobile)
      : await this.#shopper.call('resendOtp');
    const right = (await this.#shopper.newestCode(this.#mobile)) ?? '000000';
    const { misses } = await readGuarded(this.#server, this.#mobile);
    const isLast = this.#rights === (misses < 10 ? 1 : 2);
    const otp = isLast ? (right === '000000' ? '000001' : '000000') : right;
    const { status } = await this.#shopper.call('verifyOtp', { otp });
    if (status === 200) throw new Error('Failed to guess honestly: a first code let in.');
    if (!isLast) this.#rights += 1;
    return waitSecondsOf(asked);
  }
}
