import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that the system has just chosen and nobody listens on. Another process may be faster. */
export async function ephemeralPort(host: string): Promise<number> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
