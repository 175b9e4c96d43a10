// The client's address, as far as the proxies are trusted: for limits, receipts by address, the
// place of a visit and the locks of the console.
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { plainAddress } from '../platform/addresses.ts';
import { isIP } from 'node:net';

declare module 'fastify' {
  // Merged into Fastify's own interface, so it must be one.
  export interface FastifyRequest {
    /** Normalized; empty if the connection was lost before it was first read. */
    readonly clientAddress: string;
  }
  export interface FastifyInstance {
    /** Whether the newest client had only the address of a trusted proxy. */
    sharesAddress(): boolean;
  }
}

type Received = Pick<IncomingMessage, 'headers'> & {
  socket: { remoteAddress?: string | undefined };
};

/** X-Forwarded-For is from a peer that is not trusted; or a proxy wrote none, or no address. */
type Doubt = 'untrusted' | 'missing' | 'unreadable';

/** @param log called once per doubt */
export function addClientAddress(
  app: FastifyInstance,
  isTrusted: (address: string) => boolean,
  log: { warn: (facts: Readonly<Record<string, never>>, sentence: string) => void } | undefined,
): void {
  const isSaid = new Set<Doubt>();
  let sharesAddress = false;
  const say = (doubt: Doubt) => {
    sharesAddress = doubt !== 'untrusted';
    if (isSaid.has(doubt)) return;
    isSaid.add(doubt);
    if (doubt === 'untrusted') {
      log?.warn(
        {},
        'Ignored X-Forwarded-For from an address that is not in TRUSTED_PROXIES. If it is your proxy, all clients behind it count as one address: add it to TRUSTED_PROXIES.',
      );
    } else {
      log?.warn(
        {},
        `A trusted proxy wrote no ${doubt === 'missing' ? '' : 'address into '}X-Forwarded-For, so its clients count as one address. Make it append the address of each client.`,
      );
    }
  };
  const read = new WeakMap<IncomingMessage, string>();
  app.decorate('sharesAddress', () => sharesAddress);
  app.decorateRequest('clientAddress', {
    getter() {
      let address = read.get(this.raw);
      if (address !== undefined) return address;
      // A gateway beside the program sends its receipts directly.
      const isOfShopper = this.routeOptions.config.call !== 'smsReceipt';
      if (isOfShopper) sharesAddress = false;
      address = clientAddress(this.raw, isTrusted, isOfShopper ? say : () => undefined);
      read.set(this.raw, address);
      return address;
    },
  });
  // Reads the address of every request, so that doubts are logged before anybody signs in or
  // requests a code.
  app.addHook('onRequest', async (request) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isForwarded && !isSaid.has('untrusted')) void request.clientAddress;
  });
}

/**
 * Follows X-Forwarded-For from its end, where the nearest proxy writes, and never beyond what a
 * trusted proxy has written: the client controls the rest. If a proxy has written no address, the
 * proxy's own is used. Several header lines count as one, and empty elements are ignored (RFC 9110,
 * 5.6.1).
 */
export function clientAddress(
  { headers, socket }: Received,
  isTrusted: (address: string) => boolean,
  say: (doubt: Doubt) => void,
): string {
  const entries = [headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .filter((entry) => entry.trim() !== '');
  let client = plainAddress(socket.remoteAddress ?? '') ?? '';
  if (entries.length > 0 && !isTrusted(client)) {
    say('untrusted');
    return client;
  }
  for (const [at, entry] of entries.toReversed().entries()) {
    if (at > 0 && !isTrusted(client)) break;
    const address = plainAddress(entry);
    if (address === undefined) {
      say('unreadable');
      return client;
    }
    client = address;
  }
  // The outermost proxy has added none.
  if (isTrusted(client)) say('missing');
  return client;
}

// Which addresses count as one. An IPv6 /64 is one household or one phone.

export type ClientNetwork = {
  kind: 'ipv4' | 'ipv6';
  /** The address, or the /64 of IPv6. */
  network: string;
  /** The surrounding /24 and /16, or /48 and /32. */
  around: { network: string; provider: string };
};

/** @param address as far as the proxies are trusted; all unreadable addresses count as one */
export function clientNetwork(address: string | undefined): ClientNetwork {
  const plain = plainAddress(address ?? '') ?? 'unknown';
  return isIP(plain) === 6
    ? within('ipv6', plain.split(':'), ':')
    : within('ipv4', plain.split('.'), '.');
}

function within(
  kind: ClientNetwork['kind'],
  groups: readonly string[],
  separator: string,
): ClientNetwork {
  const first = (count: number) => groups.slice(0, count).join(separator);
  const [network, provider] = kind === 'ipv4' ? ['/24', '/16'] : ['/48', '/32'];
  const around = { network: `${first(3)}${network}`, provider: `${first(2)}${provider}` };
  return { kind, network: first(4), around };
}
