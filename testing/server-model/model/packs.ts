// Codes of packs, of which each is used once. A run has one batch.
import { no, type Answer } from './answers.ts';
import { hour } from './limits.ts';

/** `unknown`: of no batch; `mistyped`: its check character is wrong; `none`: nothing was typed. */
export const packs = [
  'first',
  'second',
  'third',
  'first anew',
  'second anew',
  'third anew',
  'spare',
  'unknown',
  'mistyped',
  'none',
] as const;
export type Pack = (typeof packs)[number];

/** Whether a number takes part anew. `return`: its newest participation has no reward yet. */
export type Claim = 'new' | 'return' | 'limit';

const tries = {
  device: { detailed: 3, max: 10 },
  address: { detailed: 10, max: 200 },
} as const;

export class Packs {
  /** The number that used each. */
  readonly usedBy = new Map<Pack, string>();
  isOpen = true;
  /** Of the one address of all devices. */
  readonly #ofAddress = new PackTries();
  readonly #ofDevices = new Map<number, PackTries>();

  /** What most people type: a pack that nobody used. */
  usualOf(mobile: string): Pack {
    const own = packs.filter((pack) => pack.startsWith(mobile) || pack === 'spare');
    return own.find((pack) => !this.usedBy.has(pack)) ?? 'none';
  }

  /**
   * Before a code is paid for.
   * @param claim undefined: the device has not verified the number, and is told nothing of it
   * @returns the refusal
   */
  admit(
    { at, mobile, pack }: { at: number; mobile: string; pack: Pack },
    claim: Claim | undefined,
    now: number,
  ): Answer | undefined {
    if (pack === 'mistyped') return no('invalidFormat');
    if (claim === 'limit') return no('participationLimit', 409);
    if (pack === 'none') return claim === 'return' ? undefined : no('invalidCode');
    const ofDevice = this.#ofDevices.get(at) ?? new PackTries();
    this.#ofDevices.set(at, ofDevice);
    const { device, address } = tries;
    const refusal = this.refuse(pack, mobile, claim === 'new');
    if (!refusal) return undefined;
    if (ofDevice.count(now) >= device.max || this.#ofAddress.count(now) >= address.max)
      return no('tryAgain', 429);
    const [tried, triedThere] = [ofDevice.add(now), this.#ofAddress.add(now)];
    const isReasonGiven = tried <= device.detailed && triedThere <= address.detailed;
    return isReasonGiven ? refusal : no('invalidCode');
  }

  /** @param isAnother the number takes part anew, which needs a pack that nobody used */
  refuse(pack: Pack, mobile: string, isAnother: boolean): Answer | undefined {
    const owner = this.usedBy.get(pack);
    if (owner === mobile && !isAnother) return undefined;
    if (owner !== undefined) return no('alreadyRegistered', 409);
    return this.isOpen && pack !== 'none' && pack !== 'unknown' ? undefined : no('invalidCode');
  }
}

/** In this clock hour, and as much of the one before as the last sixty minutes contain. */
class PackTries {
  #hour = 0;
  #count = 0;
  #before = 0;

  /** After the clock was set back, tries count in the newer hour. */
  add(now: number): number {
    const at = Math.floor(now / hour);
    if (at > this.#hour) {
      this.#before = at === this.#hour + 1 ? this.#count : 0;
      this.#count = 0;
      this.#hour = at;
    }
    this.#count += 1;
    return this.count(now);
  }

  count(now: number): number {
    const hours = Math.max(now / hour - this.#hour, 0);
    if (hours < 1) return this.#count + this.#before * (1 - hours);
    return hours < 2 ? this.#count * (2 - hours) : 0;
  }
}
