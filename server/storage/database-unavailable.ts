// Errors that mean the database is down or busy, not a defect. The transaction was rolled back or
// its fate is unknown; every write is safe to repeat.

/** SQLSTATE classes and codes. */
const passing = /^(08|57|53)|^(40001|40P01|55P03|25P03|25P04)$/;
/** Severities that end a whole connection, whatever their code. */
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

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (passing.test(code) || sockets.has(code)) return true;
  if ('severity' in error && endsConnection.has(String(error.severity))) return true;
  // The driver sets no code on these.
  return /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout/.test(
    error.message,
  );
}
