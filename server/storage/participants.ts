import { admitNew } from './admissions.ts';
import type { Connection } from './database.ts';
import { lockHead } from './head.ts';
import { appendLedger } from './ledger.ts';
import { rowKey, rowsByKey } from './row-key.ts';

export type Participant = { pseudonym: Buffer; mobile_index: Buffer; state: string };

type Newcomer = {
  mobileIndex: Buffer;
  pseudonym: Buffer;
  state: string;
  admissionPool: string;
  now: number;
};

/** Enrols mobiles that are not participants yet, as far as the campaign has capacity. */
export async function enrolNew(
  connection: Connection,
  campaign: string,
  items: readonly Newcomer[],
): Promise<void> {
  // Returning participants do not wait for the head.
  if ((await notEnrolled(connection, campaign, items)).length === 0) return;
  const head = await lockHead(connection, campaign);
  // Read again under the head's lock: nobody may be admitted twice.
  const newcomers = await notEnrolled(connection, campaign, items);
  const admitted = await admitNew(connection, campaign, newcomers);
  const enrolled = await insertParticipants(connection, campaign, admitted);
  await appendLedger(
    connection,
    campaign,
    head,
    enrolled.map(({ pseudonym, state, now }) => ({
      kind: 'verified' as const,
      pseudonym,
      state,
      at: now,
    })),
  );
}

async function notEnrolled<Item extends Newcomer>(
  connection: Connection,
  campaign: string,
  items: readonly Item[],
): Promise<Item[]> {
  const { rows } = await connection.query<{ mobile_index: Buffer }>(
    'select mobile_index from inaam.participant where campaign = $1 and mobile_index = any ($2::bytea[])',
    [campaign, items.map(({ mobileIndex }) => mobileIndex)],
  );
  const enrolled = new Set(rows.map((row) => rowKey(row.mobile_index)));
  return items.filter(({ mobileIndex }) => !enrolled.has(rowKey(mobileIndex)));
}

async function insertParticipants<Item extends Newcomer>(
  connection: Connection,
  campaign: string,
  admitted: readonly Item[],
): Promise<Item[]> {
  const { rows } = await connection.query<{ mobile_index: Buffer }>(
    `insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at)
     select $1, * from unnest($2::bytea[], $3::bytea[], $4::text[], $5::timestamptz[])
     on conflict (campaign, mobile_index) do nothing
     returning mobile_index`,
    [
      campaign,
      admitted.map(({ pseudonym }) => pseudonym),
      admitted.map(({ mobileIndex }) => mobileIndex),
      admitted.map(({ state }) => state),
      admitted.map(({ now }) => new Date(now)),
    ],
  );
  const inserted = new Set(rows.map((row) => rowKey(row.mobile_index)));
  return admitted.filter(({ mobileIndex }) => inserted.has(rowKey(mobileIndex)));
}

/** Locks the participants of mobiles, in the order of their pseudonyms. */
export async function lockParticipants(
  connection: Connection,
  campaign: string,
  mobileIndexes: readonly Buffer[],
): Promise<Map<string, Participant>> {
  const { rows } = await connection.query<Participant>(
    `select pseudonym, mobile_index, state from inaam.participant
     where campaign = $1 and mobile_index = any ($2::bytea[])
     order by pseudonym for no key update`,
    [campaign, mobileIndexes],
  );
  return rowsByKey(rows, (row) => rowKey(row.mobile_index));
}

/** Frozen states by pseudonym key. */
export async function readStates(
  connection: Connection,
  campaign: string,
  pseudonyms: readonly Buffer[],
): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ pseudonym: Buffer; state: string }>(
    `select pseudonym, state from inaam.participant
     where campaign = $1 and pseudonym = any ($2::bytea[])`,
    [campaign, pseudonyms],
  );
  return new Map(rows.map((row) => [rowKey(row.pseudonym), row.state]));
}
