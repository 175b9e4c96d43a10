import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';

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
