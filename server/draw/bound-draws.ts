// Follows the ledger from the commitment on and computes the card of every draw number that is
// bound in it. It remembers what it has read: a database that shows it one ledger and later
// another, to find out what would have been drawn, gets no more answers.
import * as z from 'zod';
import { InaamError } from '../errors/inaam-error.ts';
import { isApproverSignature } from '../crypto/approver-signature.ts';
import { isSealed } from '../rules/draw/amendment.ts';
import { entryApprovalFault, stateAfter, type ApprovalState } from '../rules/draw/approval.ts';
import type { Commitment } from '../rules/draw/commitment.ts';
import {
  blockOf,
  drawNext,
  wholeDeck,
  type DeckPlan,
  type DeckPosition,
} from '../rules/draw/draw.ts';
import { chainedHash } from '../rules/draw/ledger.ts';
import { amendmentOf } from '../storage/draw/amendments/amendment-schema.ts';
import { readEntries, type BoundEntry } from '../storage/draw/bound-entries.ts';
import type { Database } from '../storage/database.ts';
import { DrawnCards } from './drawn-cards.ts';

/** The ledger does not bind these draw numbers. Their cards are not disclosed. */
export class NotBound extends InaamError {
  override name = 'NotBound';
}

/** The ledger is not the one that was read before, or it breaks the rules. Nothing is answered. */
export class LedgerBroken extends InaamError {
  override name = 'LedgerBroken';
}

/** Number of entries, and the hash of the last one in hex. */
export type ReadHead = { entries: number; hash: string };

export type BoundDrawsOptions = {
  database: Database;
  commitment: Pick<Commitment, 'document' | 'hash'>;
  secret: Uint8Array;
  /** What an earlier process has read. The ledger must still contain it. */
  earlier?: ReadHead | undefined;
  /** Awaited before anything that was newly read is answered. */
  remember?: (head: ReadHead) => Promise<void>;
};

const pageSize = 2000;

const entrySchema = z.object({
  campaign: z.string(),
  number: z.int(),
  kind: z.enum(['verified', 'granted']),
  promise: z.string().optional(),
  pseudonym: z.string().regex(/^[0-9a-f]{32}$/),
});
/** `amended` entries have another shape. */
const kindSchema = z.object({ kind: z.string() });
const cardSchema = z.object({ block: z.int(), draw: z.int() });

export class BoundDraws {
  readonly #options: BoundDrawsOptions;
  #plan: DeckPlan;
  readonly #cards: DrawnCards;
  #position: DeckPosition;
  /** Entries and draw numbers that `remember` has stored. Only those are answered. */
  #remembered = { entries: 0, draws: 0 };
  #head: { entries: number; hash: Uint8Array };
  #approval: ApprovalState;
  #broken: LedgerBroken | undefined;
  /** The reading in progress; readings run one after another. */
  #reading: Promise<void> = Promise.resolve();

  constructor(options: BoundDrawsOptions) {
    this.#options = options;
    const { document, hash } = options.commitment;
    const { blocks, cards, denominations } = document.deck;
    this.#plan = { amounts: denominations, blocks, cards };
    this.#cards = new DrawnCards(denominations);
    this.#position = wholeDeck(this.#plan);
    this.#head = { entries: 0, hash: Buffer.from(hash, 'hex') };
    this.#approval = { approvers: document.approvers, after: hash };
  }

  get entries(): number {
    return this.#remembered.entries;
  }

  /** If so, nothing is answered any more. */
  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /**
   * @returns amounts by draw number
   * @throws NotBound, LedgerBroken
   */
  async cardsOf(drawNumbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (this.#broken) throw this.#broken;
    if (drawNumbers.some((number) => number >= this.#remembered.draws)) await this.catchUp();
    return new Map(
      drawNumbers.map((number) => {
        const amount = number < this.#remembered.draws ? this.#cards.at(number) : undefined;
        if (amount !== undefined) return [number, amount];
        throw new NotBound('The ledger has not bound every draw number that was asked for.');
      }),
    );
  }

  /**
   * Reads the entries that were added to the ledger.
   * @throws LedgerBroken
   */
  catchUp(): Promise<void> {
    const reading = this.#reading.catch(() => undefined).then(() => this.#readOn());
    this.#reading = reading;
    return reading;
  }

  async #readOn(): Promise<void> {
    const { database, commitment, remember, earlier } = this.#options;
    for (;;) {
      if (this.#broken) throw this.#broken;
      const from = this.#head.entries;
      const campaign = commitment.document.campaign;
      const page = await readEntries(database, campaign, from, pageSize);
      for (const entry of page) this.#add(entry);
      if (page.length < pageSize) break;
    }
    if (earlier && this.#head.entries < earlier.entries) {
      throw this.#breakWith('it is shorter than what was read before');
    }
    const { entries, hash } = this.#head;
    if (entries === this.#remembered.entries) return;
    await remember?.({ entries, hash: Buffer.from(hash).toString('hex') });
    this.#remembered = { entries, draws: this.#cards.count };
  }

  #add({ content, hash }: BoundEntry): void {
    const number = this.#head.entries;
    const chained = chainedHash(this.#head.hash, content);
    if (!hash.equals(chained)) throw this.#breakWith(`entry ${number} does not follow the last`);
    const { earlier } = this.#options;
    if (earlier?.entries === number + 1 && earlier.hash !== hash.toString('hex')) {
      throw this.#breakWith(`entry ${number} is not the one that was read before`);
    }
    if (!this.#amend(number, content, chained)) this.#bind(number, content);
    this.#head = { entries: number + 1, hash: chained };
  }

  /**
   * Adds the blocks of an amendment, if it is sealed with the secret, which no other program has.
   * @returns false if the entry is not a valid amendment
   */
  #amend(number: number, content: string, chained: Uint8Array): boolean {
    const value = jsonOf(content);
    if (value === undefined) throw this.#breakWith(`entry ${number} is not JSON`);
    if (kindSchema.safeParse(value).data?.kind !== 'amended') return false;
    const { commitment, secret } = this.#options;
    const entry = amendmentOf(content);
    if (
      !entry ||
      entry.number !== number ||
      entry.campaign !== commitment.document.campaign ||
      !isSealed(secret, this.#head.hash, content)
    )
      throw this.#breakWith(`entry ${number} is an amendment that was not sealed with the secret`);
    if (entryApprovalFault(entry, this.#approval, isApproverSignature))
      throw this.#breakWith(`entry ${number} is an amendment that two approvers have not signed`);
    const hash = Buffer.from(chained).toString('hex');
    this.#approval = stateAfter(this.#approval, { approval: entry.approval, hash });
    this.#plan = { ...this.#plan, blocks: this.#plan.blocks + entry.blocks };
    return true;
  }

  #bind(number: number, content: string): void {
    const { document } = this.#options.commitment;
    const value = jsonOf(content);
    const entry = entrySchema.safeParse(value);
    if (!entry.success || entry.data.number !== number || entry.data.campaign !== document.campaign)
      throw this.#breakWith(`entry ${number} is not one of this campaign`);
    const { kind, promise, pseudonym } = entry.data;
    if (kind !== 'verified' || promise !== 'chance') return;
    const bound = cardSchema.safeParse(value);
    const { nextDraw } = this.#position;
    const block = blockOf(this.#plan, nextDraw);
    if (!bound.success || block !== bound.data.block || nextDraw !== bound.data.draw)
      throw this.#breakWith(`entry ${number} does not bind the next draw number`);
    const { campaign } = document;
    const drawn = drawNext(
      { campaign, plan: this.#plan, secret: this.#options.secret },
      this.#position,
      Buffer.from(pseudonym, 'hex'),
    );
    this.#cards.push(drawn.amount);
    this.#position = drawn.after;
  }

  #breakWith(what: string): LedgerBroken {
    this.#broken ??= new LedgerBroken(
      `The ledger is not the one that the draw follows: ${what}. Nothing more is drawn. Compare the database with its backups and with published heads (docs/runbook.md).`,
    );
    return this.#broken;
  }
}

/** Undefined if it is not JSON. */
function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
