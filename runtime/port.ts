import { createServer } from 'node:net';
import { hasCode } from './private-folder.ts';

const tries = 20;

/** `taken`: it is not the requested port. Another process may still take it first. */
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
      // EACCES: a port below 1024, or one reserved by the system.
      if (hasCode(error, 'EADDRINUSE', 'EACCES')) resolve(false);
      else if (!hasCode(error, 'EADDRNOTAVAIL')) reject(error);
      else
        reject(
          new Error(`This machine has no address ${host} (EADDRNOTAVAIL). Name one that it has.`),
        );
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
