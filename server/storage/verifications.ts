// What a right code does, in one transaction: it is consumed, the number becomes a participant with a frozen
// state, the ledger says so, and an access token is made. The caller has compared; this file makes sure that a
// code is worth something once. Decides nothing.
import { classifyCodeUse } from '../rules/try-code.ts';
import { admitNew } from './admissions.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { appendLedger, lockHead } from './head.ts';
import { batched, type Batched } from './batch.ts';
import { rowsByKey, rowKey } from './row-key.ts';

export type Verification = {
  userKey: string;
  mobileIndex: Buffer;
  /** The hash that the typed code matched: a code replaced in the meantime is not consumed in its stead. */
  codeHash: Buffer;
  t: number;
  now: number;
  /** State to freeze if this is the number's first verification. */
  state: string;
  /** What a participant of that state is promised (rules/admission.ts). */
  admissionPool: string;
  /** Pseudonym to give if it is. */
  pseudonym: Buffer;
  /** The person's row, sealed for a pseudonym. */
  sealFor: (pseudonym: Uint8Array) => { mobileSealed: Buffer; nameSealed: Buffer };
  token: { hash: Buffer; expiresAt: number };
};

export type Verified =
  | { kind: 'first' | 'again'; pseudonym: Buffer; state: string }
  /** The campaign closes with its deck, and all of it is promised. */
  | { kind: 'full' }
  /** Another call with the same code was faster, or the code was replaced. */
  | { kind: 'raced' };

type Participant = { pseudonym: Buffer; mobile_index: Buffer; state: string };

/** Tokens of one participant that may be alive at once (Protocol: Keys). */
const tokensMost = 2;

/** Consumes right codes; of any number at once with one code, one is `first`. */
export function recordVerifications(
  database: Database,
  campaign: string,
): Batched<Verification, Verified> {
  return batched(
    keyOfVerification,
    (batch) =>
      transaction(database, async (connection) => {
        const worths = await consume(connection, campaign, batch);
        const good = batch.filter((item) => worths.get(keyOfVerification(item)) !== 'raced');
        const participants = await enrol(connection, campaign, good);
        await giveTokens(connection, campaign, good, participants);
        return new Map(
          batch.map((item): [string, Verified] => {
            const kind = worths.get(keyOfVerification(item)) ?? 'raced';
            const participant = participants.get(rowKey(item.mobileIndex));
            if (kind === 'raced') return [keyOfVerification(item), { kind }];
            if (!participant) return [keyOfVerification(item), { kind: 'full' }];
            const { pseudonym, state } = participant;
            return [keyOfVerification(item), { kind, pseudonym, state }];
          }),
        );
      }),
    (item) => [`device|${item.userKey}`, rowKey('number', item.mobileIndex)],
  );
}

const keyOfVerification = (item: Verification) => rowKey(item.userKey, item.mobileIndex);

/** Marks codes as used, in place of whoever comes second: the row's lock and its state are the race gate. */
async function consume(connection: Connection, campaign: string, batch: readonly Verification[]) {
  const userKeys = batch.map((item) => item.userKey);
  const numbers = batch.map((item) => item.mobileIndex);
  const { rows } = await connection.query<{
    user_key: string;
    mobile_index: Buffer;
    code_hash: Buffer | null;
    code_used_at: Date | null;
  }>(
    `select user_key, mobile_index, code_hash, code_used_at
     from inaam.challenge
     join unnest($2::text[], $3::bytea[]) as asked (user_key, mobile_index) using (user_key, mobile_index)
     where campaign = $1
     order by user_key, mobile_index for update of challenge`,
    [campaign, userKeys, numbers],
  );
  const challenges = rowsByKey(rows, (row) => rowKey(row.user_key, row.mobile_index));
  const worths = new Map(
    batch.map((item) => {
      const row = challenges.get(keyOfVerification(item));
      const isSameCode = row?.code_hash?.equals(item.codeHash) ?? false;
      const usedAt = row?.code_used_at?.getTime();
      return [
        keyOfVerification(item),
        isSameCode ? classifyCodeUse({ usedAt, now: item.now, t: item.t }) : 'raced',
      ];
    }),
  );
  const first = batch.filter((item) => worths.get(keyOfVerification(item)) === 'first');
  await connection.query(
    `update inaam.challenge set code_used_at = asked.at, code_sealed = null
     from unnest($2::text[], $3::bytea[], $4::timestamptz[]) as asked (user_key, mobile_index, at)
     where campaign = $1 and challenge.user_key = asked.user_key
       and challenge.mobile_index = asked.mobile_index and code_used_at is null`,
    [
      campaign,
      first.map((item) => item.userKey),
      first.map((item) => item.mobileIndex),
      first.map((item) => new Date(item.now)),
    ],
  );
  return worths;
}

/** Makes participants of numbers that have none; the state of the first verification stands for good. */
async function enrol(connection: Connection, campaign: string, batch: readonly Verification[]) {
  if (batch.length === 0) return new Map<string, Participant>();
  const known = await readParticipants(connection, campaign, batch, 'look');
  const strangers = batch.filter((item) => !known.has(rowKey(item.mobileIndex)));
  if (strangers.length > 0) {
    const head = await lockHead(connection, campaign);
    // Looked at again under the head: who came in meanwhile is promised a reward already, and once is enough.
    const met = await readParticipants(connection, campaign, strangers, 'look');
    const unmet = strangers.filter((item) => !met.has(rowKey(item.mobileIndex)));
    const admitted = await admitNew(connection, campaign, unmet);
    const { rows: added } = await connection.query<Participant>(
      `insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at)
       select $1, * from unnest($2::bytea[], $3::bytea[], $4::text[], $5::timestamptz[])
       on conflict (campaign, mobile_index) do nothing
       returning pseudonym, mobile_index, state`,
      [
        campaign,
        admitted.map((item) => item.pseudonym),
        admitted.map((item) => item.mobileIndex),
        admitted.map((item) => item.state),
        admitted.map((item) => new Date(item.now)),
      ],
    );
    const at = new Map(strangers.map((item) => [rowKey(item.mobileIndex), item.now]));
    await appendLedger(
      connection,
      campaign,
      head,
      added.map((row) => ({
        kind: 'verified' as const,
        pseudonym: row.pseudonym,
        state: row.state,
        at: at.get(rowKey(row.mobile_index)) ?? 0,
      })),
    );
  }
  // Held only after the head, in the lock order of head.ts, so that a grant and a verification cannot deadlock.
  const participants = await readParticipants(connection, campaign, batch, 'hold');
  await keepPersons(connection, campaign, batch, participants);
  return participants;
}

async function readParticipants(
  connection: Connection,
  campaign: string,
  batch: readonly Verification[],
  how: 'look' | 'hold',
) {
  const { rows } = await connection.query<Participant>(
    `select pseudonym, mobile_index, state from inaam.participant
     where campaign = $1 and mobile_index = any ($2::bytea[])
     order by pseudonym ${how === 'hold' ? 'for no key update' : ''}`,
    [campaign, batch.map((item) => item.mobileIndex)],
  );
  return rowsByKey(rows, (row) => rowKey(row.mobile_index));
}

/** The newest verified registration's name stands until the participant edits the profile. */
async function keepPersons(
  connection: Connection,
  campaign: string,
  batch: readonly Verification[],
  participants: ReadonlyMap<string, Participant>,
) {
  const persons = batch.flatMap((item) => {
    const participant = participants.get(rowKey(item.mobileIndex));
    if (!participant) return [];
    return [{ pseudonym: participant.pseudonym, ...item.sealFor(participant.pseudonym) }];
  });
  await connection.query(
    `insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
     select $1, * from unnest($2::bytea[], $3::bytea[], $4::bytea[])
     on conflict (campaign, pseudonym) do update set name_sealed = excluded.name_sealed
     where personal_data.details_sealed is null`,
    [
      campaign,
      persons.map((person) => person.pseudonym),
      persons.map((person) => person.mobileSealed),
      persons.map((person) => person.nameSealed),
    ],
  );
}

/** Makes the tokens and revokes what is beyond two alive; the participant's row is held, so nobody counts too few. */
async function giveTokens(
  connection: Connection,
  campaign: string,
  batch: readonly Verification[],
  participants: ReadonlyMap<string, Participant>,
) {
  const given = batch.flatMap((item) => {
    const participant = participants.get(rowKey(item.mobileIndex));
    return participant ? [{ item, pseudonym: participant.pseudonym }] : [];
  });
  if (given.length === 0) return;
  const pseudonyms = given.map(({ pseudonym }) => pseudonym);
  await connection.query(
    `insert into inaam.token (campaign, token_hash, pseudonym, user_key, created_at, expires_at)
     select $1, * from unnest($2::bytea[], $3::bytea[], $4::text[], $5::timestamptz[], $6::timestamptz[])`,
    [
      campaign,
      given.map(({ item }) => item.token.hash),
      pseudonyms,
      given.map(({ item }) => item.userKey),
      given.map(({ item }) => new Date(item.now)),
      given.map(({ item }) => new Date(item.token.expiresAt)),
    ],
  );
  await connection.query(
    `update inaam.token set revoked_at = now()
     from (select campaign, token_hash,
                  row_number() over (partition by pseudonym order by number desc) as age
           from inaam.token
           where campaign = $1 and pseudonym = any ($2::bytea[]) and revoked_at is null) as alive
     where token.campaign = alive.campaign and token.token_hash = alive.token_hash and alive.age > $3`,
    [campaign, pseudonyms, tokensMost],
  );
}
