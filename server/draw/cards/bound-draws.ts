// Follows the ledger from the commitment on and computes the card of every draw number bound in it.
// It remembers the entries it has read and stops answering if they change, so that nobody can try
// out other ledgers to learn their cards. It also stops if a promise or grant breaks the rules.
import { isSealed } from '../ledger.rules.ts';
import { amendmentIn } from '../amendments.sql.ts';
import type { Commitment } from '../commitment.rules.ts';
import { blockOf, drawNext, wholeDeck, type DeckPosition } from '../draw.rules.ts';
import { chainedHash } from '../ledger.rules.ts';
import { readEntries, type BoundEntry } from '../ledger.sql.ts';
import type { BoundDraw } from '../read-cards.ts';
import type { Database } from '../../database/database.ts';
import {
  entrySchema,
  isAmended,
  LedgerBroken,
  LedgerCheck,
  type BonusEntry,
  type GrantedEntry,
} from './ledger-check.ts';
import { parseJson } from '../../platform/format.ts';
import { questionOf } from '../drawn-questions.rules.ts';

/** Number of entries, and the hash of the last one in hex. */
export type ReadHead = { entries: number; hash: string };

export type BoundDrawsOptions = {
  database: Database;
  commitment: Pick<Commitment, 'document' | 'hash'>;
  secret: Uint8Array;
  /** The head that an earlier process has read. The ledger must still contain it. */
  earlier?: ReadHead | undefined;
  /** Awaited before any newly read card is answered. */
  remember?: (head: ReadHead) => Promise<void>;
  /** People have set aside what is wrong among so many entries. Omitted: none. */
  decided?: () => Promise<number>;
};

const pageSize = 2000;
/** Then the ledger is read again before a card is answered: its end may have been lost. */
const freshMs = 1000;

/** A pseudonym's first 48 bits, which are random. */
const ownerOf = (pseudonym: string) => Number.parseInt(pseudonym.slice(0, 12), 16);

export class BoundDraws {
  readonly #options: BoundDrawsOptions;
  readonly #check: LedgerCheck;
  /** Amounts by draw number. */
  readonly #cards: number[] = [];
  /** By draw number: to whom it is bound. */
  readonly #owners: number[] = [];
  /** Which question each draw number is asked; undefined if the campaign has none. */
  readonly #questions: number[] | undefined;
  #position: DeckPosition;
  /** The entries and draw numbers stored by `remember`. Only those are answered. */
  #remembered = { entries: 0, draws: 0 };
  #head: { entries: number; hash: Uint8Array };
  #broken: LedgerBroken | undefined;
  #isLost = false;
  /** The wrong entries that were passed over, because people have set them aside. */
  readonly setAside: number[] = [];
  /** When the last finished read began, and when the last connection was made; ms. */
  #readAt = -Infinity;
  #connectedAt = -Infinity;
  /** The current read; reads run one after another. */
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;

  constructor(options: BoundDrawsOptions) {
    this.#options = options;
    const { document, hash } = options.commitment;
    const { blocks, cards, denominations } = document.deck;
    this.#questions = document.question && [];
    this.#check = new LedgerCheck(document);
    this.#position = wholeDeck({ amounts: denominations, blocks, cards });
    this.#head = { entries: 0, hash: Buffer.from(hash, 'hex') };
    options.database.on('connect', () => (this.#connectedAt = performance.now()));
  }

  get entries(): number {
    return this.#remembered.entries;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get broken(): LedgerBroken | undefined {
    return this.#broken;
  }

  /**
   * @returns amounts by draw number, without numbers that the ledger has not bound so
   * @throws LedgerBroken
   */
  async cardsOf(draws: readonly BoundDraw[]): Promise<ReadonlyMap<number, number>> {
    return this.#drawn(this.#cards, draws);
  }

  /** Likewise: the places of the questions; undefined if the campaign has none. */
  async askedOf(draws: readonly BoundDraw[]): Promise<ReadonlyMap<number, number> | undefined> {
    return this.#questions && this.#drawn(this.#questions, draws);
  }

  async #drawn(
    drawn: readonly number[],
    draws: readonly BoundDraw[],
  ): Promise<ReadonlyMap<number, number>> {
    const isBound = ([number, pseudonym]: BoundDraw) =>
      number < this.#remembered.draws && this.#owners[number] === ownerOf(pseudonym);
    // What was bound before a wrong entry stays so.
    if (this.#broken && !draws.some(isBound)) throw this.#broken;
    if (!this.#broken && (!this.#isFresh() || !draws.every(isBound))) await this.readNewEntries();
    return new Map(draws.filter(isBound).map(([number]) => [number, drawn[number] ?? 0]));
  }

  #isFresh(): boolean {
    return this.#readAt > this.#connectedAt && performance.now() - this.#readAt < freshMs;
  }

  /**
   * Reads new ledger entries. Callers during a read share the next one, so that many requests cost
   * no more than one.
   * @throws LedgerBroken
   */
  readNewEntries(): Promise<void> {
    this.#nextReading ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#nextReading = undefined;
        this.#reading = this.#readOn();
        return this.#reading;
      });
    return this.#nextReading;
  }

  async #readOn(): Promise<void> {
    const { database, commitment, earlier } = this.#options;
    const startedAt = performance.now();
    for (;;) {
      if (this.#broken && this.#isLost) throw this.#broken;
      const { entries, hash } = this.#head;
      const campaign = commitment.document.campaign;
      // The last known entry too: a failover or a restore may have lost it.
      const from = Math.max(entries - 1, 0);
      const page = await readEntries(database, campaign, from, pageSize);
      const added = entries === 0 ? page : page.slice(1);
      if (entries > 0 && !page[0]?.hash.equals(hash)) {
        throw this.#lose(`it no longer has entry ${from}, which was read before`, from);
      }
      try {
        for (const entry of added) await this.#add(entry);
      } catch (error) {
        await this.#remember();
        throw error;
      }
      if (page.length < pageSize) break;
    }
    if (earlier && this.#head.entries < earlier.entries) {
      throw this.#lose('it is shorter than what was read before');
    }
    await this.#remember();
    this.#readAt = startedAt;
  }

  async #remember(): Promise<void> {
    const { remember, earlier } = this.#options;
    const { entries, hash } = this.#head;
    if (this.#isLost || entries === this.#remembered.entries) return;
    if (entries < (earlier?.entries ?? 0)) return;
    await remember?.({ entries, hash: Buffer.from(hash).toString('hex') });
    this.#remembered = { entries, draws: this.#cards.length };
  }

  /** @throws LedgerBroken at a wrong entry, unless people have set it aside */
  async #add({ content, hash }: BoundEntry): Promise<void> {
    const number = this.#head.entries;
    const chained = chainedHash(this.#head.hash, content);
    if (!hash.equals(chained)) throw this.#lose(`entry ${number} does not follow the last`);
    const { earlier } = this.#options;
    if (earlier?.entries === number + 1 && earlier.hash !== hash.toString('hex')) {
      throw this.#lose(`entry ${number} is not the one that was read before`);
    }
    const value = parseJson(content);
    try {
      // What was found wrong is not looked at again.
      if (this.#broken) throw this.#broken;
      if (isAmended(value)) this.#amend(number, content);
      else this.#bind(number, value);
    } catch (error) {
      const decided = (await this.#options.decided?.()) ?? 0;
      if (!(error instanceof LedgerBroken) || number >= decided || isAmended(value)) throw error;
      this.#passOver(value);
      this.#broken = undefined;
      this.setAside.push(number);
    }
    this.#head = { entries: number + 1, hash: chained };
  }

  /** Counts what the database has counted, as if it were right. */
  #passOver(value: unknown): void {
    const entry = entrySchema.safeParse(value).data;
    if (entry?.kind === 'verified' && entry.promise === 'chance') this.#draw(entry.pseudonym);
    else if (entry) this.#check.setAside(entry);
  }

  /** Adds the blocks of an amendment with a valid seal. No other program has the secret. */
  #amend(number: number, content: string): void {
    const { commitment, secret } = this.#options;
    const entry = amendmentIn(content);
    if (
      !entry ||
      entry.number !== number ||
      entry.campaign !== commitment.document.campaign ||
      !isSealed(secret, this.#head.hash, content)
    )
      throw this.#breakWith(`entry ${number} is an amendment that was not sealed with the secret`);
    this.#check.amend(entry);
  }

  #bind(number: number, value: unknown): void {
    const { document } = this.#options.commitment;
    const entry = entrySchema.safeParse(value);
    if (!entry.success || entry.data.number !== number || entry.data.campaign !== document.campaign)
      throw this.#breakWith(`entry ${number} is not one of this campaign`);
    if (entry.data.kind === 'granted') return this.#compareGrant(number, entry.data);
    if (entry.data.kind === 'bonus') return this.#compareBonus(number, entry.data);
    const { promise, pseudonym, state } = entry.data;
    if (!this.#check.isClaimRight(entry.data))
      throw this.#breakWith(
        `entry ${number} has another purchase, or another participation of its number, than was committed to`,
      );
    const wrong = this.#check.verify(entry.data, this.#position.nextDraw);
    if (wrong)
      throw this.#breakWith(
        `entry ${number} promises ${promise} in ${state}, where the rules promise ${wrong.kind}, or it does not bind the next draw number`,
      );
    if (promise === 'chance') this.#draw(pseudonym);
  }

  #draw(pseudonym: string): void {
    const { campaign, deck } = this.#options.commitment.document;
    const plan = { amounts: deck.denominations, cards: deck.cards, blocks: this.#check.blocks };
    // What was set aside may promise a card where there is none.
    if (blockOf(plan, this.#position.nextDraw) === undefined) return;
    const drawn = drawNext(
      { campaign, plan, secret: this.#options.secret },
      this.#position,
      Buffer.from(pseudonym, 'hex'),
    );
    this.#cards.push(drawn.amount);
    this.#owners.push(ownerOf(pseudonym));
    this.#questions?.push(this.#questionOf(this.#position.nextDraw, pseudonym));
    this.#position = drawn.after;
  }

  #compareGrant(number: number, entry: GrantedEntry): void {
    const card = entry.draw === undefined ? undefined : this.#cards[entry.draw];
    if (this.#check.isGrantRight(entry, card)) return;
    throw this.#breakWith(
      `entry ${number} grants Rs ${entry.amount}, which was not promised, is not the card, or was granted before`,
    );
  }

  #questionOf(drawNumber: number | undefined, pseudonym: string): number {
    const { commitment, secret } = this.#options;
    const { campaign, question } = commitment.document;
    const participation = { campaign, drawNumber, pseudonym: Buffer.from(pseudonym, 'hex') };
    return questionOf(secret, participation, question?.count ?? 0);
  }

  #compareBonus(number: number, entry: BonusEntry): void {
    const asked = this.#questionOf(entry.draw, entry.pseudonym);
    if (entry.question === asked && this.#check.isBonusRight(entry)) return;
    throw this.#breakWith(
      `entry ${number} adds Rs ${entry.amount} for an answer, which is not the bonus of that reward, was added before, or is of another question`,
    );
  }

  /** It is another ledger than the one that was read: none of its cards is answered. */
  #lose(what: string, entry?: number): LedgerBroken {
    this.#isLost = true;
    this.#remembered = { ...this.#remembered, draws: 0 };
    return this.#breakWith(what, entry);
  }

  #breakWith(what: string, entry = this.#head.entries): LedgerBroken {
    this.#broken ??= new LedgerBroken(
      `The ledger is not the one that the draw follows: ${what}. Nothing more is drawn. Compare the database with its backups and with published heads ("The draw refuses the ledger" in docs/run/draw-and-keys.md).`,
      entry,
    );
    return this.#broken;
  }
}
