// One transaction: the code is consumed (once), the mobile becomes a participant, the ledger
// records it, and a token is issued. The caller has compared the code.
import { classifyCodeUse } from '../rules/try-code.ts';
import { batched, type Batched } from './batch.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { enrolNew, lockParticipants, type Participant } from './participants.ts';
import { storeVerified } from './personal-data.ts';
import { deviceAndMobileKeys } from './rate-limit-events.ts';
import { rowKey, rowsByKey } from './row-key.ts';
import { issueTokens } from './tokens.ts';

export type Verification = {
  userKey: string;
  mobileIndex: Buffer;
  /** The code that was compared: one that has replaced it since is not consumed. */
  codeHash: Buffer;
  t: number;
  now: number;
  /** These apply to a mobile's first verification only. */
  state: string;
  admissionPool: string;
  pseudonym: Buffer;
  /** A returning participant keeps the earlier pseudonym. */
  sealFor: (pseudonym: Uint8Array) => { mobileSealed: Buffer; nameSealed: Buffer };
  token: { hash: Buffer; expiresAt: number };
};

export type Verified =
  | { kind: 'first' | 'again'; pseudonym: Buffer; state: string }
  | { kind: 'full' }
  /** Another call used the code first, or it was replaced. */
  | { kind: 'raced' };

type CodeUse = ReturnType<typeof classifyCodeUse>;

/** Of simultaneous calls with one code exactly one is `first`. */
export function recordVerifications(
  database: Database,
  campaign: string,
): Batched<Verification, Verified> {
  return batched(
    keyOf,
    (batch) =>
      transaction(database, async (connection) => {
        const uses = await consumeCodes(connection, campaign, batch);
        const accepted = batch.filter((item) => uses.get(keyOf(item)) !== 'raced');
        await enrolNew(connection, campaign, accepted);
        // Locked after the head, as in head.ts, or a grant and a verification could deadlock.
        const participants = await lockParticipants(
          connection,
          campaign,
          accepted.map(({ mobileIndex }) => mobileIndex),
        );
        const verified = accepted.flatMap((item) => {
          const participant = participants.get(rowKey(item.mobileIndex));
          return participant ? [{ ...item, pseudonym: participant.pseudonym }] : [];
        });
        await storeVerified(
          connection,
          campaign,
          verified.map(({ pseudonym, sealFor }) => ({ pseudonym, ...sealFor(pseudonym) })),
        );
        await issueTokens(connection, campaign, verified);
        return new Map(
          batch.map((item) => [
            keyOf(item),
            answerOf(uses.get(keyOf(item)), participants.get(rowKey(item.mobileIndex))),
          ]),
        );
      }),
    deviceAndMobileKeys,
  );
}

const keyOf = (item: Verification) => rowKey(item.userKey, item.mobileIndex);

function answerOf(use: CodeUse = 'raced', participant: Participant | undefined): Verified {
  if (use === 'raced') return { kind: 'raced' };
  if (!participant) return { kind: 'full' };
  const { pseudonym, state } = participant;
  return { kind: use, pseudonym, state };
}

/** The row lock and its state decide which call was first. */
async function consumeCodes(
  connection: Connection,
  campaign: string,
  batch: readonly Verification[],
): Promise<Map<string, CodeUse>> {
  const { rows } = await connection.query<{
    user_key: string;
    mobile_index: Buffer;
    code_hash: Buffer | null;
    code_used_at: Date | null;
  }>(
    `select user_key, mobile_index, code_hash, code_used_at
     from inaam.challenge
     join unnest($2::text[], $3::bytea[]) as item (user_key, mobile_index) using (user_key, mobile_index)
     where campaign = $1
     order by user_key, mobile_index for update of challenge`,
    [campaign, batch.map(({ userKey }) => userKey), batch.map(({ mobileIndex }) => mobileIndex)],
  );
  const challenges = rowsByKey(rows, (row) => rowKey(row.user_key, row.mobile_index));
  const uses = new Map(
    batch.map((item): [string, CodeUse] => {
      const challenge = challenges.get(keyOf(item));
      if (!challenge?.code_hash?.equals(item.codeHash)) return [keyOf(item), 'raced'];
      const usedAt = challenge.code_used_at?.getTime();
      return [keyOf(item), classifyCodeUse({ usedAt, now: item.now, t: item.t })];
    }),
  );
  const first = batch.filter((item) => uses.get(keyOf(item)) === 'first');
  await connection.query(
    `update inaam.challenge set code_used_at = item.at, code_sealed = null
     from unnest($2::text[], $3::bytea[], $4::timestamptz[]) as item (user_key, mobile_index, at)
     where campaign = $1 and challenge.user_key = item.user_key
       and challenge.mobile_index = item.mobile_index and code_used_at is null`,
    [
      campaign,
      first.map(({ userKey }) => userKey),
      first.map(({ mobileIndex }) => mobileIndex),
      first.map(({ now }) => new Date(now)),
    ],
  );
  return uses;
}
