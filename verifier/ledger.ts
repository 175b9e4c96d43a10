// Checks each entry against the hash chain, the entries before it and the rules.
import { bytesOf, hexOf, type Fields } from './canonical-json.ts';
import type { DrawDocument } from './commitment-document.ts';
import { dayNumber, indianDayNumber } from './dates.ts';
import type { DrawRules, Outcome } from './draw-rules.ts';
import { parseEntry, splitLine, type Bonus, type Granted } from './ledger-entry.ts';
import type { Verified } from './ledger-entry.ts';
import { requireEqual, requireThat } from './mismatch.ts';
import { sha256 } from './sha256.ts';

type Participant = {
  readonly state: string;
  readonly promised: Outcome;
  /** `draw`: of a reward by chance. */
  granted?: { readonly amount: number; readonly draw: number | undefined };
  hasBonus?: boolean;
};

export class Ledger {
  readonly counts = { entries: 0, verified: 0, granted: 0, amended: 0, bonus: 0 };
  /** Days of entries minus the Indian days of their `at`: 0 if the campaign's clock is real. */
  readonly daysApart = { least: 0, most: 0 };
  /** The lines of the amendments, with their numbers. */
  readonly amendments: { number: number; line: string }[] = [];
  hash: Uint8Array;
  private readonly document: DrawDocument;
  private readonly rules: DrawRules;
  /** By pseudonym; that of a bonus has none. */
  private readonly participants = new Map<string, Participant | undefined>();

  constructor(document: DrawDocument, commitment: Uint8Array, rules: DrawRules) {
    this.document = document;
    this.hash = commitment;
    this.rules = rules;
  }

  /** @throws Mismatch */
  add(line: string, number: number): void {
    const { content, claimed } = splitLine(line, number);
    const previous = this.hash;
    this.hash = sha256(previous, bytesOf(content));
    requireEqual(number, 'the hash of this entry over the one before', hexOf(this.hash), claimed);
    const entry = parseEntry(content, number);
    requireSame(number, entry, { campaign: this.document.campaign, number: number - 1 });
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
    this.daysApart.least = Math.min(this.daysApart.least, apart);
    this.daysApart.most = Math.max(this.daysApart.most, apart);
  }

  private verify(entry: Verified, line: number): void {
    this.requireNew(entry, line);
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
    this.requireNew(entry, line);
    const person = this.participants.get(entry.of);
    const expected = 'one that has a reward and no bonus yet';
    requireThat(person?.granted !== undefined, line, 'of', expected);
    requireThat(!person.hasBonus, line, 'of', expected, 'one that has a bonus');
    const { granted, state } = person;
    const none = 'none, because no question follows such a reward';
    const amount = this.rules.bonusAmount(state, granted.amount) ?? none;
    const question = this.rules.expectedQuestion(entry) ?? entry.question;
    requireSame(line, entry, { state, draw: granted.draw, amount, question });
    const isPaid = this.rules.takeBonus(entry.amount);
    requireThat(isPaid, line, 'amount', 'one of a pool that has some left', entry.amount);
    person.hasBonus = true;
    this.participants.set(entry.pseudonym, undefined);
  }

  private requireInTime({ kind, day }: Verified | Granted | Bonus, line: number): void {
    const isVerified = kind === 'verified';
    const isInTime = this.rules.isInTime(day, isVerified ? 0 : 1);
    const expected = `a day of the programme${isVerified ? '' : ' or the day after it'}`;
    requireThat(isInTime, line, 'day', expected, day);
  }

  private requireNew({ pseudonym }: Verified | Bonus, line: number): void {
    const isNew = !this.participants.has(pseudonym);
    requireThat(isNew, line, 'pseudonym', 'a new one', 'in the ledger already');
  }
}

/** Names the first field that differs. */
function requireSame(
  line: number,
  entry: Fields,
  expected: Readonly<Record<string, string | number | undefined>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    requireEqual(line, name, value, entry[name]);
  }
}
