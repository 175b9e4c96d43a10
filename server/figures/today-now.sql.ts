// Waiting messages and live workers, by the database's time.
import type { Connection } from '../database/database.ts';
import { isNotHeld } from '../messages/queue/jobs.sql.ts';

type Reader = Pick<Connection, 'query'>;

/** Waiting one-time codes are younger, because they expire. */
const codeWaitMinutes = 15;
/** Counting stops here. */
const codesCountedMax = 10_000;

const isWaiting = `campaign = $1 and state = any (array['owed', 'assigned'])`;

export type WaitingNow = {
  codes: number;
  oldestCodeSeconds: number | null;
  /** The oldest voucher that can be sent: a held one waits for a person. */
  oldestVoucherSeconds: number | null;
};

export async function readWaitingNow(connection: Reader, campaign: string): Promise<WaitingNow> {
  const { rows } = await connection.query<{
    codes: string;
    oldest_code: string | null;
    oldest_voucher: string | null;
  }>(
    `with code as materialized (
       select owed_at from inaam.message
       where ${isWaiting} and kind = 'otp'
         and owed_at > statement_timestamp() - interval '${codeWaitMinutes} minutes'
       order by owed_at limit ${codesCountedMax}),
     voucher as materialized (
       select owed_at from inaam.message where ${isWaiting} and kind = 'voucher' and ${isNotHeld}
       order by owed_at limit 1)
     select count(*) as codes,
       greatest(0, extract(epoch from statement_timestamp() - min(owed_at))) as oldest_code,
       (select greatest(0, extract(epoch from statement_timestamp() - owed_at)) from voucher) as oldest_voucher
     from code`,
    [campaign],
  );
  const [row] = rows;
  return {
    codes: Number(row?.codes ?? 0),
    oldestCodeSeconds: secondsOf(row?.oldest_code),
    oldestVoucherSeconds: secondsOf(row?.oldest_voucher),
  };
}

const secondsOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : Math.round(Number(text));

/** `seenAt`: wall time, ms. */
export type WorkerNow = { id: string; seenAt: number; isWell: boolean };

/** @param silentMs from when a worker counts as silent */
export async function readWorkers(connection: Reader, silentMs: number): Promise<WorkerNow[]> {
  const { rows } = await connection.query<{ id: string; beat_at: Date; is_well: boolean }>(
    `select id, beat_at, beat_at > statement_timestamp() - $1 * interval '1 ms' as is_well
     from inaam.worker order by id`,
    [silentMs],
  );
  return rows.map((row) => ({ id: row.id, seenAt: row.beat_at.getTime(), isWell: row.is_well }));
}
