// Checks every entry against the hash chain, earlier participants and the rules, in constant
// memory.
import { hash as hashOf } from 'node:crypto';
import { checkAmendment, type PublishedAmendments } from './amendments.ts';
import { checkAnswer, checkBonus, numberOfReward } from './bonuses.ts';
import { canonicalJson } from './canonical-json.ts';
import { dayNumber, indianDayNumber } from './dates.ts';
import {
  parseEntry,
  lineBytesMax,
  splitLine,
  type Amended,
  type Entry,
  type Granted,
  type Verified,
} from './ledger-entry.ts';
import { CannotVerify, Mismatch, requireEqual } from './mismatch.ts';
import { eachLine } from './read-lines.ts';
import { Participants, statesMax } from './participants.ts';
import { waits, type DrawRules } from './draw-rules.ts';
import { numberOfPromise, promiseOfNumber } from './promises.ts';
import type { DrawDocument } from './commitment-document.ts';

/** A published or saved head: the number of entries and the last hash. */
export type Head = { at: string; entries: number; hash: string };

export type LedgerSummary = {
  entries: number;
  verified: number;
  granted: number;
  amended: number;
  bonus: number;
  hash: string;
  firstAt: string | null;
  lastAt: string | null;
  /**
   * The day of an entry minus the Indian day of its `at`: 0 if the campaign's clock is real time.
   */
  daysApart: { least: number; most: number } | null;
};

type Expected = {
  document: DrawDocument;
  commitment: Buffer;
  through: readonly Head[];
  amendments: PublishedAmendments | undefined;
};

/** Opens the ledger from its beginning; standard input cannot be reopened. */
export type Source = { open: () => AsyncIterable<Buffer>; canReopen: boolean };

/**
 * @param rules undefined: without the secret, which they need
 * @throws Mismatch the first one in the ledger or the heads that it must include
 */
export async function readLedger(
  source: Source,
  expected: Expected,
  rules: DrawRules | undefined,
  participants = new Participants(),
): Promise<LedgerSummary> {
  // Each belongs to an earlier line than the previous, or the same.
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
    const others = { ...expected, amendments: undefined };
    const again = await onePass(source, others, participants, undefined, last).catch(
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
    const previous = chain.hex;
    chain.add(content, claimed, number);
    const entry = parseEntry(content, number);
    requireEqual(
      number,
      'campaign',
      canonicalJson(expected.document.campaign),
      canonicalJson(entry.campaign),
    );
    requireEqual(number, 'number', number - 1, entry.number);
    if (entry.kind === 'amended') {
      if (rules) checkAmendment(entry, number, previous, rules);
      expected.amendments?.take(line, number);
    } else {
      const promisedLaw = checkParticipant(entry, number, participants, expected.document);
      if (rules) checkRules(entry, number, rules, promisedLaw);
    }
    tally.add(entry);
    checkHeads(expected.through, number, chain.hex);
    return number < last;
  });
  expected.amendments?.finish();
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
    amended: 0,
    bonus: 0,
    firstAt: null,
    lastAt: null,
    daysApart: null,
  };

  add(entry: Entry | Amended): void {
    this.#read.entries += 1;
    this.#read[entry.kind] += 1;
    this.#read.firstAt ??= entry.at;
    this.#read.lastAt = entry.at;
    const apart = dayNumber(entry.day) - indianDayNumber(entry.at);
    const days = (this.#read.daysApart ??= { least: apart, most: apart });
    days.least = Math.min(days.least, apart);
    days.most = Math.max(days.most, apart);
  }

  read = (hash: string): LedgerSummary => ({ ...this.#read, hash });
}

/** @returns the index of the promised fixed reward, if there is one and it is known */
function checkParticipant(
  entry: Entry,
  line: number,
  participants: Participants,
  document: DrawDocument,
): number | undefined {
  const state = participants.stateNumber(entry.state);
  if (state === undefined) {
    const expected = `one of ${statesMax} names at most`;
    throw new Mismatch({ line }, { what: 'state', expected, found: 'one more' });
  }
  if (entry.kind === 'bonus') {
    checkBonus(entry, line, participants, document, state);
    return undefined;
  }
  const promise = numberOfPromise(entry, document);
  const reward = entry.kind === 'granted' ? numberOfReward(entry, document) : undefined;
  const met = participants.record(entry.pseudonym, entry.kind, state, promise, reward);
  if (!met) return undefined;
  const { before, stateBefore, promiseBefore } = met;
  if (entry.kind === 'verified') {
    const found = 'in the ledger already';
    if (before === 'new') return undefined;
    throw new Mismatch({ line }, { what: 'pseudonym', expected: 'a new one', found });
  }
  if (before !== 'verified' || promiseBefore === undefined) {
    const found = before === 'new' ? 'not verified before' : 'rewarded before';
    const expected = 'one that is verified and has no reward yet';
    throw new Mismatch({ line }, { what: 'pseudonym', expected, found });
  }
  if (stateBefore !== state) {
    const expected = 'the one that was frozen at the verification';
    throw new Mismatch({ line }, { what: 'state', expected, found: canonicalJson(entry.state) });
  }
  const bound = promiseOfNumber(promiseBefore, document);
  requireEqual(line, 'promise', bound.promise, entry.promise);
  requireEqual(line, 'draw', bound.draw, entry.draw);
  return bound.law;
}

function checkRules(
  entry: Entry,
  line: number,
  rules: DrawRules,
  promisedLaw: number | undefined,
): void {
  const isVerified = entry.kind === 'verified';
  if (!rules.isInTime(entry.day, isVerified ? 0 : 1)) {
    const expected = `a day of the programme${isVerified ? '' : ' or the day after it'}`;
    throw new Mismatch({ line }, { what: 'day', expected, found: entry.day });
  }
  if (isVerified) checkPromise(entry, line, rules);
  else if (entry.kind === 'granted') checkReward(entry, line, rules, promisedLaw);
  else checkAnswer(entry, line, rules);
}

function checkPromise(entry: Verified, line: number, rules: DrawRules): void {
  const due = rules.expectedPromise(entry);
  if (due.promise === 'none' && rules.closes) {
    const expected = 'one that something can be promised to';
    const found = 'one too many: the campaign closes when everything is promised';
    throw new Mismatch({ line }, { what: 'participant', expected, found });
  }
  if (due.promise !== entry.promise) {
    const expected = `${due.promise}${byLaw(due)}`;
    throw new Mismatch({ line }, { what: 'promise', expected, found: entry.promise });
  }
  requireEqual(line, 'draw', due.draw, entry.draw);
  requireEqual(line, 'block', due.block, entry.block);
  rules.recordPromise(due, entry.pseudonym);
}

function checkReward(
  entry: Granted,
  line: number,
  rules: DrawRules,
  promisedLaw: number | undefined,
): void {
  const due = rules.expectedReward(entry, promisedLaw);
  if (!due || due === waits) {
    const because = due
      ? "the block of the participant's card is released later"
      : 'nothing is left for such a participant on this day';
    const expected = `none, because ${because}`;
    throw new Mismatch({ line }, { what: 'reward', expected, found: entry.reward });
  }
  if (due.reward !== entry.reward) {
    const expected = `${due.reward}${byLaw(due)}`;
    throw new Mismatch({ line }, { what: 'reward', expected, found: entry.reward });
  }
  if (entry.draw >= 0) requireEqual(line, 'block', rules.blockOf(entry.draw), entry.block);
  requireEqual(line, 'amount', due.amount, entry.amount);
  rules.recordReward(due);
}

const byLaw = ({ law }: { law?: string }) => (law === undefined ? '' : ` by law (${law})`);
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
