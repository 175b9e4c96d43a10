// What a right answer adds to a reward, once: its entry follows the reward's.
import { canonicalJson } from './canonical-json.ts';
import type { DrawDocument } from './commitment-document.ts';
import type { DrawRules } from './draw-rules.ts';
import type { Bonus, Granted } from './ledger-entry.ts';
import { Mismatch, requireEqual } from './mismatch.ts';
import type { Participants } from './participants.ts';

/** More than there are draw numbers. */
const placeUnit = 2 ** 42;

/** The index of the pool that pays the bonus of such a reward, or -1. */
function poolPlace({ question }: DrawDocument, state: string, amount: number): number {
  if (!question || question.statesWithout.includes(state)) return -1;
  return question.pools.findIndex((pool) => question.bonus === 'amount' || pool.amount === amount);
}

/** What a bonus depends on, as one number: the pool, and the draw of a reward by chance. */
export function numberOfReward(entry: Granted, document: DrawDocument): number {
  const draw = entry.reward === 'chance' ? entry.draw : -1;
  return (poolPlace(document, entry.state, entry.amount) + 1) * placeUnit + draw + 1;
}

/** Compares it with its reward; without the secret, which the question needs. */
export function checkBonus(
  entry: Bonus,
  line: number,
  participants: Participants,
  document: DrawDocument,
  state: number,
): void {
  if (!document.question) {
    const expected = 'verified, granted or amended, because the document has no question';
    throw new Mismatch({ line }, { what: 'kind', expected, found: entry.kind });
  }
  const own = participants.record(entry.pseudonym, 'bonus', state, 0);
  if (own && own.before !== 'new') {
    const found = 'in the ledger already';
    throw new Mismatch({ line }, { what: 'pseudonym', expected: 'a new one', found });
  }
  const met = participants.record(entry.of, 'bonus', state, 0);
  if (!met) return;
  const { before, stateBefore, promiseBefore = 0 } = met;
  if (before !== 'granted') {
    const found = { new: 'not verified before', verified: 'not rewarded before' };
    throw new Mismatch(
      { line },
      {
        what: 'of',
        expected: 'one that has a reward and no bonus yet',
        found: before === 'bonus' ? 'a bonus, or one that has one' : found[before],
      },
    );
  }
  if (stateBefore !== state) {
    const expected = 'the one that was frozen at the verification';
    throw new Mismatch({ line }, { what: 'state', expected, found: canonicalJson(entry.state) });
  }
  requireEqual(line, 'draw', (promiseBefore % placeUnit) - 1, entry.draw);
  const pool = document.question.pools[Math.floor(promiseBefore / placeUnit) - 1];
  if (!pool) {
    const expected = 'none, because no question follows such a reward';
    throw new Mismatch({ line }, { what: 'amount', expected, found: String(entry.amount) });
  }
  requireEqual(line, 'amount', pool.amount, entry.amount);
}

export function checkAnswer(entry: Bonus, line: number, rules: DrawRules): void {
  requireEqual(line, 'question', rules.questionOf(entry), entry.question);
  if (rules.takeBonus(entry.amount)) return;
  const expected = 'one of a pool that has some left';
  throw new Mismatch({ line }, { what: 'amount', expected, found: String(entry.amount) });
}
