import { InaamError } from './errors.ts';
import { createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

export class ListenError extends InaamError {
  override name = 'ListenError';
}

export type ListenAddress = { host: string; port: number };

/**
 * @param names the environment variables of the address
 * @throws ListenError
 */
export async function listenOn<Result>(
  { host, port }: ListenAddress,
  names: { host: string; port: string },
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    switch (code) {
      case 'EADDRINUSE':
        throw new ListenError(
          `Port ${port} is taken by another program. Stop that one, or set ${names.port} to another.`,
        );
      case 'EACCES':
        throw new ListenError(
          `Port ${port} is not ours to listen on. Set ${names.port} to one above 1023.`,
        );
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new ListenError(
          `This machine has no address ${host}. Set ${names.host} to an address of this machine, or to 0.0.0.0.`,
        );
      default:
        throw error;
    }
  }
}

// Node accepts one connection per socket in each turn of its event loop. A busy turn takes tens of
// milliseconds, so new visitors would wait in the kernel's queue for seconds while connected ones
// are served. With several sockets on the same port, each turn accepts several.

export const acceptingSockets = 16;

/**
 * Like `app.listen`, but with several sockets where the system can share a port (Linux). The app's
 * `maxConnections` limits all of them together.
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
  // Fastify waits for the requests of its own socket before it closes what requests need.
  app.addHook('onClose', async () => {
    await closed;
  });
  // A shared port could be shared with another program too.
  const free = await freePort({ host, port });
  // Fastify passes options to Node that its own type does not list.
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
      // Connections of the other sockets have already been subtracted from the limit.
      if (connections >= site.maxConnections) {
        socket.destroy();
        return;
      }
      site.maxConnections -= 1;
      socket.once('close', () => (site.maxConnections += 1));
      site.emit('connection', socket);
    });
  };
  // The options that Node's own HTTP server gives its sockets.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
  await listening(server, { ...address, reusePort: true });
  // A client that could not connect tries again.
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

/** Closes the remaining connections after `seconds`. */
export async function closeApp(app: FastifyInstance, seconds: number, log: Log): Promise<void> {
  const limit = setTimeout(() => {
    log.warn({ seconds }, 'Some requests did not finish in time; their connections were closed.');
    app.server.closeAllConnections();
  }, seconds * 1000);
  await app.close();
  clearTimeout(limit);
}
