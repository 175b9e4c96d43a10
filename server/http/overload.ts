import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import type { CallName } from '@inaam/contract/calls.ts';
import { unavailable, refuse, Refusal } from './refusal.ts';
import type { Socket } from 'node:net';

/** Fewer devices are no overload, however slow: they wait for a single statement or lock. */
const devicesMin = 32;
const windowMs = 500;

export type CallDelay = {
  /**
   * Call it when the request has been read, and its result when the call is answered.
   * @param device undefined if the call names none; it counts as a separate device
   */
  begin: (device: string | undefined) => () => void;
  /**
   * Mean duration of the last second's calls, ms; 0 while there are few. Counts one call per device
   * and half second, because calls of one device wait for each other whatever the load.
   */
  meanMs: () => number;
};

type Window = { from: number; ms: number; calls: number; devices: Set<string> };

const windowFrom = (from: number): Window => ({ from, ms: 0, calls: 0, devices: new Set() });

/** @param now milliseconds of a monotonic clock */
export function createCallDelay(now: () => number = () => performance.now()): CallDelay {
  const inFlight = new Map<string | symbol, number>();
  let window = windowFrom(0);
  let before = window;
  const turn = (at: number) => {
    if (at - window.from < windowMs) return;
    const isNext = at - window.from < 2 * windowMs;
    before = isNext ? window : windowFrom(at);
    window = windowFrom(at);
  };
  const count = (device: string | undefined, ms: number) => {
    if (device !== undefined) {
      if (window.devices.has(device)) return;
      window.devices.add(device);
    }
    window.calls += 1;
    window.ms += ms;
  };
  return {
    begin(device) {
      const begunAt = now();
      const who = device ?? Symbol('a call without a device');
      inFlight.set(who, (inFlight.get(who) ?? 0) + 1);
      return () => {
        const left = (inFlight.get(who) ?? 0) - 1;
        if (left > 0) inFlight.set(who, left);
        else inFlight.delete(who);
        const at = now();
        turn(at);
        count(device, at - begunAt);
      };
    },
    meanMs() {
      if (inFlight.size < devicesMin) return 0;
      turn(now());
      const calls = before.calls + window.calls;
      return calls === 0 ? 0 : (before.ms + window.ms) / calls;
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

type Stage = 'arriving' | 'entering' | 'begun';
type Limits = Readonly<Record<Stage, number>>;

/** Calls are refused beyond these delays of the event loop, ms. */
export const eventLoopDelayMax: Limits = { arriving: 200, entering: 200, begun: 1000 };
/**
 * Calls are refused beyond this mean duration of calls, ms. Longer than a burst waits while it is
 * being served.
 */
export const callDelayMax: Limits = { arriving: 200, entering: 500, begun: 3000 };

const stages = new Map<string, Stage>([
  ['startSession', 'arriving'],
  ['recordConsent', 'entering'],
  ['register', 'entering'],
] satisfies [CallName, Stage][]);

export type Load = {
  eventLoopMs: () => number;
  callMs: () => number;
};

/**
 * Refuses calls with 503 while the process is overloaded: first new visitors, then visitors who
 * fill in the form, and last shoppers who have a code to type or a reward to win.
 */
export function shedLoad(app: FastifyInstance, load: Load): void {
  app.addHook('onRequest', async (request) => {
    const stage = stages.get(request.routeOptions.config.call ?? '') ?? 'begun';
    const isLate =
      load.eventLoopMs() > eventLoopDelayMax[stage] || load.callMs() > callDelayMax[stage];
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
