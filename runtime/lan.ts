// Finds the address by which a phone on the same network reaches this machine. It sends nothing.
import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Networks inside this machine: no phone is on them. */
const inner = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|tailscale|zt|lo|bridge|cni)/;

/** This machine's IPv4 address in its local network, or undefined where it has none. */
export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | undefined {
  const found = Object.entries(interfaces)
    .filter(([name]) => !inner.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
    .map(({ address }) => address);
  // Homes and offices are mostly 192.168; 172.16 is mostly a container's.
  return found.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** RFC 1918: a public address is not for a QR code in an office. */
function isPrivate(address: string): boolean {
  return rank(address) < 3;
}

function rank(address: string): number {
  if (address.startsWith('192.168.')) return 0;
  if (address.startsWith('10.')) return 1;
  return /^172\.(1[6-9]|2\d|3[01])\./.test(address) ? 2 : 3;
}
