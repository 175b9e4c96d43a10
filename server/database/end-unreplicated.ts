import type { PoolClient } from 'pg';

/** The wait for a standby, named like this in PostgreSQL's messages of every language. */
const waitForStandby = 'SyncRepWaitForLSN';

/** Belongs to the SQLSTATE class of lost connections, so that it is handled as one. */
class UnreplicatedCommit extends Error {
  override name = 'UnreplicatedCommit';
  readonly code = '08007';
}

/**
 * If somebody cancels the wait for a standby, PostgreSQL answers the commit as successful, with a
 * warning, although a failover may lose it. Such an answer must not count, so the connection is
 * ended.
 */
export function endUnreplicated(connection: PoolClient): void {
  connection.on('notice', ({ routine }) => {
    if (routine !== waitForStandby) return;
    // Immediately, because the answer may be in the same packet.
    connection.connection.emit('error', new UnreplicatedCommit('The commit is not replicated'));
    connection.connection.stream.destroy();
  });
}
