// Node accepts one connection of a socket in each turn of its event loop. A busy turn takes tens of
// milliseconds, so visitors who arrive would wait in the kernel's queue for seconds while those who
// are connected are served. With several sockets on the same port a turn accepts several.
import { createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ListenAddress } from './listen.ts';

export const acceptingSockets = 16;

/**
 * Listens like `app.listen`, on several sockets where the system can share a port (Linux).
 * The app's `maxConnections` holds for all of them together.
 */
export async function acceptConnections(
  app: FastifyInstance,
  { host, port }: ListenAddress,
): Promise<string> {
  if (process.platform !== 'linux') return app.listen({ host, port });
  const further: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    closed = Promise.all(further.map(close));
  });
  // Fastify waits for the requests of its own socket: only then is what they need closed.
  app.addHook('onClose', async () => {
    await closed;
  });
  // A shared port would be shared with another program too.
  const free = await freePort({ host, port });
  // Fastify passes to Node what its own type does not list.
  const shared = { host, port: free, reusePort: true };
  const address = await app.listen(shared);
  while (further.length < acceptingSockets - 1) {
    further.push(await listenBeside(app, { host, port: free }));
  }
  return address;
}

async function freePort(address: ListenAddress): Promise<number> {
  const server = createServer();
  await listening(server, { ...address, exclusive: true });
  const found = server.address();
  await close(server);
  return typeof found === 'object' && found ? found.port : address.port;
}

async function listenBeside(app: FastifyInstance, address: ListenAddress): Promise<Server> {
  const { server: site } = app;
  const accept = (socket: Socket) => {
    site.getConnections((_error, connections) => {
      if (socket.destroyed) return;
      // Those of the other sockets have been taken off the limit already.
      if (connections >= site.maxConnections) {
        socket.destroy();
        return;
      }
      site.maxConnections -= 1;
      socket.once('close', () => (site.maxConnections += 1));
      site.emit('connection', socket);
    });
  };
  // What Node's own HTTP server asks of its sockets.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
  await listening(server, { ...address, reusePort: true });
  // A connection that could not be accepted is its client's to repeat.
  server.on('error', () => undefined);
  return server;
}

const close = (server: Server) =>
  new Promise<void>((resolve) => void server.close(() => resolve()));

type ListenOptions = ListenAddress & { exclusive?: boolean; reusePort?: boolean };

function listening(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
