// Checks each entry against the hash chain, the entries before it and the rules.
import { bytesOf, hexOf, type Fields } from './canonical-json.ts';
import { dayNumber, indianDayNumber } from './dates.ts';
import type { DrawRules, Outcome } from './draw-rules.ts';
import { parseEntry, splitLine, type Bonus, type Granted, type Verified } from './ledger-entry.ts';
import { requireEqual, requireThat } from './mismatch.ts';
import { sha256 } from './sha256.ts';

type Participant = {
  readonly state: string;
  readonly promised: Outcome;
  /** `draw`: of a reward by chance. */
  granted?: { readonly amount: number; readonly draw: number | undefined };
  hasBonus?: boolean;
};

const isNew = ['pseudonym', 'a new one', 'in the ledger already'] as const;

export class Ledger {
  readonly counts = { entries: 0, verified: 0, granted: 0, amended: 0, bonus: 0 };
  /** At most between the day of an entry and the Indian day of its `at`: 0 if its clock is real. */
  daysApart = 0;
  readonly amendments: { number: number; line: string }[] = [];
  hash: Uint8Array;
  private readonly rules: DrawRules;
  /** By pseudonym; that of a bonus has none. */
  private readonly participants = new Map<string, Participant | undefined>();

  constructor(commitment: Uint8Array, rules: DrawRules) {
    this.hash = commitment;
    this.rules = rules;
  }

  add(line: string, number: number): void {
    const { content, claimed } = splitLine(line, number);
    const previous = this.hash;
    this.hash = sha256(previous, bytesOf(content));
    requireEqual(number, 'the hash of this entry over the one before', hexOf(this.hash), claimed);
    const entry = parseEntry(content, number);
    requireSame(number, entry, { campaign: this.rules.document.campaign, number: number - 1 });
    if (entry.kind !== 'amended') this.requireInTime(entry, number);
    if (entry.kind === 'verified') this.verify(entry, number);
    else if (entry.kind === 'granted') this.grant(entry, number);
    else if (entry.kind === 'bonus') this.addBonus(entry, number);
    else {
      this.rules.amend(entry, hexOf(previous), number);
      this.amendments.push({ number, line });
    }
    this.counts.entries += 1;
    this.counts[entry.kind] += 1;
    const apart = dayNumber(entry.day) - indianDayNumber(entry.at);
    this.daysApart = Math.max(this.daysApart, Math.abs(apart));
  }

  private verify(entry: Verified, line: number): void {
    requireThat(!this.participants.has(entry.pseudonym), line, ...isNew);
    const due = this.rules.expectedPromise(entry, line);
    requireSame(line, entry, { promise: due.kind, draw: due.draw, block: due.block });
    const promised = this.rules.promise(due, entry.pseudonym);
    this.participants.set(entry.pseudonym, { state: entry.state, promised });
  }

  private grant(entry: Granted, line: number): void {
    const person = this.participants.get(entry.pseudonym);
    const found = person ? 'rewarded before' : 'not verified before';
    const expected = 'one that is verified and has no reward yet';
    requireThat(person !== undefined && !person.granted, line, 'pseudonym', expected, found);
    const { promised, state } = person;
    const { kind, draw, block } = promised;
    requireSame(line, entry, { state, promise: kind, draw, block });
    const due = this.rules.expectedReward(entry, promised, line);
    requireSame(line, entry, { reward: due.kind, amount: due.amount ?? entry.amount });
    this.rules.grant(due, promised);
    person.granted = { amount: entry.amount, draw: due.draw };
  }

  private addBonus(entry: Bonus, line: number): void {
    requireThat(!this.participants.has(entry.pseudonym), line, ...isNew);
    const person = this.participants.get(entry.of);
    const expected = 'one that has a reward and no bonus yet';
    requireThat(person?.granted !== undefined, line, 'of', expected);
    requireThat(!person.hasBonus, line, 'of', expected, 'one that has a bonus');
    const { granted, state } = person;
    requireSame(line, entry, { state, draw: granted.draw });
    this.rules.addBonus(entry, granted.amount, line);
    person.hasBonus = true;
    this.participants.set(entry.pseudonym, undefined);
  }

  private requireInTime({ kind, day }: Verified | Granted | Bonus, line: number): void {
    const isVerified = kind === 'verified';
    const last = dayNumber(this.rules.to) + (isVerified ? 0 : 1);
    const isInTime = this.rules.document.programme.from <= day && dayNumber(day) <= last;
    const expected = `a day of the programme${isVerified ? '' : ' or the day after it'}`;
    requireThat(isInTime, line, 'day', expected, day);
  }
}

function requireSame(line: number, entry: Fields, expected: Fields): void {
  for (const [name, value] of Object.entries(expected)) {
    requireEqual(line, name, value, entry[name]);
  }
}
