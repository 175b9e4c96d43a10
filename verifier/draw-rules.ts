// The rules of the draw inaam-draw-1, from docs/draw.md alone: what the next entry must be.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { dayNumber } from './dates.ts';
import type { DrawDocument } from './commitment-document.ts';
import type { Granted } from './ledger-entry.ts';

export type Pool = { pool: string; planned: number; granted: number };

/** The reward as it must be; `law` if fixed by law. */
export type ExpectedReward = Pick<Granted, 'amount' | 'block' | 'draw' | 'reward'> & {
  law?: string;
  pool: Pool;
};

export class DrawRules {
  /** In the document's order: by chance, reserve, fixed. */
  readonly pools: readonly Pool[];
  draws = 0;
  readonly #document: DrawDocument;
  readonly #secret: KeyObject;
  readonly #blockSize: number;
  readonly #chance: readonly Pool[];
  readonly #reserve: Pool | undefined;
  readonly #fixed: readonly Pool[];
  #remaining: number[];
  /** Admitted participants by index of their fixed reward, or -1 for the deck. */
  readonly #promised = new Map<number, number>();

  constructor(document: DrawDocument, secret: Uint8Array) {
    const { deck, fixed, whenDeckEnds } = document;
    this.#document = document;
    // With bytes instead of a key object, each draw takes five times as long.
    this.#secret = createSecretKey(secret);
    this.#blockSize = sum(deck.cards);
    this.#remaining = [...deck.cards];
    this.#chance = deck.denominations.map((amount, at) =>
      pool(`chance:${amount}`, (deck.cards[at] ?? 0) * deck.blocks),
    );
    this.#reserve =
      whenDeckEnds.kind === 'close'
        ? undefined
        : pool(`reserve:${whenDeckEnds.amount}`, whenDeckEnds.rewards);
    this.#fixed = fixed.map(({ state, amount, rewards }) =>
      pool(`fixed:${state}:${amount}`, rewards),
    );
    this.pools = [...this.#chance, ...(this.#reserve ? [this.#reserve] : []), ...this.#fixed];
  }

  /** Whether the day is in the programme or the day of grace after it. */
  isInTime(day: string): boolean {
    const { from, to } = this.#document.programme;
    return from <= day && dayNumber(day) <= dayNumber(to) + 1;
  }

  /**
   * Whether a closing campaign may promise a reward to one more participant from a state. Counts
   * the participant if so.
   */
  admit(state: string): boolean {
    const { deck, fixed, whenDeckEnds } = this.#document;
    if (whenDeckEnds.kind !== 'close') return true;
    const place = fixed.findIndex((one) => one.state === state);
    const promised = (this.#promised.get(place) ?? 0) + 1;
    this.#promised.set(place, promised);
    return promised <= (fixed[place]?.rewards ?? this.#blockSize * deck.blocks);
  }

  /** The next claimant's reward, or `undefined` if there is none for them that day. */
  expectedReward({
    state,
    day,
    pseudonym,
  }: Pick<Granted, 'state' | 'day' | 'pseudonym'>): ExpectedReward | undefined {
    const place = this.#document.fixed.findIndex(
      (one) => one.state === state && one.from <= day && (one.until === null || day <= one.until),
    );
    const fixed = this.#document.fixed[place];
    const pool = this.#fixed[place];
    if (fixed && pool) {
      const { amount, law } = fixed;
      if (pool.granted >= pool.planned) return this.#fromReserve();
      return { reward: 'fixed', amount, block: -1, draw: -1, law, pool };
    }
    const block = Math.floor(this.draws / this.#blockSize);
    return block < this.#released(day) ? this.#draw(block, pseudonym) : this.#fromReserve();
  }

  /** Counts the reward as granted. */
  recordReward({ pool, reward, amount }: ExpectedReward): void {
    pool.granted += 1;
    if (reward !== 'chance') return;
    const place = this.#document.deck.denominations.indexOf(amount);
    this.#remaining[place] = (this.#remaining[place] ?? 0) - 1;
    this.draws += 1;
    if (this.draws % this.#blockSize === 0) this.#remaining = [...this.#document.deck.cards];
  }

  #fromReserve(): ExpectedReward | undefined {
    const { whenDeckEnds } = this.#document;
    const pool = this.#reserve;
    if (whenDeckEnds.kind === 'close' || !pool || pool.granted >= pool.planned) return undefined;
    return { reward: 'reserve', amount: whenDeckEnds.amount, block: -1, draw: -1, pool };
  }

  /** Blocks available for drawing on a day. */
  #released(day: string): number {
    const { deck, pacing, programme } = this.#document;
    if (pacing === null || day > programme.to) return deck.blocks;
    if (day < programme.from) return 0;
    const first = dayNumber(programme.from);
    const days = dayNumber(programme.to) - first + 1;
    const passed = dayNumber(day) - first + 1;
    return Number((BigInt(deck.blocks) * BigInt(passed)) / BigInt(days));
  }

  #draw(block: number, pseudonym: string): ExpectedReward | undefined {
    const { campaign, deck } = this.#document;
    const words = `${campaign}|${block}|${this.draws}|${pseudonym}`;
    const random = createHmac('sha256', this.#secret).update(words).digest().readBigUInt64BE();
    let ticket = Number((random * BigInt(sum(this.#remaining))) >> 64n);
    const place = this.#remaining.findIndex((count) => (ticket -= count) < 0);
    const [amount, pool] = [deck.denominations[place], this.#chance[place]];
    if (amount === undefined || !pool) return undefined;
    return { reward: 'chance', amount, block, draw: this.draws, pool };
  }
}

const pool = (name: string, planned: number): Pool => ({ pool: name, planned, granted: 0 });
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
