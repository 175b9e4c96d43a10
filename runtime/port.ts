// Finds a free port to listen on. It tries by listening and lets go again: another process may still be quicker.
import { createServer } from 'node:net';
import { hasCode } from './private-folder.ts';

const tries = 20;

/** The first free port from `wanted` on; `taken` says that it is not `wanted` itself. */
export async function freePort(
  wanted: number,
  host: string,
): Promise<{ port: number; taken: boolean }> {
  for (let port = wanted; port < wanted + tries && port <= 65_535; port += 1) {
    if (await isFree(port, host)) return { port, taken: port !== wanted };
  }
  throw new Error(
    `Failed to find a free port: ${wanted} and the ${tries - 1} after it are in use. Set PORT to a free one.`,
  );
}

function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      // EACCES: a port below 1024, or one that the system keeps for itself.
      if (hasCode(error, 'EADDRINUSE', 'EACCES')) resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
