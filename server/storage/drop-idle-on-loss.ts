import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from './database-unavailable.ts';

/**
 * A connection that breaks, or does not answer in time, says that a failover may have taken the
 * others too: those at rest are dropped, so that calls don't wait for each of them in turn.
 */
export function dropIdleOnLoss(pool: Pool): void {
  const idle = new Set<PoolClient>();
  const dropIdle = () => {
    const all = [...idle];
    idle.clear();
    for (const connection of all) {
      // Ending it would wait for an answer; the error makes the pool forget it at once.
      connection.connection.stream.destroy();
      connection.emit('error', new Error('Connection terminated with another one'));
    }
  };
  pool.on('acquire', (connection) => void idle.delete(connection));
  pool.on('release', (error, connection) => {
    if (isConnectionLost(error)) dropIdle();
    else idle.add(connection);
  });
  pool.on('remove', (connection) => void idle.delete(connection));
  pool.on('connect', (connection) => connection.on('error', dropIdle));
}
