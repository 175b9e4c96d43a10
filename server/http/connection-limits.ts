// Against clients that hold connections or send slowly (reliability: threat T28). A connection of a
// reverse proxy counts like any other.
import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';

export type ConnectionLimits = {
  /** Further connections are closed at once. */
  connectionsMax: number;
  /** Time from the connection, or from the previous answer, to the end of the header. */
  headersTimeoutMs: number;
  /** Time to the end of the request. */
  requestTimeoutMs: number;
  /** How often the two limits above are checked. */
  checkIntervalMs: number;
  /** Time without a byte in either direction while a request is answered. */
  idleTimeoutMs: number;
  /** Longer than the 60 s for which proxies keep their own connections by default. */
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
