// Attackers use up whatever they can of a number, before its owner comes and while the owner tries.
import { seededRandom, type SeededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import type { Answered } from '../server/shopper/device.ts';
import { newMobile, Shopper } from '../server/shopper/shopper.ts';
import type { TestServer } from '../server/app/test-server.ts';
import { type Attack, Attackers, waitSecondsOf } from './attackers.ts';

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;
const limitMinutes = 15;

/** @param size how many owners are attacked, each in another way */
export const lockout: Attack = async (server, size) => {
  const minutes: number[] = [];
  for (let number = 0; number < size; number += 1) {
    // Each attack has separate days, and begins at any hour.
    server.time.wall += 3 * day + Math.round(seededRandom(String(number), 'hour').next() * day);
    minutes.push(await minutesToGetIn(server, seededRandom(String(number), 'lockout')));
  }
  const sorted = minutes.toSorted((a, b) => a - b);
  const longestMinutes = sorted.at(-1) ?? 0;
  return {
    passLine: `the owner gets in within ${limitMinutes} minutes`,
    figures: {
      owners: size,
      longestMinutes,
      middleMinutes: sorted[Math.floor(size / 2)] ?? 0,
    },
    isHeld: longestMinutes <= limitMinutes,
  };
};

async function minutesToGetIn(server: TestServer, random: SeededRandom): Promise<number> {
  const mobile = newMobile();
  const attackers = new Attackers(server, mobile, random);
  const fight = new Fight(server, attackers, random);
  await fight.prepare();
  const start = server.time.wall;
  const owner = new Owner(server, mobile, fight, random);
  await owner.getIn(start + 60 * minute);
  return Math.ceil((server.time.wall - start) / second) / 60;
}

/** Moves the clock. The attackers always act first. */
class Fight {
  readonly #server: TestServer;
  readonly #attackers: Attackers;
  readonly #random: SeededRandom;
  constructor(server: TestServer, attackers: Attackers, random: SeededRandom) {
    this.#server = server;
    this.#attackers = attackers;
    this.#random = random;
  }

  /** Nothing, minutes, hours, days, or until all limits of the programme are exhausted. */
  async prepare(): Promise<void> {
    const { time } = this.#server;
    const spans = [0, 3 * minute, 40 * minute, 5 * 60 * minute, 1.5 * day];
    const ms = spans[this.#random.integerBelow(spans.length)] ?? 0;
    const days = this.#random.chance(0.3) ? 6 : 1;
    for (let count = 0; count < days; count += 1) {
      await this.pass(this.#random.next() * ms);
      if (count + 1 < days) time.wall += day;
    }
  }

  async pass(ms: number): Promise<void> {
    const { time } = this.#server;
    const end = time.wall + Math.round(ms);
    for (;;) {
      await this.#attackers.requestCode();
      if (this.#random.chance(0.8)) await this.#attackers.guess();
      if (time.wall >= end) return;
      const pause = this.#attackers.nextCodeAt - time.wall;
      time.wall = Math.min(end, time.wall + Math.max(second, pause));
    }
  }
}

/** Uses the calls as the app does: waits as required, and enters the two newest SMS. */
class Owner {
  readonly #shopper: Shopper;
  readonly #server: TestServer;
  readonly #mobile: string;
  readonly #fight: Fight;
  /** From the server's response until the SMS is read, and until it is typed. */
  readonly #smsMs: number;
  readonly #typingMs: number;
  #resendAt = 0;

  constructor(server: TestServer, mobile: string, fight: Fight, random: SeededRandom) {
    this.#server = server;
    this.#mobile = mobile;
    this.#fight = fight;
    this.#shopper = new Shopper(server);
    this.#smsMs = Math.round(random.next() * 15 * second);
    this.#typingMs = Math.round(random.next() * 20 * second);
  }

  async getIn(until: number): Promise<void> {
    let asked = await this.#ask(() => this.#shopper.register(this.#mobile));
    while (this.#server.time.wall < until) {
      if (await this.#type()) return;
      await this.#fight.pass(Math.max(0, this.#resendAt - this.#server.time.wall));
      asked = await this.#ask(() => this.#shopper.call('resendOtp'));
      if (asked.status !== 200) await this.#fight.pass(waitSecondsOf(asked) * second);
    }
  }

  async #ask(call: () => Promise<Answered>): Promise<Answered> {
    await this.#fight.pass(0);
    const answer = await call();
    this.#resendAt = this.#server.time.wall + waitSecondsOf(answer) * second;
    return answer;
  }

  /** @returns whether the owner is in; otherwise Resend is the next step */
  async #type(): Promise<boolean> {
    await this.#fight.pass(this.#smsMs);
    const readAt = this.#server.time.wall - this.#smsMs;
    const codes = await this.#shopper.newestCodes(this.#mobile, 2, readAt);
    for (const otp of codes) {
      await this.#fight.pass(this.#typingMs);
      const answer = await this.#shopper.verifyWith(otp);
      if (answer.status === 200) return true;
      if (answer.status !== 429) continue;
      // The page offers Resend no later than this.
      const soonest = this.#server.time.wall + waitSecondsOf(answer) * second;
      this.#resendAt = Math.min(this.#resendAt, soonest);
    }
    return false;
  }
}
