import type { Database } from './database.ts';
import { withTimeout } from '../platform/with-timeout.ts';

/**
 * Whether the database answers on the pool's own connections. A busy pool counts as answering:
 * while the check waits for its turn, other queries are answered. Never rejects; runs one check at
 * a time.
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
