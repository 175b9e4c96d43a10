// Verified and rewarded participants with their promises, in a fixed-size table. If there are too
// many, it holds one class of pseudonyms at a time, and the ledger is read again for each class.
import { randomInt } from 'node:crypto';
import { CannotVerify } from './mismatch.ts';

/** Pseudonyms in the table, 16 bytes each. */
const participantsMax = 1_000_000;
/** Limit on distinct state names, since a number for each is stored. */
export const statesMax = 1000;

const statuses = ['verified', 'granted', 'bonus'] as const;
type Status = 'new' | (typeof statuses)[number];
const seed = () => randomInt(2 ** 31) * 2 + 1;

export class Participants {
  /** A power of two; 1 if all fit. */
  classes = 1;
  #class = 0;
  #held = 0;
  readonly #most: number;
  readonly #mask: number;
  /** Four words for each pseudonym. */
  readonly #words: Uint32Array;
  /** 0 if free, else the state's number and two bits for the status. */
  readonly #marks: Uint16Array;
  readonly #promises: Float64Array;
  readonly #states = new Map<string, number>();
  /** Random, so that nobody can choose pseudonyms that collide. */
  readonly #seeds = [seed(), seed(), seed(), seed()] as const;
  readonly #one = new Uint32Array(4);

  constructor(most = participantsMax) {
    const slots = 2 ** Math.ceil(Math.log2(most * 2));
    this.#most = most;
    this.#mask = slots - 1;
    this.#words = new Uint32Array(slots * 4);
    this.#marks = new Uint16Array(slots);
    this.#promises = new Float64Array(slots);
  }

  startClass(wanted: number): void {
    this.#class = wanted;
    this.#held = 0;
    this.#marks.fill(0);
  }

  /** The number of a state's name, or `undefined` if there are too many names. */
  stateNumber(state: string): number | undefined {
    const known = this.#states.get(state);
    if (known !== undefined) return known;
    if (this.#states.size >= statesMax) return undefined;
    this.#states.set(state, this.#states.size);
    return this.#states.size - 1;
  }

  /**
   * Marks a pseudonym as verified or granted, or as one with a bonus.
   * @param promise stored when it is new
   * @param instead stored then in its place
   * @returns its previous mark, state number and promise; `undefined` if it belongs to another
   * class
   */
  record(
    pseudonym: string,
    kind: (typeof statuses)[number],
    state: number,
    promise: number,
    instead?: number,
  ) {
    for (let at = 0; at < 4; at += 1) {
      this.#one[at] = Number.parseInt(pseudonym.slice(at * 8, at * 8 + 8), 16);
    }
    const mixed = this.#mix(this.#one, 0);
    if (!this.#isWanted(mixed)) return undefined;
    const slot = this.#slotOf(this.#one, 0, mixed);
    const mark = this.#marks[slot] ?? 0;
    const before: Status = mark === 0 ? 'new' : (statuses[mark & 3] ?? 'bonus');
    const stateBefore = (mark >> 2) - 1;
    const promiseBefore = mark === 0 ? undefined : this.#promises[slot];
    const stored = mark === 0 ? promise : instead;
    if (stored !== undefined) this.#promises[slot] = stored;
    if (mark === 0) {
      this.#words.set(this.#one, slot * 4);
      this.#held += 1;
      if (this.#held > this.#mask)
        throw new CannotVerify('The table of participants is full. Try again.');
    }
    this.#marks[slot] = ((state + 1) << 2) | statuses.indexOf(kind);
    if (this.#held > this.#most && this.#class === 0) this.#halveClass();
    return { before, stateBefore, promiseBefore };
  }

  #mix(words: Uint32Array, from: number): number {
    let mixed = 0;
    for (let at = 0; at < 4; at += 1) {
      mixed = Math.imul(mixed ^ (words[from + at] ?? 0), this.#seeds[at] ?? 1);
      mixed ^= mixed >>> 15;
    }
    return mixed >>> 0;
  }

  /** By the upper bits, since the slot uses the lower ones. */
  #isWanted(mixed: number): boolean {
    return Math.floor((mixed / 2 ** 32) * this.classes) === this.#class;
  }

  #slotOf(words: Uint32Array, from: number, mixed: number): number {
    let slot = mixed & this.#mask;
    while (this.#marks[slot] !== 0 && !this.#isAt(slot, words, from))
      slot = (slot + 1) & this.#mask;
    return slot;
  }

  #isAt(slot: number, words: Uint32Array, from: number): boolean {
    for (let at = 0; at < 4; at += 1) {
      if (this.#words[slot * 4 + at] !== words[from + at]) return false;
    }
    return true;
  }

  /** Halves the current class until the table has room. */
  #halveClass(): void {
    const words = new Uint32Array(this.#held * 4);
    const marks = new Uint16Array(this.#held);
    const promises = new Float64Array(this.#held);
    while (this.#held > this.#most * 0.75) {
      this.classes *= 2;
      let count = 0;
      for (const [slot, mark] of this.#marks.entries()) {
        const from = slot * 4;
        if (mark === 0 || !this.#isWanted(this.#mix(this.#words, from))) continue;
        words.set(this.#words.subarray(from, from + 4), count * 4);
        marks[count] = mark;
        promises[count] = this.#promises[slot] ?? 0;
        count += 1;
      }
      this.#marks.fill(0);
      for (let at = 0; at < count; at += 1) {
        const slot = this.#slotOf(words, at * 4, this.#mix(words, at * 4));
        this.#words.set(words.subarray(at * 4, at * 4 + 4), slot * 4);
        this.#marks[slot] = marks[at] ?? 0;
        this.#promises[slot] = promises[at] ?? 0;
      }
      this.#held = count;
    }
  }
}
