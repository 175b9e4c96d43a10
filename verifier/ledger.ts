// Checks every entry against the hash chain, the earlier participants and the rules, in constant
// memory.
import { hash as hashOf } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { dayNumber, indianDayNumber } from './dates.ts';
import { parseEntry, lineBytesMax, splitLine, type Entry, type Granted } from './ledger-entry.ts';
import { Mismatch, CannotVerify } from './mismatch.ts';
import { eachLine } from './read-lines.ts';
import { Participants, statesMax } from './participants.ts';
import type { DrawRules } from './draw-rules.ts';

/** A published or saved head: the number of entries and the hash of the last one. */
export type Head = { at: string; entries: number; hash: string };

export type LedgerSummary = {
  entries: number;
  verified: number;
  granted: number;
  hash: string;
  firstAt: string | null;
  lastAt: string | null;
  /**
   * The day of a reward minus the Indian day of its `at`: 0 if the campaign's clock is real time.
   */
  daysApart: { least: number; most: number } | null;
};

type Expected = { campaign: string; commitment: Buffer; through: readonly Head[] };

/** Opens the ledger from its beginning; standard input can't be reopened. */
export type Source = { open: () => AsyncIterable<Buffer>; canReopen: boolean };

/** @throws Mismatch the first one in the ledger or the heads that it must include */
export async function readLedger(
  source: Source,
  expected: Expected,
  rules: DrawRules,
  participants = new Participants(),
): Promise<LedgerSummary> {
  // Each is of an earlier or the same line as the one before.
  const mismatches: Mismatch[] = [];
  const read = await onePass(source, expected, participants, rules).catch(keepMismatch(mismatches));
  if (participants.classes > 1 && !source.canReopen) {
    throw new CannotVerify(
      'The ledger has more participants than fit at once, and a pipe is read once only. Name a file.',
    );
  }
  for (let wanted = 1; wanted < participants.classes; wanted += 1) {
    participants.startClass(wanted);
    const last = mismatches.at(-1)?.line ?? undefined;
    const again = await onePass(source, expected, participants, undefined, last).catch(
      keepMismatch(mismatches),
    );
    if (mismatches.length === 0 && read?.hash !== again?.hash) {
      throw new CannotVerify('The ledger changed while it was read. Copy it first.');
    }
  }
  const first = mismatches.at(-1);
  if (first || !read) throw first ?? new CannotVerify('The ledger could not be read.');
  return read;
}

const keepMismatch = (mismatches: Mismatch[]) => (error: unknown) => {
  if (!(error instanceof Mismatch)) throw error;
  mismatches.push(error);
  return undefined;
};

/**
 * @param rules omitted on passes for another class of participants
 * @param last the line to stop after
 */
async function onePass(
  { open }: Source,
  expected: Expected,
  participants: Participants,
  rules?: DrawRules,
  last = Infinity,
): Promise<LedgerSummary> {
  const chain = new HashChain(expected.commitment);
  const tally = new Tally();
  checkHeads(expected.through, 0, chain.hex);
  await eachLine(open(), (line, number) => {
    const { content, claimed } = splitLine(line, number);
    chain.add(content, claimed, number);
    const entry = parseEntry(content, number);
    requireEqual(
      number,
      'campaign',
      canonicalJson(expected.campaign),
      canonicalJson(entry.campaign),
    );
    requireEqual(number, 'number', number - 1, entry.number);
    checkParticipant(entry, number, participants);
    if (rules) checkRules(entry, number, rules);
    tally.add(entry);
    checkHeads(expected.through, number, chain.hex);
    return number < last;
  });
  return tally.read(chain.hex);
}

class HashChain {
  /** The previous hash, followed by the content. */
  readonly #bytes = Buffer.alloc(32 + lineBytesMax);
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
    requireEqual(line, 'the hash of this entry over the one before', this.hex, claimed);
  }
}

class Tally {
  #read: Omit<LedgerSummary, 'hash'> = {
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

  read = (hash: string): LedgerSummary => ({ ...this.#read, hash });
}

function checkParticipant(entry: Entry, line: number, participants: Participants): void {
  const state = participants.stateNumber(entry.state);
  if (state === undefined) {
    const expected = `one of ${statesMax} names at most`;
    throw new Mismatch({ line }, { what: 'state', expected, found: 'one more' });
  }
  const met = participants.record(entry.pseudonym, entry.kind, state);
  if (!met) return;
  const { before, stateBefore } = met;
  if (entry.kind === 'verified') {
    const found = 'in the ledger already';
    if (before === 'new') return;
    throw new Mismatch({ line }, { what: 'pseudonym', expected: 'a new one', found });
  }
  if (before !== 'verified') {
    const found = before === 'new' ? 'not verified before' : 'rewarded before';
    const expected = 'one that is verified and has no reward yet';
    throw new Mismatch({ line }, { what: 'pseudonym', expected, found });
  }
  if (stateBefore === state) return;
  const expected = 'the one that was frozen at the verification';
  throw new Mismatch({ line }, { what: 'state', expected, found: canonicalJson(entry.state) });
}

function checkRules(entry: Entry, line: number, rules: DrawRules): void {
  if (entry.kind === 'granted') return checkReward(entry, line, rules);
  if (rules.admit(entry.state)) return undefined;
  const expected = 'one that something can be promised to';
  const found = 'one too many: the campaign closes when everything is promised';
  throw new Mismatch({ line }, { what: 'participant', expected, found });
}

function checkReward(entry: Granted, line: number, rules: DrawRules): void {
  if (!rules.isInTime(entry.day)) {
    const expected = 'a day of the programme or the day after it';
    throw new Mismatch({ line }, { what: 'day', expected, found: entry.day });
  }
  const due = rules.expectedReward(entry);
  if (!due) {
    const expected = 'none, because nothing is left for such a participant on this day';
    throw new Mismatch({ line }, { what: 'reward', expected, found: entry.reward });
  }
  const because = due.law === undefined ? '' : ` by law (${due.law})`;
  if (due.reward !== entry.reward) {
    const expected = `${due.reward}${because}`;
    throw new Mismatch({ line }, { what: 'reward', expected, found: entry.reward });
  }
  requireEqual(line, 'draw', due.draw, entry.draw);
  requireEqual(line, 'block', due.block, entry.block);
  requireEqual(line, 'amount', due.amount, entry.amount);
  rules.recordReward(due);
}

function checkHeads(heads: readonly Head[], entries: number, hash: string): void {
  for (const head of heads) {
    if (head.entries !== entries || head.hash === hash) continue;
    throw headMismatch(
      `the hash of the head of ${head.at} after ${entries} entries`,
      hash,
      head.hash,
    );
  }
}

export const headMismatch = (what: string, expected: string, found: string) =>
  new Mismatch('head', { what, expected, found });

function requireEqual(
  line: number,
  what: string,
  expected: string | number,
  found: string | number,
): void {
  if (expected === found) return;
  throw new Mismatch({ line }, { what, expected: String(expected), found: String(found) });
}
