// Each round, two processes verify and claim at once in a campaign whose deck is almost empty.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  commitmentFrom,
  secretHash,
  type DrawDocument,
} from '@inaam/server/draw/commitment.rules.ts';
import { chainedHash } from '@inaam/server/draw/ledger.rules.ts';
import { readBudget } from '@inaam/server/draw/budgets.sql.ts';
import { commitDraw, type StoredCommitment } from '@inaam/server/draw/commitments.sql.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { budgetErrors } from '../database/database-queries.ts';
import { drawPartsOf } from '../campaign/draw-parts.ts';

export type Newcomer = {
  userKey: string;
  /** Index of the number, hex; two devices may share one. */
  number: string;
  pseudonym: string;
  token: string;
  state: string;
};
type Stage = { document: DrawDocument; secret: string; today: string };
export type Order = Stage &
  ({ kind: 'verify'; newcomers: Newcomer[] } | { kind: 'claim'; pseudonyms: string[] });
/** For each participant the pseudonym or the amount, or why there is none. */
export type Done = { results: string[]; retries: number };

export type RaceResult = { rounds: number; errors: string[]; retries: number; grants: number };

/** Ten cards; with daily pacing, five on each of two days. */
const decks = {
  whole: { blocks: 1, cards: [7, 2, 1], denominations: [3, 5, 10] },
  paced: { blocks: 2, cards: [3, 1, 1], denominations: [3, 5, 10] },
} as const;
const all = 10;
const reserve = 3;
const byLaw = 2;
const days = ['2025-07-01', '2025-07-02'] as const;
const secret = randomBytes(32);
const [partOne, partTwo] = drawPartsOf(secret);

/** Every kind of round: with a reserve or closing, with pacing or without. */
const kinds = [
  { end: 'reserve', pacing: null },
  { end: 'close', pacing: null },
  { end: 'reserve', pacing: 'daily' },
  { end: 'close', pacing: 'daily' },
] as const;

/** @param url a migrated database that nothing else uses */
export async function raceForLastCards(url: string, rounds: number): Promise<RaceResult> {
  const database = openDatabase(url, 2);
  const racers = [new Racer(url), new Racer(url)];
  const ran: RaceResult = { rounds: 0, errors: [], retries: 0, grants: 0 };
  try {
    await Promise.all(racers.map((racer) => racer.ready));
    for (let number = 0; number < rounds; number++) {
      const round = new Round(database, racers, number);
      await round.run();
      ran.rounds += 1;
      ran.errors.push(...round.errors);
      ran.retries += round.retries;
      ran.grants += round.grants;
    }
  } finally {
    await Promise.all(racers.map((racer) => racer.end()));
    await database.end();
  }
  return ran;
}

class Round {
  readonly errors: string[] = [];
  retries = 0;
  grants = 0;
  readonly #database: Database;
  readonly #racers: readonly Racer[];
  readonly #document: DrawDocument;

  constructor(database: Database, racers: readonly Racer[], number: number) {
    this.#database = database;
    this.#racers = racers;
    const { end, pacing } = kinds[number % kinds.length] ?? kinds[0];
    this.#document = {
      campaign: `last-cards-${number}`,
      deck: pacing ? decks.paced : decks.whole,
      draw: 'inaam-draw-2',
      fixed: [
        {
          amount: 3,
          from: days[0],
          law: 'an act',
          rewards: byLaw,
          state: 'Tamil Nadu',
          until: null,
        },
      ],
      pacing,
      programme: { from: days[0], to: days[1] },
      pseudonymKeySha256: secretHash(new Uint8Array(32)),
      secretPartsSha256: [secretHash(partOne), secretHash(partTwo)],
      secretSha256: secretHash(secret),
      whenDeckEnds:
        end === 'close' ? { kind: 'close' } : { kind: 'reserve', amount: 3, rewards: reserve },
    };
  }

  async run(): Promise<void> {
    const { campaign, deck, pacing, whenDeckEnds } = this.#document;
    const laws = this.#document.fixed.map((law) => ({ ...law, chance: 'forbidden' as const }));
    const operator = { by: 'trial', why: 'the last cards', at: Date.now() };
    const { stored } = await commitDraw(
      this.#database,
      commitmentFrom(this.#document),
      laws,
      operator,
    );
    const closes = whenDeckEnds.kind === 'close';
    // A closing campaign turns three away, one of them from Tamil Nadu.
    const admitted = await this.#verify(all + reserve, closes ? byLaw + 1 : byLaw);
    const expected = closes ? all + byLaw : all + reserve + byLaw;
    this.#expect('admitted', admitted.length, expected);

    const first = await this.#claim(admitted, days[0]);
    const bridged = closes ? 0 : reserve;
    this.#expect('paid on the first day', first.paid, all / deck.blocks + bridged + byLaw);
    const reason = pacing ? 'paced' : 'empty';
    const waiting = admitted.length - first.paid;
    this.#expect(`answered "${reason}"`, first.without.get(reason) ?? 0, waiting);

    const second = await this.#claim(admitted, days[1]);
    this.#expect('paid in the end', second.paid, admitted.length);
    this.#expect('changed answers', differences(first.answers, second.answers), 0);
    this.grants = second.paid;
    await this.#assertBooks(stored, admitted.length);
    const mismatches = await budgetErrors(this.#database, campaign);
    this.#expect('faults of the budget', mismatches.length, 0);
  }

  #expect(what: string, found: number, expected: number): void {
    if (found === expected) return;
    const { campaign, pacing, whenDeckEnds } = this.#document;
    this.errors.push(
      `${campaign} (${whenDeckEnds.kind}, pacing ${pacing}): ${what}: ${found}, expected ${expected}`,
    );
  }

  /** Every code is right; every third number uses two devices, one in each process. */
  async #verify(many: number, ofTamilNadu: number): Promise<string[]> {
    const people = [
      ...Array.from({ length: many }, () => newcomer('Goa')),
      ...Array.from({ length: ofTamilNadu }, () => newcomer('Tamil Nadu')),
    ];
    const again = people
      .filter((_, at) => at % 3 === 0)
      .map((one) => ({ ...newcomer(one.state), number: one.number }));
    await this.#register([...people, ...again]);
    const halves = [
      people.filter((_, at) => at % 2 === 0).concat(again.filter((_, at) => at % 2 === 1)),
      people.filter((_, at) => at % 2 === 1).concat(again.filter((_, at) => at % 2 === 0)),
    ];
    const results = await this.#order(days[0], (at) => ({
      kind: 'verify',
      newcomers: halves[at] ?? [],
    }));
    const others = results.filter((result) => !/^[0-9a-f]{32}$/.test(result));
    const odd = others.filter((result) => result !== 'full').length;
    this.#expect('verifications that were neither admitted nor full', odd, 0);
    return [...new Set(results.filter((result) => /^[0-9a-f]{32}$/.test(result)))];
  }

  async #register(newcomers: readonly Newcomer[]): Promise<void> {
    await this.#database.query(
      `insert into inaam.challenge (campaign, user_key, mobile_index, requested_t, registered_at, mobile_sealed,
         registration_sealed, code_hash, code_sealed, code_at, code_expires_at)
       select $1, user_key, decode(number, 'hex'), 1, now(), 'x', 'x', decode(number, 'hex'), 'x', now(), now() + interval '5 minutes'
       from unnest($2::text[], $3::text[]) as newcomers (user_key, number)`,
      [
        this.#document.campaign,
        newcomers.map(({ userKey }) => userKey),
        newcomers.map(({ number }) => number),
      ],
    );
  }

  /** Everyone claims in both processes at once. */
  async #claim(pseudonyms: string[], today: string) {
    const results = await this.#order(today, () => ({ kind: 'claim', pseudonyms }));
    const answers = new Map<string, string>();
    const without = new Map<string, number>();
    pseudonyms.forEach((pseudonym, at) => {
      const [left = '', right = ''] = [results[at], results[pseudonyms.length + at]];
      // One of the two may have been refused while others were ahead; an amount is final.
      const answer = /^\d+$/.test(left) ? left : right;
      if (/^\d+$/.test(left) && /^\d+$/.test(right))
        this.#expect('two amounts', left === right ? 0 : 1, 0);
      if (/^\d+$/.test(answer)) answers.set(pseudonym, answer);
      else without.set(answer, (without.get(answer) ?? 0) + 1);
    });
    return { answers, without, paid: answers.size };
  }

  async #order(
    today: string,
    part: (
      at: number,
    ) => { kind: 'verify'; newcomers: Newcomer[] } | { kind: 'claim'; pseudonyms: string[] },
  ): Promise<string[]> {
    const stage = { document: this.#document, secret: secret.toString('hex'), today };
    const done = await Promise.all(
      this.#racers.map((racer, at) => racer.do({ ...stage, ...part(at) })),
    );
    this.retries += done.reduce((sum, { retries }) => sum + retries, 0);
    return done.flatMap(({ results }) => results);
  }

  /** Checks the hash chain, and that the pools' counts equal the rewards. */
  async #assertBooks(stored: StoredCommitment, admitted: number): Promise<void> {
    const { campaign } = this.#document;
    const { rows } = await this.#database.query<{ content: string; hash: Buffer }>(
      'select content, hash from inaam.ledger where campaign = $1 order by number',
      [campaign],
    );
    let hash: Uint8Array = Buffer.from(stored.hash, 'hex');
    for (const row of rows) hash = chainedHash(hash, row.content);
    this.#expect('entries', rows.length, 2 * admitted);
    this.#expect('broken chains', rows.at(-1)?.hash.equals(hash) ? 0 : 1, 0);
    const budget = await readBudget(this.#database, campaign);
    const left = (kind: string) =>
      budget.reduce((sum, row) => sum + (row.kind === kind ? row.remaining : 0), 0);
    this.#expect('cards that remain', left('chance'), 0);
    this.#expect('fixed rewards that remain', left('fixed'), 0);
    this.#expect('reserve that remains', left('reserve'), 0);
  }
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  return [...before].filter(([pseudonym, amount]) => after.get(pseudonym) !== amount).length;
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

function newcomer(state: string): Newcomer {
  return { userKey: hex(16), number: hex(32), pseudonym: hex(16), token: hex(32), state };
}

class Racer {
  readonly ready: Promise<Done>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(url: string) {
    const file = path.join(import.meta.dirname, 'last-cards-server.ts');
    this.#child = spawn(process.execPath, [file, url], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve()));
    this.ready = this.#hear();
  }

  do(order: Order): Promise<Done> {
    const done = this.#hear();
    this.#child.send(order);
    return done;
  }

  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  #hear(): Promise<Done> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('A process of the race has ended.'));
      this.#child.once('exit', ended);
      this.#child.once('message', (done: Done) => {
        this.#child.off('exit', ended);
        resolve(done);
      });
    });
  }
}
