import type { Database } from '../storage/database.ts';
import { withTimeout } from '../time/with-timeout.ts';

/**
 * Whether the database answers on the pool's own connections. A pool that is busy does: while the
 * question waits for its turn, others are answered. Never rejects, asks one question at a time.
 */
export function poolCheck(pool: Database): (limitMs: number) => Promise<boolean> {
  let answers = 0;
  let asking: Promise<boolean> | undefined;
  pool.on('release', (error) => {
    if (!error) answers += 1;
  });
  const ask = async () => {
    try {
      await pool.query('select');
      return true;
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  };
  return async (limitMs) => {
    const before = answers;
    const isAnswered = await withTimeout((asking ??= ask()), limitMs, false);
    return isAnswered || answers > before;
  };
}
