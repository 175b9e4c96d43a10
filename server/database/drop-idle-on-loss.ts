import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from './database-unavailable.ts';

/**
 * If a connection breaks or does not answer in time, a failover may have broken the others too.
 * Idle ones are dropped, so that calls do not wait for each of them in turn.
 */
export function dropIdleOnLoss(pool: Pool): void {
  const idle = new Set<PoolClient>();
  const dropIdle = () => {
    const all = [...idle];
    idle.clear();
    for (const connection of all) {
      // Ending it properly would wait for an answer; an error makes the pool forget it at once.
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
