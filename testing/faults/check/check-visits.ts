// What the clients were answered, against what is stored (I1, I2, I12).
import type pg from 'pg';
import { groupBy, type HistoryEvent, type Violation } from './evidence.ts';

const freshMs = 60_000;

type Stored = { user_key: string; amount: number | null; is_verified: boolean };

export async function checkVisits(
  database: pg.Client,
  history: readonly HistoryEvent[],
): Promise<Violation[]> {
  const reported = history.filter(({ kind, call }) => kind === 'ok' && call === 'getReward');
  const { rows } = await database.query<Stored>(
    `select challenge.user_key, reward.amount, participant.pseudonym is not null as is_verified
     from inaam.challenge
     left join inaam.participant using (campaign, mobile_index)
     left join inaam.reward using (campaign, pseudonym)`,
  );
  const stored = new Map(rows.map((row) => [row.user_key, row]));
  const violations: Violation[] = [];
  for (const [mobile, events] of groupBy(reported, ({ mobile: one = '' }) => one)) {
    const [first] = events;
    const other = events.find(({ value }) => value !== first?.value);
    if (first && other) {
      violations.push({
        invariant: 'I1',
        sentence: `${mobile} was answered two different rewards`,
        proof: [first, other],
      });
    }
    const row = stored.get(first?.userKey ?? '');
    if (first && String(row?.amount) !== first.value) {
      violations.push({
        invariant: 'I2',
        sentence: `${mobile} was answered a reward that is not stored`,
        proof: [first, row ?? 'no row'],
      });
    }
  }
  const verified = history.filter(({ kind, call }) => kind === 'ok' && call === 'verifyOtp');
  for (const event of verified) {
    if (stored.get(event.userKey ?? '')?.is_verified) continue;
    violations.push({
      invariant: 'I2',
      sentence: `${event.mobile} was answered that it is verified, and is not`,
      proof: [event],
    });
  }
  return [...violations, ...checkFresh(history)];
}

/** When the faults are over a fresh visitor plays to the end. */
function checkFresh(history: readonly HistoryEvent[]): Violation[] {
  const over = history.findLast(({ fault }) => fault === 'over');
  const after = history.filter(({ at, call }) => over && at >= over.at && call !== undefined);
  const end = after.findLast(({ kind, call }) => kind === 'ok' && call === 'getReward');
  if (over && end && end.at - over.at <= freshMs) return [];
  const sentence = `no fresh visitor had a reward within ${freshMs / 1000} s after the faults`;
  return [{ invariant: 'I12', sentence, proof: after.slice(-3) }];
}
