// Granting rewards: one transaction for many claims, ordered by the head row. Reward, deck, ledger, the voucher's
// message and its job are written together or not at all. Decides nothing: which reward is the rule's matter.
import type { Claim, DeckState, Grant } from '../rules/reward.ts';
import { blockOf } from '../rules/draw.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { appendLedger, holdHead, type Head } from './head.ts';
import { many, type Many } from './many.ts';
import { column, keyed, moment } from './rows.ts';

/** @param today day in India by the campaign's clock, which the law of a fixed reward is dated by */
export type RewardClaim = { pseudonym: Buffer; today: string; now: number };

/**
 * The reward for good, or `undefined` where deck and reserve are empty. `newKind` where this very claim was granted it:
 * for counting, never for an answer.
 */
export type Granted =
  { amount: number; newKind?: Grant['kind'] } | { amount: undefined; newKind?: undefined };

type Decide = (
  claims: readonly Claim[],
  deck: DeckState,
) => { grants: (Grant | undefined)[]; after: DeckState };

/** Reads rewards that were granted. */
export function readRewards(database: Database, campaign: string): Many<Buffer, Granted> {
  return many(
    (pseudonym) => keyed(pseudonym),
    async (pseudonyms) => {
      const amounts = await readAmounts(database, campaign, pseudonyms);
      return new Map(pseudonyms.map((key) => [keyed(key), { amount: amounts.get(keyed(key)) }]));
    },
  );
}

/** Grants rewards; a participant who has one gets the same answer for ever, however many ask at once. */
export function grantRewards(
  database: Database,
  campaign: string,
  decide: Decide,
): Many<RewardClaim, Granted> {
  return many(keyOfClaim, async (claims) => {
    // Whoever has a reward need not wait for the head.
    const settled = await readAmounts(database, campaign, pseudonymsOf(claims));
    if (claims.every((claim) => settled.has(keyOfClaim(claim)))) return answers(claims, settled);
    return transaction(database, async (connection) => {
      const head = await holdHead(connection, campaign);
      // Read again under the head: what another transaction granted meanwhile must be seen, or it is granted twice.
      const known = await readAmounts(connection, campaign, pseudonymsOf(claims));
      const open = claims.filter((claim) => !known.has(keyOfClaim(claim)));
      const granted = await grant(connection, campaign, head, open, decide);
      return new Map([...answers(claims, known), ...granted]);
    });
  });
}

const keyOfClaim = (claim: RewardClaim) => keyed(claim.pseudonym);
const pseudonymsOf = (claims: readonly RewardClaim[]) => column(claims, (claim) => claim.pseudonym);

function answers(
  claims: readonly RewardClaim[],
  amounts: ReadonlyMap<string, number>,
): Map<string, Granted> {
  return new Map(
    claims.map((claim) => [keyOfClaim(claim), { amount: amounts.get(keyOfClaim(claim)) }]),
  );
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
  return new Map(rows.map((row) => [keyed(row.pseudonym), row.amount]));
}

async function grant(
  connection: Connection,
  campaign: string,
  head: Head,
  claims: readonly RewardClaim[],
  decide: Decide,
): Promise<Map<string, Granted>> {
  const states = await frozenStates(connection, campaign, claims);
  const known = claims.flatMap((claim) => {
    const state = states.get(keyOfClaim(claim));
    return state === undefined ? [] : [{ ...claim, state }];
  });
  const deck = await holdDeck(connection, campaign, head, known.length);
  const { grants, after } = decide(known, deck);
  const granted = known.flatMap((claim, at) => {
    const reward = grants[at];
    return reward ? [{ ...claim, grant: reward }] : [];
  });
  await writeDeck(connection, campaign, deck, after);
  await writeRewards(connection, campaign, granted);
  await appendLedger(
    connection,
    campaign,
    head,
    granted.map(({ pseudonym, state, now, grant }) => ({
      kind: 'granted' as const,
      pseudonym,
      state,
      at: now,
      grant,
    })),
  );
  return new Map(
    granted.map((claim): [string, Granted] => {
      const { amount, kind } = claim.grant;
      return [keyOfClaim(claim), { amount, newKind: kind }];
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
  return new Map(rows.map((row) => [keyed(row.pseudonym), row.state]));
}

/** The blocks that so many draws may touch, held after the head. */
async function holdDeck(
  connection: Connection,
  campaign: string,
  head: Head,
  draws: number,
): Promise<DeckState> {
  const first = blockOf(head, head.nextDraw) ?? head.blocks;
  const last = blockOf(head, head.nextDraw + draws) ?? head.blocks - 1;
  const { rows } = await connection.query<{ block: number; remaining: number[] }>(
    `select block, remaining from inaam.deck
     where campaign = $1 and block between $2 and $3 order by block for update`,
    [campaign, first, last],
  );
  const { denominations, cards, blocks, nextDraw, reserve } = head;
  return {
    campaign,
    plan: { denominations, cards, blocks },
    nextDraw,
    remaining: new Map(rows.map((row) => [row.block, row.remaining])),
    reserve,
  };
}

async function writeDeck(
  connection: Connection,
  campaign: string,
  before: DeckState,
  after: DeckState,
) {
  for (const [block, remaining] of after.remaining) {
    if (before.remaining.get(block) === remaining) continue;
    await connection.query(
      'update inaam.deck set remaining = $3 where campaign = $1 and block = $2',
      [campaign, block, [...remaining]],
    );
  }
  if (after === before) return;
  await connection.query(
    'update inaam.head set next_draw = $2, reserve_left = $3 where campaign = $1',
    [campaign, after.nextDraw, after.reserve.left],
  );
}

/** The reward, the message that owes its voucher, and the job that will pay it: one fact. */
async function writeRewards(
  connection: Connection,
  campaign: string,
  granted: readonly (RewardClaim & { grant: Grant })[],
) {
  if (granted.length === 0) return;
  const pseudonyms = column(granted, ({ pseudonym }) => pseudonym);
  const times = column(granted, ({ now }) => moment(now));
  await connection.query(
    `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at)
     select $1, * from unnest($2::bytea[], $3::integer[], $4::text[], $5::bigint[], $6::integer[], $7::timestamptz[])`,
    [
      campaign,
      pseudonyms,
      column(granted, ({ grant }) => grant.amount),
      column(granted, ({ grant }) => grant.kind),
      column(granted, ({ grant }) => (grant.kind === 'chance' ? grant.drawNumber : null)),
      column(granted, ({ grant }) => (grant.kind === 'chance' ? grant.block : null)),
      times,
    ],
  );
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, pseudonym, owed_at)
       select $1, 'voucher', * from unnest($2::bytea[], $3::timestamptz[])
       returning id)
     select graphile_worker.add_job('send_voucher:' || $1::text, json_build_object('id', id), priority := 10, max_attempts := 25)
     from owed`,
    [campaign, pseudonyms, times],
  );
}
