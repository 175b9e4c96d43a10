// Reads the ledger from its first line to its last and holds each entry against the chain, the people before it and the
// rules. Memory is flat: one line, the table of people, the standing of the draw.
import { hash as hashOf } from 'node:crypto';
import { spelled } from './canonical.ts';
import { dayNumber, indianDayNumber } from './days.ts';
import { entryOf, longestLine, partsOf, type Entry, type Granted } from './entry.ts';
import { Fault, Untried } from './fault.ts';
import { eachLine } from './lines.ts';
import { People, statesMost } from './people.ts';
import type { Rules } from './rules.ts';

/** A head that was published or kept: how many entries there were, and the hash of the last one. */
export type Head = { at: string; entries: number; hash: string };

export type Read = {
  entries: number;
  verified: number;
  granted: number;
  /** Hex. */
  hash: string;
  firstAt: string | null;
  lastAt: string | null;
  /** The day of a reward less the day of India at its `at`: 0 where the campaign's clock is the world's. */
  daysApart: { least: number; most: number } | null;
};

type Ground = { campaign: string; commitment: Buffer; through: readonly Head[] };

/** Opens the ledger from its beginning; `again` is false where it can't be read twice. */
export type Source = { open: () => AsyncIterable<Buffer>; again: boolean };

/** @throws Fault the first one of the ledger, or of the heads that it must go through */
export async function readLedger(
  source: Source,
  ground: Ground,
  rules: Rules,
  people = new People(),
): Promise<Read> {
  // Each one is of an earlier line than the one before, or of the same.
  const faults: Fault[] = [];
  const read = await onePass(source, ground, people, rules).catch(keepFault(faults));
  if (people.classes > 1 && !source.again) {
    throw new Untried(
      'The ledger has more participants than fit at once, and a pipe is read once only. Name a file.',
    );
  }
  for (let wanted = 1; wanted < people.classes; wanted += 1) {
    people.begin(wanted);
    const last = faults.at(-1)?.line ?? undefined;
    const again = await onePass(source, ground, people, undefined, last).catch(keepFault(faults));
    if (faults.length === 0 && read?.hash !== again?.hash) {
      throw new Untried('The ledger changed while it was read. Copy it first.');
    }
  }
  const first = faults.at(-1);
  if (first || !read) throw first ?? new Untried('The ledger could not be read.');
  return read;
}

const keepFault = (faults: Fault[]) => (error: unknown) => {
  if (!(error instanceof Fault)) throw error;
  faults.push(error);
  return undefined;
};

/**
 * @param rules left out where only the people of another class are looked for
 * @param last the line to stop after
 */
async function onePass(
  { open }: Source,
  ground: Ground,
  people: People,
  rules?: Rules,
  last = Infinity,
): Promise<Read> {
  const chain = new Chain(ground.commitment);
  const tally = new Tally();
  checkHeads(ground.through, 0, chain.hex);
  await eachLine(open(), (line, number) => {
    const { content, claimed } = partsOf(line, number);
    chain.add(content, claimed, number);
    const entry = entryOf(content, number);
    same(number, 'campaign', spelled(ground.campaign), spelled(entry.campaign));
    same(number, 'number', number - 1, entry.number);
    checkPeople(entry, number, people);
    if (rules) checkRules(entry, number, rules);
    tally.add(entry);
    checkHeads(ground.through, number, chain.hex);
    return number < last;
  });
  return tally.read(chain.hex);
}

/** The hash of everything so far. */
class Chain {
  /** The hash before, and the content after it. */
  readonly #bytes = Buffer.alloc(32 + longestLine);
  hex: string;

  constructor(commitment: Buffer) {
    commitment.copy(this.#bytes);
    this.hex = commitment.toString('hex');
  }

  add(content: Buffer, claimed: string, line: number): void {
    content.copy(this.#bytes, 32);
    const hash = hashOf('sha256', this.#bytes.subarray(0, 32 + content.length), 'buffer');
    hash.copy(this.#bytes);
    this.hex = hash.toString('hex');
    same(line, 'the hash of this entry over the one before', this.hex, claimed);
  }
}

class Tally {
  #read: Omit<Read, 'hash'> = {
    entries: 0,
    verified: 0,
    granted: 0,
    firstAt: null,
    lastAt: null,
    daysApart: null,
  };

  add(entry: Entry): void {
    this.#read.entries += 1;
    this.#read[entry.kind] += 1;
    this.#read.firstAt ??= entry.at;
    this.#read.lastAt = entry.at;
    if (entry.kind === 'verified') return;
    const apart = dayNumber(entry.day) - indianDayNumber(entry.at);
    const days = (this.#read.daysApart ??= { least: apart, most: apart });
    days.least = Math.min(days.least, apart);
    days.most = Math.max(days.most, apart);
  }

  read = (hash: string): Read => ({ ...this.#read, hash });
}

function checkPeople(entry: Entry, line: number, people: People): void {
  const state = people.stateNumber(entry.state);
  if (state === undefined) {
    const expected = `one of ${statesMost} names at most`;
    throw new Fault({ line }, { what: 'state', expected, found: 'one more' });
  }
  const met = people.meet(entry.pseudonym, entry.kind, state);
  if (!met) return;
  const { before, stateBefore } = met;
  if (entry.kind === 'verified') {
    const found = 'in the ledger already';
    if (before === 'new') return;
    throw new Fault({ line }, { what: 'pseudonym', expected: 'a new one', found });
  }
  if (before !== 'verified') {
    const found = before === 'new' ? 'not verified before' : 'rewarded before';
    const expected = 'one that is verified and has no reward yet';
    throw new Fault({ line }, { what: 'pseudonym', expected, found });
  }
  if (stateBefore === state) return;
  const expected = 'the one that was frozen at the verification';
  throw new Fault({ line }, { what: 'state', expected, found: spelled(entry.state) });
}

function checkRules(entry: Entry, line: number, rules: Rules): void {
  if (entry.kind === 'granted') return checkReward(entry, line, rules);
  if (rules.admit(entry.state)) return undefined;
  const expected = 'one that something can be promised to';
  const found = 'one too many: the campaign closes when everything is promised';
  throw new Fault({ line }, { what: 'participant', expected, found });
}

function checkReward(entry: Granted, line: number, rules: Rules): void {
  if (!rules.isInTime(entry.day)) {
    const expected = 'a day of the programme or the day after it';
    throw new Fault({ line }, { what: 'day', expected, found: entry.day });
  }
  const due = rules.due(entry);
  if (!due) {
    const expected = 'none, because nothing is left for such a participant on this day';
    throw new Fault({ line }, { what: 'reward', expected, found: entry.reward });
  }
  const because = due.law === undefined ? '' : ` by law (${due.law})`;
  if (due.reward !== entry.reward) {
    const expected = `${due.reward}${because}`;
    throw new Fault({ line }, { what: 'reward', expected, found: entry.reward });
  }
  same(line, 'draw', due.draw, entry.draw);
  same(line, 'block', due.block, entry.block);
  same(line, 'amount', due.amount, entry.amount);
  rules.take(due);
}

function checkHeads(heads: readonly Head[], entries: number, hash: string): void {
  for (const head of heads) {
    if (head.entries !== entries || head.hash === hash) continue;
    throw headFault(`the hash of the head of ${head.at} after ${entries} entries`, hash, head.hash);
  }
}

export const headFault = (what: string, expected: string, found: string) =>
  new Fault('head', { what, expected, found });

function same(line: number, what: string, expected: string | number, found: string | number): void {
  if (expected === found) return;
  throw new Fault({ line }, { what, expected: String(expected), found: String(found) });
}
