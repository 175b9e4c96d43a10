import { setTimeout as pause } from 'node:timers/promises';
import { InaamError } from '../../platform/errors.ts';

class SchemaLocked extends InaamError {
  override name = 'SchemaLocked';
}

export type LockPatience = {
  attempts: number;
  pauseMs: number;
  onWait: () => void;
  /** @param what begins */
  onStep?: (what: string) => void;
};

export const lockPatience: LockPatience = { attempts: 60, pauseMs: 2000, onWait: () => undefined };

/**
 * Half the time that a call waits for a lock, so that calls behind the migration are not refused.
 */
const lockMs = 500;

/** Lock timeout and deadlock. */
const contended: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Runs `work`, which must be one transaction, without ever waiting long for a lock: all calls that
 * need the table would queue behind it, even if the lock's holder only reads.
 * @throws SchemaLocked if its locks are never free
 */
export async function lockBriefly<Result>(
  connection: { query(text: string): Promise<unknown> },
  what: string,
  work: () => Promise<Result>,
  { attempts, pauseMs, onWait, onStep }: LockPatience,
): Promise<Result> {
  onStep?.(what);
  for (let attempt = 1; ; attempt++) {
    await connection.query(`set lock_timeout = ${lockMs}`);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && contended.has(error.code))) throw error;
      if (attempt === attempts) {
        throw new SchemaLocked(
          `${what} cannot be applied: in ${attempts} attempts something else always held its locks. Nothing of it was changed. End long transactions (select pid, xact_start, query from pg_stat_activity order by xact_start), then migrate again.`,
        );
      }
    } finally {
      // If the connection is lost, the reason for that matters more.
      await connection.query('set lock_timeout = 0').catch(() => undefined);
    }
    onWait();
    await pause(pauseMs);
  }
}
