// `/metrics`, `/live` and `/ready` on a separate port, which shoppers cannot reach.
import fastify from 'fastify';
import type { Registry } from 'prom-client';
import { addHealthRoutes, type Health } from '../../database/health.ts';
import { sendPlainText } from '../../http/responses.ts';
import type { AnsweredRequest, RequestObserver } from '../../http/request-log.ts';
import { factsOfError } from '../../platform/log-line.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';

export type OperationsServer = { port: number; stop(): Promise<void> };

const requestTimeoutMs = 10_000;

/** @throws the system's error if the address is not available */
export async function startOperationsServer(
  place: { host: string; port: number },
  { registry, health }: { registry: Registry; health: Health },
): Promise<OperationsServer> {
  const app = fastify({ requestTimeout: requestTimeoutMs, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    const text = await registry.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
  addHealthRoutes(app, health);
  app.setNotFoundHandler(({ method }, reply) =>
    method === 'GET'
      ? sendPlainText(reply, 404, 'Not found.')
      : sendPlainText(reply, 405, 'Ask with GET.'),
  );
  app.setErrorHandler((_error, _request, reply) =>
    sendPlainText(reply, 500, 'The metrics could not be read.'),
  );
  await app.listen(place);
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : place.port,
    stop: () => app.close(),
  };
}

const countedOnly = new Set(['page', 'file', 'live', 'ready']);

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
