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

const problems: Readonly<Record<string, (port: number, host: string) => string>> = {
  EACCES: (port) =>
    `Port ${port} is not for this user to listen on: one below 1024 needs a right. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: (_port, host) =>
    `This machine has no address ${host} (EADDRNOTAVAIL). Set HOST to one that it has, such as ::1.`,
};

function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      // Others than those below 1024 may be reserved by the system, one by one.
      if (hasCode(error, 'EADDRINUSE') || (hasCode(error, 'EACCES') && port > 1023)) {
        resolve(false);
        return;
      }
      const problem = 'code' in error ? problems[String(error.code)] : undefined;
      reject(problem ? new Error(problem(port, host)) : error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const addressesOf = (interfaces: Interfaces) =>
  Object.values(interfaces).flatMap((all) => (all ?? []).map(({ address }) => address));

/** For what only this machine may reach: some have no IPv4 there. */
export function loopback(interfaces: Interfaces = networkInterfaces()): '127.0.0.1' | '::1' {
  const addresses = addressesOf(interfaces);
  return addresses.includes('::1') && !addresses.includes('127.0.0.1') ? '::1' : '127.0.0.1';
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
