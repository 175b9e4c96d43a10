/** Jobs throw nothing else, because graphile-worker stores its message. No personal data in it. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** The code or name of an error: its message may contain personal data. */
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
