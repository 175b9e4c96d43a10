// The rules of the draw inaam-draw-2, based only on docs/reference/draw-format.md: what the next
// entry must be.
import { bytesOf, hexOf } from './canonical-json.ts';
import { lawOf, sum, type DrawDocument, type Reserve } from './commitment-document.ts';
import { dayNumber } from './dates.ts';
import type { Amended, Bonus, Granted, Verified } from './ledger-entry.ts';
import { requireEqual, requireThat } from './mismatch.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** `unplayed`: promised and not granted. */
type Pool = { pool: string; planned: number; granted: number; unplayed: number };
/** What is promised or granted; the card's amount and pool only with the secret. */
export type Outcome = {
  readonly kind: Verified['promise'];
  readonly draw?: number;
  readonly block?: number;
  readonly amount?: number | undefined;
  readonly pool?: Pool | undefined;
};

// The oldest browsers have no `#` fields, and what replaces them there is slow.
export class DrawRules {
  draws = 0;
  /** The last day in force. */
  to: string;
  readonly document: DrawDocument;
  private readonly hmac: ((message: Uint8Array) => Uint8Array) | undefined;
  private readonly blockSize: number;
  /** Undefined if the campaign closes. */
  private readonly reserve: Reserve | undefined;
  /** By name, in the document's order: chance, reserve, fixed, bonus. */
  readonly pools = new Map<string, Pool>();
  /** Including blocks added by amendments. */
  private blocks = 0;
  /** Cards left in the block of the next draw. */
  private remaining: readonly number[] = [];

  /** @param secret without it, no card, seal or question is computed */
  constructor(document: DrawDocument, secret: Uint8Array | undefined) {
    const { deck, fixed, programme, question, whenDeckEnds: end } = document;
    this.document = document;
    const keyed = secret && hmac.create(sha256, secret);
    this.hmac = keyed && ((message) => keyed.clone().update(message).digest());
    this.to = programme.to;
    this.blockSize = sum(deck.cards);
    this.reserve = end.kind === 'close' ? undefined : end;
    const reserve = this.reserve?.rewards ?? 0;
    this.plan({ blocks: deck.blocks, reserve, fixed: fixed.map(({ rewards }) => rewards) });
    question?.pools.forEach(({ amount, rewards }) => this.addTo(`bonus:${amount}`, rewards));
  }

  /** Counts what the next participant must be promised. @throws Mismatch if there is nothing */
  promise({ day, pseudonym, state }: Verified, line: number): Outcome {
    const law = lawOf(this.document, state, day);
    const block = Math.floor(this.draws / this.blockSize);
    const isReleased = !law && block < this.released(day);
    const paid = isReleased ? undefined : this.freeOf(law);
    const isCard = !paid && !law && block < this.blocks;
    const promised = isCard ? this.drawn(block, pseudonym) : (paid ?? { kind: 'none' });
    const isAdmitted = promised.kind !== 'none' || this.reserve !== undefined;
    const full = 'none, because everything is promised';
    requireThat(isAdmitted, line, 'the entry', full, 'one more');
    if (promised.pool) promised.pool.unplayed += 1;
    return promised;
  }

  /** Counts what must be granted. @throws Mismatch if there is nothing */
  reward({ amount, day, reward, state }: Granted, promised: Outcome, line: number): Outcome {
    const isPaid = promised.kind === 'fixed' || promised.kind === 'reserve';
    const law = lawOf(this.document, state, day);
    const isCard = promised.kind === 'chance' && !law;
    const due = isCard || isPaid ? promised : this.freeOf(law);
    requireThat(due !== undefined, line, 'reward', 'none, because nothing is left', reward);
    const isReleased = !isCard || (promised.block ?? 0) < this.released(day);
    const later = 'none, because the block of the card is released later';
    requireThat(isReleased, line, 'reward', later, reward);
    const isOfDeck = !isCard || this.document.deck.denominations.includes(amount);
    requireThat(isOfDeck, line, 'amount', 'one of the deck', amount);
    if (due.pool) due.pool.granted += 1;
    if (due.pool && due.pool === promised.pool) due.pool.unplayed -= 1;
    return due;
  }

  /** Counts a bonus that follows a reward of `won`. @throws Mismatch if it is not allowed */
  addBonus(bonus: Bonus, won: number, line: number): void {
    const { amount, draw, pseudonym, question: place, state } = bonus;
    const { campaign, question } = this.document;
    const isAsked = question?.statesWithout.includes(state) === false;
    const pools = isAsked ? question.pools : [];
    const pool = pools.find((one) => question?.bonus === 'amount' || one.amount === won);
    const none = 'none, because no question follows such a reward';
    requireEqual(line, 'amount', pool?.amount ?? none, amount);
    const count = question?.count ?? 0;
    requireThat(place < count, line, 'question', `less than ${count}`, place);
    const words = `${campaign}|question|${draw}|${pseudonym}`;
    const asked = draw === undefined ? 0 : this.share(words, count);
    requireEqual(line, 'question', asked ?? place, place);
    const paying = this.free(`bonus:${amount}`);
    requireThat(paying !== undefined, line, 'amount', 'one of a pool that has some left', amount);
    paying.granted += 1;
  }

  /**
   * @param previous the hash of the entry before, hex
   * @throws Mismatch if it is not allowed
   */
  amend({ seal, ...amendment }: Amended, previous: string, line: number): void {
    const text = `${previous}|${JSON.stringify(amendment)}`;
    requireEqual(line, 'seal', this.hmac ? hexOf(this.hmac(bytesOf(text))) : seal, seal);
    const { blocks, day, fixed, reserve, to } = amendment;
    const { programme, fixed: laws } = this.document;
    const require = (isRight: boolean, what: string, expected: string, found: string | number) =>
      requireThat(isRight, line, what, expected, found);
    require(day <= this.to, 'day', 'no later than the last day', day);
    require(fixed.length === laws.length, 'the length of fixed', `${laws.length}`, fixed.length);
    const isChange = to !== this.to || blocks + reserve + sum(fixed) > 0;
    require(isChange, 'the amendment', 'a change', 'none');
    const closes = !this.reserve;
    require(!closes || reserve === 0, 'reserve', '0, because the campaign closes', reserve);
    const isLater = to >= day && to >= programme.from;
    require(isLater, 'to', 'neither before the entry nor before the first day', to);
    const needed = dayNumber(to) + (closes ? 1 : 0);
    const isShort = laws.some(
      ({ until }) => until !== null && until >= this.to && dayNumber(until) < needed,
    );
    require(to <= this.to || !isShort, 'to', 'a day on which the same fixed rewards apply', to);
    this.to = to;
    this.plan(amendment);
    const planned = Array.from(this.pools.values(), (pool) => pool.planned);
    const isCounted = [this.blocks * this.blockSize, ...planned].every(Number.isSafeInteger);
    require(isCounted, 'what is planned', 'of a number that can be counted exactly', 'more');
  }

  private plan({ blocks, fixed, reserve }: Pick<Amended, 'blocks' | 'fixed' | 'reserve'>): void {
    const { deck, fixed: laws } = this.document;
    this.blocks += blocks;
    deck.denominations.forEach((amount, at) =>
      this.addTo(`chance:${amount}`, (deck.cards[at] ?? 0) * blocks),
    );
    if (this.reserve) this.addTo(`reserve:${this.reserve.amount}`, reserve);
    laws.forEach(({ state, amount }, at) => this.addTo(`fixed:${state}:${amount}`, fixed[at] ?? 0));
  }

  private addTo(name: string, rewards: number): void {
    const pool = this.pools.get(name);
    if (pool) pool.planned += rewards;
    else this.pools.set(name, { pool: name, planned: rewards, granted: 0, unplayed: 0 });
  }

  /** The pool if a reward of it is neither promised nor granted. */
  private free(name: string): Pool | undefined {
    const pool = this.pools.get(name);
    return pool && pool.planned > pool.granted + pool.unplayed ? pool : undefined;
  }

  /** The fixed reward of the law, or the reserve, if one is free. */
  private freeOf(law: ReturnType<typeof lawOf>): Outcome | undefined {
    const fixed = law && this.free(`fixed:${law.state}:${law.amount}`);
    if (fixed) return { kind: 'fixed', amount: law.amount, pool: fixed };
    const pool = this.reserve && this.free(`reserve:${this.reserve.amount}`);
    return pool && { kind: 'reserve', amount: this.reserve?.amount, pool };
  }

  /** Blocks available on a day. */
  private released(day: string): number {
    const { deck, pacing, programme } = this.document;
    if (pacing === null || day >= this.to) return this.blocks;
    const first = dayNumber(programme.from);
    const days = dayNumber(programme.to) - first + 1;
    const passed = Math.min(dayNumber(day) - first + 1, days);
    const committed = (BigInt(deck.blocks) * BigInt(passed)) / BigInt(days);
    return Number(committed) + this.blocks - deck.blocks;
  }

  /** Takes the next card from its block. */
  private drawn(block: number, pseudonym: string): Outcome {
    const { campaign, deck } = this.document;
    if (this.draws % this.blockSize === 0) this.remaining = deck.cards;
    const bound = { kind: 'chance' as const, block, draw: this.draws };
    this.draws += 1;
    const ticket = this.share(
      `${campaign}|${block}|${bound.draw}|${pseudonym}`,
      sum(this.remaining),
    );
    if (ticket === undefined) return bound;
    let before = 0;
    const place = this.remaining.findIndex((count) => (before += count) > ticket);
    this.remaining = this.remaining.map((count, at) => (at === place ? count - 1 : count));
    const amount = deck.denominations[place];
    return { ...bound, amount, pool: this.pools.get(`chance:${amount}`) };
  }

  /** A whole number less than `count`. */
  private share(words: string, count: number): number | undefined {
    if (!this.hmac) return undefined;
    const view = new DataView(this.hmac(bytesOf(words)).buffer);
    const random = (BigInt(view.getUint32(0)) << 32n) | BigInt(view.getUint32(4));
    return Number((random * BigInt(count)) >> 64n);
  }
}
