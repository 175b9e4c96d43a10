// Which errors mean that the store could not take the work, as against a defect in it. The
// transaction was rolled back or its fate is unknown; every write can be repeated safely either
// way.

/** SQLSTATE classes and codes of a store that is away or too busy. */
const passing = /^(08|57|53)|^(40001|40P01|55P03|25P03|25P04)$/;
/** Errors that refuse or end a whole connection, whatever their code: no work was taken. */
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

/** Whether this error of the database driver will pass by itself. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (passing.test(code) || sockets.has(code)) return true;
  if ('severity' in error && endsConnection.has(String(error.severity))) return true;
  // The driver gives these no code.
  return /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout/.test(
    error.message,
  );
}
