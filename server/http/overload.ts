import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import type { CallName } from '@inaam/contract/calls.ts';
import { unavailable, refuse, Refusal } from './refusal.ts';
import type { Socket } from 'node:net';

/** Fewer devices are no overload, however slow: they wait for a single statement or lock. */
const devicesMin = 32;

export type WaitingCalls = {
  /**
   * Call it when the request has been read, and its result when the call is answered.
   * @param device undefined if the call names none; it counts as a separate device
   */
  begin: (device: string | undefined) => () => void;
  /**
   * How long 32 devices have waited by now, ms: a wait that a burst or a slow machine causes ends
   * with the burst, and one that many share lasts. 0 while fewer wait.
   */
  waitMs: () => number;
};

/** @param now milliseconds of a monotonic clock */
export function createWaitingCalls(now: () => number = () => performance.now()): WaitingCalls {
  // Those who have waited longest come first.
  const waiting = new Map<string | symbol, { since: number; calls: number }>();
  return {
    begin(device) {
      const who = device ?? Symbol('a call without a device');
      const { since, calls } = waiting.get(who) ?? { since: now(), calls: 0 };
      waiting.set(who, { since, calls: calls + 1 });
      return () => {
        const left = (waiting.get(who)?.calls ?? 0) - 1;
        // Calls of one device wait for each other whatever the load: an answer ends its wait.
        waiting.delete(who);
        if (left > 0) waiting.set(who, { since: now(), calls: left });
      };
    },
    waitMs() {
      let devices = 0;
      for (const { since } of waiting.values()) {
        devices += 1;
        if (devices === devicesMin) return now() - since;
      }
      return 0;
    },
  };
}

// Limits for clients that hold connections or send slowly (reliability: threat T28). A connection
// of a reverse proxy counts like any other.

export type ConnectionLimits = {
  /** Further connections are closed at once. */
  connectionsMax: number;
  /** From the connection, or from the previous answer, to the end of the header. */
  headersTimeoutMs: number;
  /** To the end of the request. */
  requestTimeoutMs: number;
  checkIntervalMs: number;
  /** Without a byte in either direction while a request is answered. */
  idleTimeoutMs: number;
  /** Longer than the 60 s for which proxies keep their connections by default. */
  keepAliveMs: number;
  headerBytesMax: number;
};

export const connectionLimits: ConnectionLimits = {
  connectionsMax: 5000,
  headersTimeoutMs: 8000,
  requestTimeoutMs: 10_000,
  checkIntervalMs: 1000,
  idleTimeoutMs: 30_000,
  keepAliveMs: 72_000,
  headerBytesMax: 16 * 1024,
};

export function serverOptions(limits: ConnectionLimits): FastifyHttpOptions<Server> {
  return {
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: limits.headerBytesMax,
    },
  };
}

type Newcomer = 'arriving' | 'entering';
type Limits = Readonly<Record<Newcomer, number>>;

/** Newcomers are refused beyond these delays of the event loop, ms. */
export const eventLoopDelayMax: Limits = { arriving: 500, entering: 1000 };
/** Newcomers are refused beyond these waits, ms. */
export const waitMax: Limits = { arriving: 1000, entering: 2000 };

const newcomers = new Map<string, Newcomer>([
  ['startSession', 'arriving'],
  ['recordConsent', 'entering'],
  ['register', 'entering'],
] satisfies [CallName, Newcomer][]);

export type Load = {
  eventLoopMs: () => number;
  waitMs: () => number;
};

/**
 * Refuses calls with 503 while the process is overloaded: first new visitors, then visitors who
 * fill in the form. Shoppers who have a code to type or a reward to win are never refused: there
 * are no more of them than newcomers were let in.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  app.addHook('onRequest', async (request) => {
    const stage = newcomers.get(request.routeOptions.config.call ?? '');
    if (!stage) return;
    const isLate = load.eventLoopMs() > eventLoopDelayMax[stage] || load.waitMs() > waitMax[stage];
    if (isLate) throw unavailable();
  });
}

/**
 * Answers malformed requests with the usual headers and closes the connection: nothing more is
 * accepted from a client that sends two lengths, or half a request.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else {
    const all = { ...headers, 'content-length': '0', connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statusOf(error.code)}\r\n${lines.join('')}\r\n`);
    socket.destroySoon();
  }
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
}

/**
 * Refuses a body by its announced length before reading any of it, on every route. Also refuses a
 * request for two hosts, because a proxy may have read the other one (RFC 9112, 3.2).
 */
export function refuseEarly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (hostsOf(request) > 1) throw refuse('invalidData');
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
      throw new Refusal(413, 'tooLarge');
    }
  });
  // Otherwise the rest of a refused body would still be received, however slowly it arrives.
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && hasUnreadBody(request)) void reply.header('connection', 'close');
  });
}

/** Names and values alternate. */
const hostsOf = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

function hasUnreadBody({ headers, raw }: FastifyRequest): boolean {
  const isAnnounced = headers['transfer-encoding'] !== undefined || !!headers['content-length'];
  return isAnnounced && !raw.complete;
}
