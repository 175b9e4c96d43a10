// The real server on a test database, with clocks that the test controls.
import { testDatabase } from '../../setup/cluster/test-database.ts';
import {
  serverOnDatabase,
  type TestServer as ServerOnDatabase,
  type TestServerOptions,
} from './server-on-database.ts';

export type TestServer = ServerOnDatabase;

/** Starts in the middle of the programme, without listening: use `app.inject`. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  return serverOnDatabase(await testDatabase(), options);
}
