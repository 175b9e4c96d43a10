/**
 * A job that is to be tried again later. graphile-worker stores the message in the job's row, so
 * jobs throw nothing else, and the message contains no number, name, code or text of an SMS.
 */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** What may be logged of a foreign error: its code, or its name. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Za-z0-9_]{2,40}$/.test(code) ? code : error.name;
}

/**
 * A provider's reason as it may be stored and logged: short, and without anything like a number or
 * a code.
 */
export function safeReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll(/\d(?:[\s-]?\d){3,}/g, '#')
    .slice(0, 100);
}
