// The id of a request, for finding its line in the log: the proxy's own where the proxy is trusted and its id has the
// form of one, else a new one. Nobody else chooses what is logged.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Says of an address whether it is a trusted proxy's. */
export type IsTrusted = (address: string) => boolean;

/** @param proxies addresses or ranges (`10.0.0.0/8`), as config.ts has checked them */
export function trustIn(proxies: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // Addresses come out of X-Forwarded-For as well: whatever was written there.
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A UUID, or 32 digits of hex as nginx makes them: nothing else fits, a mobile number or a user key least of all. */
const form = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function requestIdOf(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  isTrusted: IsTrusted,
): string {
  const sent = request.headers['x-request-id'];
  const id = typeof sent === 'string' ? sent.toLowerCase() : '';
  const peer = request.socket.remoteAddress;
  return form.test(id) && peer !== undefined && isTrusted(peer) ? id : randomUUID();
}
