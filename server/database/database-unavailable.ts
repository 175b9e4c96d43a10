// Recognizes errors that mean that the database is down or busy, not that there is a defect. The
// transaction was rolled back or its outcome is unknown; every write can be repeated safely.
import { TooManyWaiting } from './batches/gather.ts';

const passing = /^(08|57|53)|^(40001|40P01|55P03|25P03|25P04)$/;
/** Severities that end the connection, whatever the code. */
const endsConnection = new Set(['FATAL', 'PANIC']);
const sockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Driver messages without a code. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout/;

export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof TooManyWaiting || isConnectionLost(error) || passing.test(codeOf(error));
}

/** Repeating the statement at once would fail again, or wait just as long. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (/^(08|57P|53|25006)/.test(code) || sockets.has(code)) return true;
  if ('severity' in error && endsConnection.has(String(error.severity))) return true;
  return driverMessages.test(error.message);
}

/** No answer came, so the statement may have been committed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error) || error.message.includes('due to connection timeout'))
    return false;
  return (
    ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(codeOf(error)) ||
    /Connection terminated|Query read timeout/.test(error.message)
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
