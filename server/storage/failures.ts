// Which errors mean that the store could not take the work, as against a defect in it. The transaction was rolled
// back or its fate is unknown; every write can be repeated safely either way.

/** SQLSTATE classes and codes of a store that is away or too busy. */
const passing = /^(08|57|53)|^(40001|40P01|55P03|25P03|25P04)$/;
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
export function isStoreFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (passing.test(code) || sockets.has(code)) return true;
  // The driver gives these three no code.
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(
    error.message,
  );
}
