import type { AnsweredRequest, RequestObserver } from '../../http/request-log.ts';
import { factsOfError } from '../../platform/log-line.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';

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
  const why = status >= 500 && error !== undefined ? factsOfError(error) : {};
  return { requestId, call, status, messageId, refusal, ms, ...why };
}
