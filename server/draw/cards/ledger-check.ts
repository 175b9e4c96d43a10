// Recomputes what the rules promise and grant, entry by entry, so that a program that writes
// anything else into the ledger is found at once, not at the reveal.
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { gainsOf, type Amendment } from '../ledger.rules.ts';
import { budgetPoolName, budgetPoolsOf, type DrawDocument } from '../commitment.rules.ts';
import {
  decidePromises,
  type OpenBudgetPool,
  type Promised,
  type RewardRules,
  type InForce,
} from '../promise.rules.ts';
import { decideRewards } from '../reward.rules.ts';
import { InaamError } from '../../platform/errors.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { bonusOf } from '../drawn-questions.rules.ts';

/** The ledger changed since it was read, or it breaks the rules. Nothing more is drawn. */
export class LedgerBroken extends InaamError {
  override name = 'LedgerBroken';
  readonly entry: number;
  constructor(message: string, entry: number) {
    super(message);
    this.entry = entry;
  }
}

const common = {
  campaign: z.string(),
  number: z.int(),
  pseudonym: z.string().regex(/^[0-9a-f]{32}$/),
  day: z.iso.date(),
  state: z.string(),
  promise: z.enum(['chance', 'fixed', 'reserve', 'none']),
  block: z.int().optional(),
  draw: z.int().optional(),
};
export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('verified'),
    at: z.string(),
    batch: z.string().optional(),
    of: common.pseudonym.optional(),
  }),
  z.object({
    ...common,
    kind: z.literal('granted'),
    amount: z.int(),
    reward: z.enum(['chance', 'fixed', 'reserve']),
  }),
  z.object({
    campaign: common.campaign,
    number: common.number,
    pseudonym: common.pseudonym,
    kind: z.literal('bonus'),
    state: z.string(),
    amount: z.int(),
    question: z.int(),
    draw: z.int().optional(),
  }),
]);

const kindSchema = z.object({ kind: z.string() });
export const isAmended = (value: unknown) => kindSchema.safeParse(value).data?.kind === 'amended';

type Entry = z.infer<typeof entrySchema>;
type VerifiedEntry = Extract<Entry, { kind: 'verified' }>;
export type GrantedEntry = Extract<Entry, { kind: 'granted' }>;
export type BonusEntry = Extract<Entry, { kind: 'bonus' }>;

type Counted = { pseudonym: string; state: string; promise: string } & {
  block?: number | undefined;
  draw?: number | undefined;
};

/** A JavaScript map holds at most 2^24 entries. */
const mapsOfPromises = 16;

export class LedgerCheck {
  readonly #document: DrawDocument;
  readonly #rules: RewardRules;
  readonly #pools: Map<string, OpenBudgetPool>;
  #inForce: InForce;
  /** How many promises with this fingerprint are not granted yet. */
  readonly #promises = Array.from({ length: mapsOfPromises }, () => new Map<number, number>());
  /** Prevents writers of the ledger from searching for colliding fingerprints. */
  readonly #salt = randomBytes(32);

  constructor(document: DrawDocument) {
    const { deck, fixed, pacing, programme } = document;
    this.#document = document;
    this.#rules = { fixed, release: { blocks: deck.blocks, pacing, programme } };
    this.#inForce = { blocks: deck.blocks, lastDay: programme.to };
    this.#pools = new Map(
      budgetPoolsOf(document).flatMap(
        ({ name, kind, amount, planned }): [string, OpenBudgetPool][] =>
          kind === 'chance' ? [] : [[name, { kind, amount, free: planned }]],
      ),
    );
  }

  /** Includes blocks that amendments added. */
  get blocks(): number {
    return this.#inForce.blocks;
  }

  /** @param amendment sealed with the secret */
  amend(amendment: Amendment): void {
    this.#inForce = {
      blocks: this.#inForce.blocks + amendment.blocks,
      lastDay: amendment.to,
    };
    for (const { name, planned } of gainsOf(this.#document, amendment)) this.#add(name, planned);
  }

  /** @returns whether the number may take part (once more), with this purchase */
  isClaimRight({ at, batch, of, pseudonym, state }: VerifiedEntry): boolean {
    const { packs } = this.#document;
    const claims = packs?.kind === 'unique' ? packs.claims : null;
    if ((batch === undefined) === (packs?.kind === 'unique')) return false;
    if (!claims) return of === undefined;
    const number = { pseudonym: of ?? pseudonym, state, promise: 'claims' };
    const inAll = this.#count(number, '', 1);
    const ofDay = this.#count(number, indianDay(Date.parse(at)), 1);
    return inAll > 1 === (of !== undefined) && inAll <= claims.inAll && ofDay <= claims.perDay;
  }

  /**
   * @param nextDraw the first draw number that is not bound
   * @returns the promise by the rules; undefined if the entry has the same
   */
  verify(entry: VerifiedEntry, nextDraw: number): Promised | undefined {
    const { blocks, lastDay } = this.#inForce;
    const { promises } = decidePromises([{ state: entry.state, today: entry.day }], this.#rules, {
      plan: { cards: this.#document.deck.cards, blocks },
      lastDay,
      nextDraw,
      pools: this.#pools,
    });
    const promised = promises[0] ?? { kind: 'none' };
    const isChance = promised.kind === 'chance';
    if (
      promised.kind !== entry.promise ||
      entry.block !== (isChance ? promised.block : undefined) ||
      entry.draw !== (isChance ? promised.drawNumber : undefined)
    )
      return promised;
    if ('pool' in promised) this.#add(promised.pool, -1);
    this.#count(entry, 'pool' in promised ? promised.pool : undefined, 1);
    return undefined;
  }

  /**
   * @param card of the entry's draw number; undefined if it is not bound
   * @returns whether the entry grants what this pseudonym was promised and not yet granted
   */
  isGrantRight(entry: GrantedEntry, card: number | undefined): boolean {
    const { state, day, draw, amount, reward } = entry;
    const promised = promisedIn(entry);
    const pool = 'pool' in promised ? promised.pool : undefined;
    if (this.#count(entry, pool, -1) < 0) return false;
    const [grant] = decideRewards(
      [{ state, today: day, promised }],
      this.#rules,
      { ...this.#inForce, pools: this.#pools },
      new Map(draw === undefined || card === undefined ? [] : [[draw, card]]),
    );
    if (typeof grant !== 'object' || grant.kind !== reward || grant.amount !== amount) return false;
    if (pool === undefined && reward !== 'chance') {
      this.#add(budgetPoolName(reward, amount, state), -1);
    }
    this.#expectBonus(entry);
    return true;
  }

  /** Until a bonus is added, once, the reward is remembered like a promise. */
  #expectBonus({ pseudonym, state, amount, reward, draw }: GrantedEntry): void {
    const bonus = this.#document.question && bonusOf(this.#document.question, { state, amount });
    if (!bonus) return;
    const drawn = reward === 'chance' ? draw : undefined;
    this.#count({ pseudonym, state, promise: 'bonus', draw: drawn }, bonus.pool, 1);
  }

  /** @returns whether it is the first bonus of its reward, and its pool has one left */
  isBonusRight({ pseudonym, state, amount, draw }: BonusEntry): boolean {
    const pool = budgetPoolName('bonus', amount, null);
    if ((this.#pools.get(pool)?.free ?? 0) < 1) return false;
    if (this.#count({ pseudonym, state, promise: 'bonus', draw }, pool, -1) < 0) return false;
    this.#add(pool, -1);
    return true;
  }

  /** What a wrong entry promises or grants is missing in the budget nevertheless. */
  setAside(entry: Entry): void {
    const { kind, state } = entry;
    if (kind === 'verified') {
      const start = `${entry.promise}:${entry.promise === 'fixed' ? `${state}:` : ''}`;
      this.#add([...this.#pools.keys()].find((pool) => pool.startsWith(start)) ?? '', -1);
    } else if (kind === 'bonus' || !('pool' in promisedIn(entry))) {
      this.#add(budgetPoolName(kind === 'bonus' ? kind : entry.reward, entry.amount, state), -1);
    }
  }

  #add(pool: string, rewards: number): void {
    const found = this.#pools.get(pool);
    if (found) this.#pools.set(pool, { ...found, free: found.free + rewards });
  }

  /** @returns how many there are then; negative if there is no such promise to remove */
  #count({ pseudonym, state, promise, block, draw }: Counted, pool = '', change: 1 | -1): number {
    const hash = createHash('sha256').update(this.#salt);
    hash.update(JSON.stringify([pseudonym, state, promise, pool, block, draw]));
    const digest = hash.digest();
    const fingerprint = digest.readUIntBE(1, 6);
    const promises = this.#promises[(digest[0] ?? 0) % mapsOfPromises];
    const count = (promises?.get(fingerprint) ?? 0) + change;
    if (count === 0) promises?.delete(fingerprint);
    else if (count > 0) promises?.set(fingerprint, count);
    return count;
  }
}

/** A promise of another pool has another amount, so its fingerprint is not found. */
function promisedIn({ promise, amount, state, draw, block }: GrantedEntry): Promised {
  if (promise === 'fixed' || promise === 'reserve') {
    return { kind: promise, pool: budgetPoolName(promise, amount, state) };
  }
  return promise === 'chance' && draw !== undefined && block !== undefined
    ? { kind: 'chance', drawNumber: draw, block }
    : { kind: 'none' };
}
