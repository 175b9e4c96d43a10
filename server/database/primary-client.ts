import { Client, type ClientConfig } from 'pg';

/** The code of a write that a standby refuses: handled as a lost connection. */
export class OnStandby extends Error {
  override name = 'OnStandby';
  readonly code = '25006';
}

/**
 * Connects to no standby. After a failover the old primary may be one, and may show commits that
 * the new primary never got: whoever reads them there would answer what is lost. PostgreSQL says at
 * each connect, and when that changes, whether it is one.
 */
export class PrimaryClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const { connection } = this;
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;
      connection.emit('error', new OnStandby('The server is a standby'));
      connection.stream.destroy();
    });
  }
}
