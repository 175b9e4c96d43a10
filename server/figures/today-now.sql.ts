// What waits at this moment, and which workers are alive. By the database's time.
import type { Connection } from '../database/database.ts';
import { onlyRow } from '../database/read-only.sql.ts';
import { isNotHeld } from '../messages/queue/jobs.sql.ts';

type Reader = Pick<Connection, 'query'>;

/** One-time codes that wait are younger: they expire. */
const codeWaitMinutes = 15;
/** More are not counted one by one. */
const codesCountedMost = 10_000;

const isWaiting = `campaign = $1 and state = any (array['owed', 'assigned'])`;

export type WaitingNow = {
  codes: number;
  oldestCodeSeconds: number | null;
  /** Of those that can be sent: a held one waits for a person. */
  oldestVoucherSeconds: number | null;
};

export async function readWaitingNow(connection: Reader, campaign: string): Promise<WaitingNow> {
  const found = await connection.query<WaitingNow>(
    `with code as materialized (
       select owed_at from inaam.message
       where ${isWaiting} and kind = 'otp'
         and owed_at > statement_timestamp() - interval '${codeWaitMinutes} minutes'
       order by owed_at limit ${codesCountedMost}),
     voucher as materialized (
       select owed_at from inaam.message where ${isWaiting} and kind = 'voucher' and ${isNotHeld}
       order by owed_at limit 1)
     select count(*)::integer as codes, ${secondsSince('min(owed_at)')} as "oldestCodeSeconds",
       (select ${secondsSince('owed_at')} from voucher) as "oldestVoucherSeconds"
     from code`,
    [campaign],
  );
  return onlyRow(found);
}

const secondsSince = (at: string) =>
  `round(greatest(0, extract(epoch from statement_timestamp() - ${at})))::integer`;

/** `seenAt`: wall time, ms. */
export type WorkerNow = { id: string; seenAt: number; isWell: boolean };

/** @param silentMs from when on a worker is silent */
export async function readWorkers(connection: Reader, silentMs: number): Promise<WorkerNow[]> {
  const { rows } = await connection.query<Omit<WorkerNow, 'seenAt'> & { seenAt: Date }>(
    `select id, beat_at as "seenAt",
       beat_at > statement_timestamp() - $1 * interval '1 ms' as "isWell"
     from inaam.worker order by id`,
    [silentMs],
  );
  return rows.map((row) => ({ ...row, seenAt: row.seenAt.getTime() }));
}
