import type { SeededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Answered } from '../server/shopper/device.ts';
import { Shopper } from '../server/shopper/shopper.ts';

/** `passLine`: what must hold; `figures`: measurements. */
export type AttackResult = {
  passLine: string;
  figures: Record<string, number>;
  isHeld: boolean;
};

/**
 * Attacks a server whose clock the attack controls.
 * @param size how much to try; each attack documents its unit
 */
export type Attack = (server: TestServer, size: number) => Promise<AttackResult>;

const second = 1000;

/** Any number of devices that attack one mobile number. */
export class Attackers {
  readonly #server: TestServer;
  readonly #mobile: string;
  readonly #random: SeededRandom;
  readonly #devices: Shopper[] = [];
  /** When the server says that the next code can be requested. */
  nextCodeAt = 0;

  constructor(server: TestServer, mobile: string, random: SeededRandom) {
    this.#server = server;
    this.#mobile = mobile;
    this.#random = random;
  }

  /** Requests a code with one of the devices, or a new one, as soon as possible. */
  async requestCode(): Promise<void> {
    const { time } = this.#server;
    if (time.wall < this.nextCodeAt) return;
    const known = this.#random.chance(0.7) ? this.#anyDevice() : undefined;
    const device = known ?? new Shopper(this.#server);
    if (!known) this.#devices.push(device);
    const answer = known ? await device.call('resendOtp') : await device.register(this.#mobile);
    this.nextCodeAt = time.wall + waitSecondsOf(answer) * second;
  }

  /** Enters a wrong code on one of the devices. */
  async guess(): Promise<Answered | undefined> {
    return this.#anyDevice()?.call('verifyOtp', { otp: wrongCode(this.#random) });
  }

  #anyDevice(): Shopper | undefined {
    return this.#devices[this.#random.integerBelow(this.#devices.length)];
  }
}

/** Seconds until the next code, from either kind of response. */
export function waitSecondsOf({ resp, headers }: Answered): number {
  const seconds = Number(resp['resendAfter'] ?? headers['retry-after']);
  return Number.isNaN(seconds) ? 0 : seconds;
}

/** Right once in a million; the figures ignore this. */
export const wrongCode = (random: SeededRandom) =>
  String(random.integerBelow(1_000_000)).padStart(6, '0');
