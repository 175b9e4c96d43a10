// The history of one number, for support. Contains no number, name or code.
import { ms, type Connection, type Database } from '../database/database.ts';
import type { MessageState } from '../messages/messages.sql.ts';
import { readOnly } from '../database/read-only.ts';

/** Times in ms. */
export type MessageEvents = {
  message: string;
  kind: 'otp' | 'voucher';
  /** Of a voucher: whose it is, and of which of the rewards. */
  pseudonym: Buffer | null;
  isBonus: boolean;
  state: MessageState;
  tries: number;
  device: string | null;
  owedAt: number;
  sentAt: number | null;
  endedAt: number | null;
  reason: string | null;
  attempts: { at: number; outcome: string; reason: string | null; path: string | null }[];
};

/**
 * The last decision before the voucher was sent. It omits the reason, which support may not see.
 */
type HoldEvent = {
  pseudonym: Buffer;
  at: number;
  state: 'held' | 'released' | 'refused';
  by: string;
};

type OperatorEvent = { at: number; by: string; command: string; reason: string };

export type PersonEvents = {
  messages: MessageEvents[];
  withdrawnAt: number | null;
  holds: HoldEvent[];
  /** What operators did with this number, including look-ups. */
  operators: OperatorEvent[];
};

export function readPersonEvents(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  participations: readonly { pseudonym: Buffer }[],
): Promise<PersonEvents> {
  const pseudonyms = participations.map(({ pseudonym }) => pseudonym);
  return readOnly(database, async (connection) => ({
    messages: await readMessages(connection, [campaign, mobileIndex, pseudonyms]),
    withdrawnAt: await readWithdrawal(connection, [campaign, pseudonyms]),
    holds: await readHolds(connection, [campaign, pseudonyms]),
    operators: await readOperators(connection, [campaign, mobileIndex.toString('hex')]),
  }));
}

type Reader = Pick<Connection, 'query'>;

async function readMessages(connection: Reader, key: unknown[]): Promise<MessageEvents[]> {
  const { rows } = await connection.query<MessageEvents>(
    `select id as message, kind, pseudonym, is_bonus as "isBonus", state, tries, user_key as device,
       ${ms('owed_at')} as "owedAt", ${ms('sent_at')} as "sentAt", ${ms('ended_at')} as "endedAt",
       reason, coalesce((
         select jsonb_agg(jsonb_build_object(
           'at', ${ms('at')}, 'outcome', outcome, 'reason', delivery.reason, 'path', delivery.path)
           order by number)
         from inaam.delivery where message_id = message.id), '[]') as attempts
     from inaam.message where campaign = $1 and (mobile_index = $2 or (kind = 'voucher' and pseudonym = any ($3::bytea[])))
     order by owed_at, id`,
    key,
  );
  return rows;
}

async function readWithdrawal(connection: Reader, key: unknown[]): Promise<number | null> {
  const { rows } = await connection.query<{ at: number }>(
    `select ${ms('at')} as at from inaam.withdrawal
     where campaign = $1 and pseudonym = any ($2::bytea[]) order by at limit 1`,
    key,
  );
  return rows[0]?.at ?? null;
}

async function readHolds(connection: Reader, key: unknown[]): Promise<HoldEvent[]> {
  const { rows } = await connection.query<HoldEvent>(
    `select pseudonym, ${ms('at')} as at, state, decided_by as by from inaam.voucher_hold
     where campaign = $1 and pseudonym = any ($2::bytea[]) order by at`,
    key,
  );
  return rows;
}

async function readOperators(connection: Reader, key: unknown[]): Promise<OperatorEvent[]> {
  const { rows } = await connection.query<OperatorEvent>(
    `select ${ms('at')} as at, operator as by, command, why as reason from inaam.audit
     where campaign = $1 and details ->> 'number' = $2 order by number`,
    key,
  );
  return rows;
}

export async function readMobileIndexOf(
  database: Database,
  campaign: string,
  pseudonym: Buffer,
): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ mobile_index: Buffer }>(
    'select mobile_index from inaam.participation where campaign = $1 and pseudonym = $2',
    [campaign, pseudonym],
  );
  return rows[0]?.mobile_index;
}
