import { createServer } from 'node:net';
import { hasCode } from './private-folder.ts';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

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

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Virtual networks of this machine. */
const inner = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|tailscale|zt|lo|bridge|cni)/;

/** For opening the demo on a phone. */
export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | undefined {
  const found = Object.entries(interfaces)
    .filter(([name]) => !inner.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
    .map(({ address }) => address);
  // Homes and offices mostly use 192.168, containers 172.16.
  return found.toSorted((a, b) => rank(a) - rank(b))[0];
}

function isPrivate(address: string): boolean {
  return rank(address) < 3;
}

function rank(address: string): number {
  if (address.startsWith('192.168.')) return 0;
  if (address.startsWith('10.')) return 1;
  return /^172\.(1[6-9]|2\d|3[01])\./.test(address) ? 2 : 3;
}
