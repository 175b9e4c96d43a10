// Checks each entry against the hash chain, the entries before it and the rules.
import { bytesOf, hexOf, type Fields } from './canonical-json.ts';
import { dayNumber, indianDayNumber } from './dates.ts';
import type { DrawRules, Outcome } from './draw-rules.ts';
import { parseEntry, splitLine, type Bonus, type Granted, type Verified } from './ledger-entry.ts';
import { requireEqual, requireThat } from './mismatch.ts';
import { sha256 } from '@noble/hashes/sha2.js';

type Participant = {
  readonly state: string;
  readonly promised: Outcome;
  /** `draw`: of a reward by chance. */
  granted?: { readonly amount: number; readonly draw: number | undefined };
  hasBonus?: boolean;
};

export class Ledger {
  readonly counts = { entries: 0, verified: 0, granted: 0, amended: 0, bonus: 0 };
  /** At most between the day of an entry and the Indian day of its `at`: 0 if its clock is real. */
  daysApart = 0;
  /** Whole lines. */
  readonly amendments: string[] = [];
  hash: Uint8Array;
  private readonly rules: DrawRules;
  /** By pseudonym. */
  private readonly participants = new Map<string, Participant>();
  /** How often a number took part, by its first pseudonym, also with each day. */
  private readonly numbers = new Map<string, number>();

  constructor(commitment: Uint8Array, rules: DrawRules) {
    this.hash = commitment;
    this.rules = rules;
  }

  add(line: string, number: number): void {
    const { content, claimed } = splitLine(line, number);
    const previous = this.hash;
    this.hash = sha256.create().update(previous).update(bytesOf(content)).digest();
    requireEqual(number, 'the hash of this entry over the one before', hexOf(this.hash), claimed);
    const entry = parseEntry(content, number);
    requireSame(number, entry, { campaign: this.rules.document.campaign, number: number - 1 });
    if (entry.kind !== 'amended') this.requireInTime(entry, number);
    if (entry.kind === 'verified') this.verify(entry, number);
    else if (entry.kind === 'granted') this.grant(entry, number);
    else if (entry.kind === 'bonus') this.addBonus(entry, number);
    else {
      this.rules.amend(entry, hexOf(previous), number);
      this.amendments.push(line);
    }
    this.counts.entries += 1;
    this.counts[entry.kind] += 1;
    const apart = dayNumber(entry.day) - indianDayNumber(entry.at);
    this.daysApart = Math.max(this.daysApart, Math.abs(apart));
  }

  private verify(entry: Verified, line: number): void {
    const isNew = !this.participants.has(entry.pseudonym);
    requireThat(isNew, line, 'pseudonym', 'a new one', 'in the ledger already');
    this.admit(entry, line);
    const promised = this.rules.promise(entry, line);
    const { kind, draw, block } = promised;
    requireSame(line, entry, { promise: kind, draw, block });
    this.participants.set(entry.pseudonym, { state: entry.state, promised });
  }

  /** Counts the participation, if state, pack and number may take part. */
  private admit({ at, batch, of, pseudonym, state }: Verified, line: number): void {
    const { packs, states } = this.rules.document;
    requireThat(states.includes(state), line, 'state', 'one of the document', state);
    requireEqual(line, 'whether it has a batch', packs?.kind === 'unique', batch !== undefined);
    if (!packs?.claims) return requireEqual(line, 'of', undefined, of);
    const { inAll, perDay } = packs.claims;
    const number = of ?? pseudonym;
    const first = of === undefined ? { state } : this.participants.get(of);
    const isRight = this.numbers.has(number) === (of !== undefined) && first?.state === state;
    requireThat(isRight, line, 'of', 'the first participation of a number, in this state', of);
    const isAllowed =
      this.count(number) <= inAll && this.count(`${number} ${indianDayNumber(at)}`) <= perDay;
    const expected = `one of ${perDay} a day and ${inAll} in all`;
    requireThat(isAllowed, line, 'the participation', expected, 'one more');
  }

  private count(participations: string): number {
    const count = (this.numbers.get(participations) ?? 0) + 1;
    this.numbers.set(participations, count);
    return count;
  }

  private grant(entry: Granted, line: number): void {
    const person = this.participants.get(entry.pseudonym);
    const found = person ? 'rewarded before' : 'not verified before';
    const expected = 'one that is verified and has no reward yet';
    requireThat(person !== undefined && !person.granted, line, 'pseudonym', expected, found);
    const { promised, state } = person;
    const { kind, draw, block } = promised;
    requireSame(line, entry, { state, promise: kind, draw, block });
    const due = this.rules.reward(entry, promised, line);
    requireSame(line, entry, { reward: due.kind, amount: due.amount ?? entry.amount });
    person.granted = { amount: entry.amount, draw: due.draw };
  }

  private addBonus(entry: Bonus, line: number): void {
    const person = this.participants.get(entry.pseudonym);
    const expected = 'one that has a reward and no bonus yet';
    requireThat(person?.granted !== undefined && !person.hasBonus, line, 'pseudonym', expected);
    const { granted, state } = person;
    requireSame(line, entry, { state, draw: granted.draw });
    this.rules.addBonus(entry, granted.amount, line);
    person.hasBonus = true;
  }

  private requireInTime({ kind, day }: Verified | Granted | Bonus, line: number): void {
    const last = dayNumber(this.rules.to) + (kind === 'verified' ? 0 : 1);
    const isInTime = this.rules.document.programme.from <= day && dayNumber(day) <= last;
    const expected = 'a day of the programme; of a reward, also the day after it';
    requireThat(isInTime, line, 'day', expected, day);
  }
}

function requireSame(line: number, entry: Fields, expected: Fields): void {
  for (const [name, value] of Object.entries(expected)) {
    requireEqual(line, name, value, entry[name]);
  }
}
