import type { PoolClient } from 'pg';

/** Where PostgreSQL waits for its standby, as its messages name it in every language. */
const waitForStandby = 'SyncRepWaitForLSN';

/** Its class is that of lost connections, so that it is handled as one. */
class UnreplicatedCommit extends Error {
  override name = 'UnreplicatedCommit';
  readonly code = '08007';
}

/**
 * PostgreSQL answers a commit as if all were well, with a warning, when somebody cancelled its wait
 * for a standby: a failover may lose it. Such an answer is no answer, so its connection ends.
 */
export function endUnreplicated(connection: PoolClient): void {
  connection.on('notice', ({ routine }) => {
    if (routine !== waitForStandby) return;
    // At once: the answer may be in the same packet.
    connection.connection.emit('error', new UnreplicatedCommit('The commit is not replicated'));
    connection.connection.stream.destroy();
  });
}
