// `/metrics`, `/live` and `/ready` on a separate port, which shoppers cannot reach.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { readyAnswer, type Health } from '../../database/health.ts';
import type { AnsweredRequest, RequestObserver } from '../../http/request-log.ts';
import { factsOfError } from '../../platform/log-line.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';

export type OperationsServer = { port: number; stop(): Promise<void> };

const requestTimeoutMs = 10_000;

/** @throws the system's error if the address is not available */
export async function startOperationsServer(
  place: { host: string; port: number },
  parts: { registry: Registry; health: Health },
): Promise<OperationsServer> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, reply) => {
    const address = (request.url ?? '').split('?')[0] ?? '';
    if (request.method !== 'GET') return end(reply, 405, 'text/plain', 'Ask with GET.\n');
    void answer(address, parts).then(
      ({ status, type, text }) => end(reply, status, type, text),
      () => end(reply, 500, 'text/plain', 'The metrics could not be read.\n'),
    );
    return undefined;
  });
  await listen(server, place);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : place.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(
  address: string,
  { registry, health }: { registry: Registry; health: Health },
) {
  const json = 'application/json; charset=utf-8';
  switch (address) {
    case '/metrics':
      return { status: 200, type: registry.contentType, text: await registry.metrics() };
    case '/live':
      return { status: 200, type: json, text: '{"live":true}' };
    case '/ready': {
      const { status, body } = await readyAnswer(health);
      return { status, type: json, text: JSON.stringify(body) };
    }
    default:
      return { status: 404, type: 'text/plain', text: 'Not found.\n' };
  }
}

function end(reply: ServerResponse, status: number, type: string, text: string): void {
  reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

const countedOnly = new Set(['page', 'file', 'live', 'ready', 'cspReport']);

/** Successful pages, files and health checks are counted, but not logged. */
export function logAndCountRequests(log: Log, metrics: Metrics): RequestObserver {
  return (answered) => {
    const { call, status, seconds, messageId, refusal } = answered;
    metrics.calls.observe({ call, status }, seconds);
    if (refusal !== undefined) metrics.refusals.inc({ call, message_id: messageId ?? refusal });
    if (countedOnly.has(call) && (status < 500 || call === 'ready')) return;
    log[levelOf(answered)](lineOf(answered), '');
  };
}

function levelOf({ status, error }: AnsweredRequest): 'info' | 'warn' | 'error' {
  if (status < 500) return 'info';
  return status === 503 || error === undefined ? 'warn' : 'error';
}

function lineOf(answered: AnsweredRequest) {
  const { requestId, call, status, seconds, messageId, refusal, error } = answered;
  const ms = Math.round(seconds * 10_000) / 10;
  const reason = status >= 500 && error !== undefined ? factsOfError(error) : {};
  return { requestId, call, status, messageId, refusal, ms, ...reason };
}
