/**
 * The job is to be retried. graphile-worker stores the message in the job's row, so jobs throw
 * nothing else, and it contains no number, name, code or SMS text.
 */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** A loggable form of any error: its code or name. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Za-z0-9_]{2,40}$/.test(code) ? code : error.name;
}

/** Shortens a provider's reason and masks digits that could be a mobile or a code. */
export function safeReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll(/\d(?:[\s-]?\d){3,}/g, '#')
    .slice(0, 100);
}
