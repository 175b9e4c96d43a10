// One transaction per batch, serialized by the head's lock: reward, deck, ledger, message and job
// are written together or not at all.
import { poolName } from '../rules/commitment.ts';
import {
  decideRewards,
  type Claim,
  type Grant,
  type NoGrantReason,
  type RewardRules,
} from '../rules/reward.ts';
import { batched, type Batched } from './batch.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { lockDeck, writeDeck } from './deck.ts';
import { lockHead, type Head } from './head.ts';
import { appendLedger } from './ledger.ts';
import { oweVouchers } from './owed-messages.ts';
import { readStates } from './participants.ts';
import { rowKey } from './row-key.ts';

/** `today`: Indian day by the campaign's clock; fixed rewards and pacing depend on it. */
export type RewardClaim = { pseudonym: Buffer; today: string; now: number };

/** `newKind`: only for the claim that was granted the reward. `unknown`: not decided yet. */
export type Granted =
  | { amount: number; newKind?: Grant['kind'] }
  | { amount: undefined; newKind?: undefined; why: NoGrantReason | 'revealed' | 'unknown' };

export function readRewards(database: Database, campaign: string): Batched<Buffer, Granted> {
  return batched(
    (pseudonym) => rowKey(pseudonym),
    async (pseudonyms) => {
      const amounts = await readAmounts(database, campaign, pseudonyms);
      return new Map(pseudonyms.map((key) => [rowKey(key), answerOf(amounts, rowKey(key))]));
    },
  );
}

/** Idempotent: concurrent claims of one participant all get the same reward. */
export function grantRewards(
  database: Database,
  campaign: string,
  rules: RewardRules,
): Batched<RewardClaim, Granted> {
  return batched(keyOf, async (claims) => {
    // Participants with a reward need not wait for the head.
    const before = await readAmounts(database, campaign, pseudonymsOf(claims));
    if (claims.every((claim) => before.has(keyOf(claim)))) return answersOf(claims, before);
    return transaction(database, async (connection) => {
      const head = await lockHead(connection, campaign);
      // Read again under the head's lock, or a reward granted meanwhile would be granted twice.
      const known = await readAmounts(connection, campaign, pseudonymsOf(claims));
      const open = claims.filter((claim) => !known.has(keyOf(claim)));
      const granted = await grant(connection, campaign, head, open, rules);
      return new Map([...answersOf(claims, known), ...granted]);
    });
  });
}

const keyOf = (claim: RewardClaim) => rowKey(claim.pseudonym);
const pseudonymsOf = (claims: readonly RewardClaim[]) => claims.map(({ pseudonym }) => pseudonym);

function answersOf(
  claims: readonly RewardClaim[],
  amounts: ReadonlyMap<string, number>,
): Map<string, Granted> {
  return new Map(claims.map((claim) => [keyOf(claim), answerOf(amounts, keyOf(claim))]));
}

function answerOf(amounts: ReadonlyMap<string, number>, key: string): Granted {
  const amount = amounts.get(key);
  return amount === undefined ? { amount, why: 'unknown' } : { amount };
}

async function readAmounts(
  database: Pick<Database, 'query'>,
  campaign: string,
  pseudonyms: readonly Buffer[],
): Promise<Map<string, number>> {
  const { rows } = await database.query<{ pseudonym: Buffer; amount: number }>(
    `select pseudonym, amount from inaam.reward
     where campaign = $1 and pseudonym = any ($2::bytea[])`,
    [campaign, pseudonyms],
  );
  return new Map(rows.map((row) => [rowKey(row.pseudonym), row.amount]));
}

async function grant(
  connection: Connection,
  campaign: string,
  head: Head,
  claims: readonly RewardClaim[],
  rules: RewardRules,
): Promise<Map<string, Granted>> {
  if (head.isRevealed) {
    return new Map(claims.map((claim) => [keyOf(claim), { amount: undefined, why: 'revealed' }]));
  }
  const states = await readStates(connection, campaign, pseudonymsOf(claims));
  const known = claims.flatMap((claim) => {
    const state = states.get(keyOf(claim));
    return state === undefined ? [] : [{ ...claim, state }];
  });
  const deck = await lockDeck(connection, campaign, head, known.length);
  const { grants, after } = decideRewards(known, rules, deck);
  const answers = new Map<string, Granted>();
  const granted: (RewardClaim & Claim & { grant: Grant })[] = [];
  known.forEach((claim, place) => {
    const reward = grants[place] ?? 'unknown';
    if (typeof reward !== 'object') {
      answers.set(keyOf(claim), { amount: undefined, why: reward });
      return;
    }
    granted.push({ ...claim, grant: reward });
    answers.set(keyOf(claim), { amount: reward.amount, newKind: reward.kind });
  });
  await writeDeck(connection, campaign, deck, after);
  if (granted.length > 0) {
    await insertRewards(connection, campaign, granted);
    await oweVouchers(connection, campaign, granted);
  }
  await appendLedger(
    connection,
    campaign,
    head,
    granted.map(({ pseudonym, state, today, now, grant: reward }) => ({
      kind: 'granted' as const,
      pseudonym,
      state,
      day: today,
      at: now,
      grant: reward,
    })),
  );
  return answers;
}

async function insertRewards(
  connection: Connection,
  campaign: string,
  granted: readonly (RewardClaim & { state: string; grant: Grant })[],
): Promise<void> {
  await connection.query(
    `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
     select $1, * from unnest($2::bytea[], $3::integer[], $4::text[], $5::bigint[], $6::integer[], $7::timestamptz[],
       $8::date[], $9::text[])`,
    [
      campaign,
      pseudonymsOf(granted),
      granted.map(({ grant: reward }) => reward.amount),
      granted.map(({ grant: reward }) => reward.kind),
      granted.map(({ grant: reward }) => (reward.kind === 'chance' ? reward.drawNumber : null)),
      granted.map(({ grant: reward }) => (reward.kind === 'chance' ? reward.block : null)),
      granted.map(({ now }) => new Date(now)),
      granted.map(({ today }) => today),
      granted.map(({ grant: reward, state }) => poolName(reward.kind, reward.amount, state)),
    ],
  );
}
