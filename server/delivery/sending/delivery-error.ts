/**
 * Jobs throw nothing else, because graphile-worker stores the message. It contains no personal
 * data.
 */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** Shortens a provider's reason and masks digits that could be a mobile or a code. */
export function safeReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll(/\d(?:[\s-]?\d){3,}/g, '#')
    .slice(0, 100);
}
