// Granting rewards: one transaction for many claims, ordered by the head row. Reward, deck, ledger, the voucher's
// message and its job are written together or not at all. Decides nothing: which reward is the rule's matter.
import { poolName } from '../rules/commitment.ts';
import {
  decideRewards,
  type Grant,
  type NoGrantReason,
  type RewardRules,
} from '../rules/reward.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { lockDeck, writeDeck } from './deck.ts';
import { appendLedger, lockHead, type Head } from './head.ts';
import { batched, type Batched } from './batch.ts';
import { rowKey } from './row-key.ts';

/** @param today day in India by the campaign's clock, which law and pace go by */
export type RewardClaim = { pseudonym: Buffer; today: string; now: number };

/**
 * The reward for good, or why there is none now. `newKind` where this very claim was granted it: for counting, never for
 * an answer.
 */
export type Granted =
  | { amount: number; newKind?: Grant['kind'] }
  | { amount: undefined; newKind?: undefined; why: NoGrantReason | 'revealed' | 'unknown' };

/** Reads rewards that were granted. */
export function readRewards(database: Database, campaign: string): Batched<Buffer, Granted> {
  return batched(
    (pseudonym) => rowKey(pseudonym),
    async (pseudonyms) => {
      const amounts = await readAmounts(database, campaign, pseudonyms);
      return new Map(pseudonyms.map((key) => [rowKey(key), rewardOf(amounts, rowKey(key))]));
    },
  );
}

/** Grants rewards; a participant who has one gets the same answer for ever, however many ask at once. */
export function grantRewards(
  database: Database,
  campaign: string,
  rules: RewardRules,
): Batched<RewardClaim, Granted> {
  return batched(keyOfClaim, async (claims) => {
    // Whoever has a reward need not wait for the head.
    const settled = await readAmounts(database, campaign, pseudonymsOf(claims));
    if (claims.every((claim) => settled.has(keyOfClaim(claim)))) return answers(claims, settled);
    return transaction(database, async (connection) => {
      const head = await lockHead(connection, campaign);
      // Read again under the head: what another transaction granted meanwhile must be seen, or it is granted twice.
      const known = await readAmounts(connection, campaign, pseudonymsOf(claims));
      const open = claims.filter((claim) => !known.has(keyOfClaim(claim)));
      const granted = await grant(connection, campaign, head, open, rules);
      return new Map([...answers(claims, known), ...granted]);
    });
  });
}

const keyOfClaim = (claim: RewardClaim) => rowKey(claim.pseudonym);
const pseudonymsOf = (claims: readonly RewardClaim[]) => claims.map((claim) => claim.pseudonym);

function answers(
  claims: readonly RewardClaim[],
  amounts: ReadonlyMap<string, number>,
): Map<string, Granted> {
  return new Map(claims.map((claim) => [keyOfClaim(claim), rewardOf(amounts, keyOfClaim(claim))]));
}

/** `unknown`: nothing was granted, and nothing was decided here. */
function rewardOf(amounts: ReadonlyMap<string, number>, key: string): Granted {
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
    return new Map(
      claims.map((claim) => [keyOfClaim(claim), { amount: undefined, why: 'revealed' }]),
    );
  }
  const states = await frozenStates(connection, campaign, claims);
  const known = claims.flatMap((claim) => {
    const state = states.get(keyOfClaim(claim));
    return state === undefined ? [] : [{ ...claim, state }];
  });
  const deck = await lockDeck(connection, campaign, head, known.length);
  const { grants, after } = decideRewards(known, rules, deck);
  const granted = known.flatMap((claim, at) => {
    const reward = grants[at];
    return typeof reward === 'object' ? [{ ...claim, grant: reward }] : [];
  });
  await writeDeck(connection, campaign, deck, after);
  await writeRewards(connection, campaign, granted);
  await appendLedger(
    connection,
    campaign,
    head,
    granted.map(({ pseudonym, state, today, now, grant }) => ({
      kind: 'granted' as const,
      pseudonym,
      state,
      day: today,
      at: now,
      grant,
    })),
  );
  return new Map(
    known.map((claim, at): [string, Granted] => {
      const reward = grants[at];
      if (typeof reward !== 'object')
        return [keyOfClaim(claim), { amount: undefined, why: reward ?? 'unknown' }];
      return [keyOfClaim(claim), { amount: reward.amount, newKind: reward.kind }];
    }),
  );
}

async function frozenStates(
  connection: Connection,
  campaign: string,
  claims: readonly RewardClaim[],
) {
  const { rows } = await connection.query<{ pseudonym: Buffer; state: string }>(
    `select pseudonym, state from inaam.participant
     where campaign = $1 and pseudonym = any ($2::bytea[])`,
    [campaign, pseudonymsOf(claims)],
  );
  return new Map(rows.map((row) => [rowKey(row.pseudonym), row.state]));
}

/** The reward, the message that owes its voucher, and the job that will pay it: one fact. */
async function writeRewards(
  connection: Connection,
  campaign: string,
  granted: readonly (RewardClaim & { state: string; grant: Grant })[],
) {
  if (granted.length === 0) return;
  const pseudonyms = granted.map(({ pseudonym }) => pseudonym);
  const times = granted.map(({ now }) => new Date(now));
  await connection.query(
    `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
     select $1, * from unnest($2::bytea[], $3::integer[], $4::text[], $5::bigint[], $6::integer[], $7::timestamptz[],
       $8::date[], $9::text[])`,
    [
      campaign,
      pseudonyms,
      granted.map(({ grant }) => grant.amount),
      granted.map(({ grant }) => grant.kind),
      granted.map(({ grant }) => (grant.kind === 'chance' ? grant.drawNumber : null)),
      granted.map(({ grant }) => (grant.kind === 'chance' ? grant.block : null)),
      times,
      granted.map(({ today }) => today),
      granted.map(({ grant, state }) => poolName(grant.kind, grant.amount, state)),
    ],
  );
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, pseudonym, owed_at)
       select $1, 'voucher', * from unnest($2::bytea[], $3::timestamptz[])
       returning id)
     select graphile_worker.add_jobs(array(
       select row('send_voucher:' || $1::text, json_build_object('id', id), null, null, 25, null, 10, null)::graphile_worker.job_spec
       from owed))`,
    [campaign, pseudonyms, times],
  );
}
