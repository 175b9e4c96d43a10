// The rules of the draw inaam-draw-2, based only on docs/reference/draw-format.md: what the next
// entry must be.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { dayNumber } from './dates.ts';
import { lawPlace, type DrawDocument } from './commitment-document.ts';
import type { Amended, Bonus, Granted, Verified } from './ledger-entry.ts';

/** `unplayed`: promised and not granted. */
export type Pool = { pool: string; planned: number; granted: number; unplayed: number };

/** The expected promise; `law` if there is one. */
export type ExpectedPromise = Pick<Verified, 'promise' | 'block' | 'draw'> & {
  law?: string;
  pool?: Account;
};

/** The expected reward; `law` if it comes before a card. */
export type ExpectedReward = Pick<Granted, 'amount' | 'reward'> & {
  law?: string;
  pool: Account;
  isPromised: boolean;
};

/** `others`: granted to participants who were not promised it. */
type Account = Pool & { others: number; promised: number };

type Fault = { what: string; expected: string; found: string };

/** The block of a promised card is released on a later day. */
export const waits = 'waits';

const cardsAtFirst = 65_536;

export class DrawRules {
  draws = 0;
  /** The current last day. */
  to: string;
  readonly #document: DrawDocument;
  readonly #secret: KeyObject;
  readonly #blockSize: number;
  readonly #chance: readonly Account[];
  readonly #reserve: Account | undefined;
  readonly #fixed: readonly Account[];
  readonly #bonus: readonly Account[];
  /** Including blocks added by amendments. */
  #blocks: number;
  #remaining: number[];
  /** Indexes of the denominations by draw number. */
  #cards = new Uint16Array(cardsAtFirst);

  constructor(document: DrawDocument, secret: Uint8Array) {
    const { deck, fixed, whenDeckEnds } = document;
    this.#document = document;
    this.to = document.programme.to;
    this.#blocks = deck.blocks;
    // Bytes instead of a key object, which makes each draw five times as slow.
    this.#secret = createSecretKey(secret);
    this.#blockSize = sum(deck.cards);
    this.#remaining = [...deck.cards];
    this.#chance = deck.denominations.map((amount, at) =>
      account(`chance:${amount}`, (deck.cards[at] ?? 0) * deck.blocks),
    );
    this.#reserve =
      whenDeckEnds.kind === 'close'
        ? undefined
        : account(`reserve:${whenDeckEnds.amount}`, whenDeckEnds.rewards);
    this.#fixed = fixed.map(({ state, amount, rewards }) =>
      account(`fixed:${state}:${amount}`, rewards),
    );
    this.#bonus = (document.question?.pools ?? []).map(({ amount, rewards }) =>
      account(`bonus:${amount}`, rewards),
    );
  }

  /** In the document's order: by chance, reserve, fixed, bonus. */
  get pools(): Pool[] {
    const reserve = this.#reserve ? [this.#reserve] : [];
    return [...this.#chance, ...reserve, ...this.#fixed, ...this.#bonus].map(
      ({ pool, planned, granted, others, promised }) => ({
        pool,
        planned,
        granted,
        unplayed: promised - (granted - others),
      }),
    );
  }

  get closes(): boolean {
    return this.#document.whenDeckEnds.kind === 'close';
  }

  /** Whether the day is in the programme or, with `grace`, the day after it. */
  isInTime(day: string, grace: 0 | 1): boolean {
    const { from } = this.#document.programme;
    return from <= day && dayNumber(day) <= dayNumber(this.to) + grace;
  }

  /** The promise that the next participant must get. */
  expectedPromise({ state, day }: Pick<Verified, 'state' | 'day'>): ExpectedPromise {
    const place = lawPlace(this.#document, state, day);
    const fixed = this.#document.fixed[place];
    const pool = this.#fixed[place];
    const reserve = this.#freeReserve();
    if (fixed && pool) {
      const { law } = fixed;
      if (isFree(pool)) return { ...noCard, promise: 'fixed', law, pool };
      return reserve ?? { ...noCard, promise: 'none' };
    }
    const block = Math.floor(this.draws / this.#blockSize);
    if (block >= this.#released(day) && reserve) return reserve;
    if (block >= this.#blocks) return { ...noCard, promise: 'none' };
    return { promise: 'chance', block, draw: this.draws };
  }

  /** Counts the promise, and draws its card. */
  recordPromise({ promise, block, pool }: ExpectedPromise, pseudonym: string): void {
    if (pool) pool.promised += 1;
    if (promise !== 'chance') return;
    const place = this.#draw(block, pseudonym);
    this.#keep(place);
    const card = this.#chance[place];
    if (card) card.promised += 1;
    this.#remaining[place] = (this.#remaining[place] ?? 0) - 1;
    this.draws += 1;
    if (this.draws % this.#blockSize === 0) this.#remaining = [...this.#document.deck.cards];
  }

  /**
   * A participant's reward, `undefined` if there is none, or `waits`.
   * @param promisedLaw index of the promised fixed reward, if known
   */
  expectedReward(
    { state, day, promise, draw, amount }: Granted,
    promisedLaw: number | undefined,
  ): ExpectedReward | typeof waits | undefined {
    const { fixed, whenDeckEnds } = this.#document;
    const reserve = whenDeckEnds.kind === 'close' ? 0 : whenDeckEnds.amount;
    if (promise === 'reserve' && this.#reserve) {
      return { reward: 'reserve', amount: reserve, pool: this.#reserve, isPromised: true };
    }
    if (promise === 'fixed') {
      const at =
        promisedLaw ?? fixed.findIndex((one) => one.state === state && one.amount === amount);
      const [kept, pool] = [fixed[at], this.#fixed[at]];
      if (kept && pool) {
        const { law } = kept;
        return { reward: 'fixed', amount: kept.amount, law, pool, isPromised: true };
      }
      return undefined;
    }
    const place = lawPlace(this.#document, state, day);
    const [law, pool] = [fixed[place], this.#fixed[place]];
    if (law && pool && isFree(pool)) {
      return { reward: 'fixed', amount: law.amount, law: law.law, pool, isPromised: false };
    }
    if (law || promise !== 'chance') {
      const free = this.#reserve && isFree(this.#reserve) ? this.#reserve : undefined;
      return free && { reward: 'reserve', amount: reserve, pool: free, isPromised: false };
    }
    if (Math.floor(draw / this.#blockSize) >= this.#released(day)) return waits;
    const card = draw < this.draws ? (this.#cards[draw] ?? -1) : -1;
    const [drawn, chance] = [this.#document.deck.denominations[card], this.#chance[card]];
    if (drawn === undefined || !chance) return undefined;
    return { reward: 'chance', amount: drawn, pool: chance, isPromised: true };
  }

  recordReward({ pool, isPromised }: ExpectedReward): void {
    pool.granted += 1;
    if (!isPromised) pool.others += 1;
  }

  /** Which question the reward's participant was asked. */
  questionOf({ draw, of }: Bonus): number {
    if (draw < 0) return 0;
    const words = `${this.#document.campaign}|question|${draw}|${of}`;
    return this.#share(words, this.#document.question?.count ?? 0);
  }

  /** @returns false if its pool has none left */
  takeBonus(amount: number): boolean {
    const pool = this.#bonus.find((one) => one.pool === `bonus:${amount}`);
    if (!pool || !isFree(pool)) return false;
    pool.granted += 1;
    pool.others += 1;
    return true;
  }

  /** The previous entry's hash, hex, and an amendment without its seal. */
  sealOf(previous: string, content: string): string {
    return createHmac('sha256', this.#secret).update(`${previous}|${content}`).digest('hex');
  }

  /** The reason why an amendment is not allowed. */
  amendmentFault({ blocks, day, fixed, reserve, to }: Amended): Fault | undefined {
    const { programme, whenDeckEnds, fixed: laws } = this.#document;
    if (day > this.to) return fault('day', 'no later than the last day', day);
    if (fixed.length !== laws.length) {
      return fault('the length of fixed', String(laws.length), fixed.length);
    }
    if (to === this.to && blocks + reserve + sum(fixed) === 0) {
      return fault('the amendment', 'a change', 'none');
    }
    const closes = whenDeckEnds.kind === 'close';
    if (closes && reserve > 0) return fault('reserve', '0, because the campaign closes', reserve);
    if (to < day || to < programme.from) {
      return fault('to', 'neither before the entry nor before the first day', to);
    }
    const needed = dayNumber(to) + (closes ? 1 : 0);
    const isShort = laws.some(
      ({ until }) => until !== null && until >= this.to && dayNumber(until) < needed,
    );
    if (to > this.to && isShort) {
      return fault('to', 'a day on which the same fixed rewards apply', to);
    }
    const planned = [
      (this.#blocks + blocks) * this.#blockSize,
      (this.#reserve?.planned ?? 0) + reserve,
      ...this.#fixed.map((pool, at) => pool.planned + (fixed[at] ?? 0)),
    ];
    if (planned.every((count) => Number.isSafeInteger(count))) return undefined;
    return fault('the amendment', 'of numbers that can be counted exactly', 'larger');
  }

  amend({ blocks, fixed, reserve, to }: Amended): void {
    this.to = to;
    this.#blocks += blocks;
    for (const [at, pool] of this.#chance.entries()) {
      pool.planned += (this.#document.deck.cards[at] ?? 0) * blocks;
    }
    if (this.#reserve) this.#reserve.planned += reserve;
    for (const [at, pool] of this.#fixed.entries()) pool.planned += fixed[at] ?? 0;
  }

  blockOf = (draw: number): number => Math.floor(draw / this.#blockSize);

  #freeReserve(): ExpectedPromise | undefined {
    const pool = this.#reserve;
    return pool && isFree(pool) ? { ...noCard, promise: 'reserve', pool } : undefined;
  }

  /** Blocks available on a day. */
  #released(day: string): number {
    const { deck, pacing, programme } = this.#document;
    if (pacing === null || day >= this.to) return this.#blocks;
    if (day < programme.from) return 0;
    const first = dayNumber(programme.from);
    const days = dayNumber(programme.to) - first + 1;
    const passed = Math.min(dayNumber(day) - first + 1, days);
    const committed = (BigInt(deck.blocks) * BigInt(passed)) / BigInt(days);
    return Number(committed) + this.#blocks - deck.blocks;
  }

  /** Index of the card's denomination. */
  #draw(block: number, pseudonym: string): number {
    const words = `${this.#document.campaign}|${block}|${this.draws}|${pseudonym}`;
    let ticket = this.#share(words, sum(this.#remaining));
    return this.#remaining.findIndex((count) => (ticket -= count) < 0);
  }

  /** A whole number less than `count`. */
  #share(words: string, count: number): number {
    const random = createHmac('sha256', this.#secret).update(words).digest().readBigUInt64BE();
    return Number((random * BigInt(count)) >> 64n);
  }

  #keep(place: number): void {
    if (this.draws >= this.#cards.length) {
      const longer = new Uint16Array(this.#cards.length * 2);
      longer.set(this.#cards);
      this.#cards = longer;
    }
    this.#cards[this.draws] = place;
  }
}

const fault = (what: string, expected: string, found: string | number): Fault => ({
  what,
  expected,
  found: String(found),
});
const noCard = { block: -1, draw: -1 } as const;
const isFree = ({ planned, promised, others }: Account) => planned > promised + others;
const account = (pool: string, planned: number): Account => ({
  pool,
  planned,
  granted: 0,
  unplayed: 0,
  others: 0,
  promised: 0,
});
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
