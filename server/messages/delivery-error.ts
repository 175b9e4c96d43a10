/**
 * Jobs throw nothing else, because graphile-worker stores the message. It contains no personal
 * data.
 */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** The job is due again after `waitMs`, with all its attempts. */
export class PutOffError extends DeliveryError {
  override name = 'PutOffError';
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Shortens a provider's reason and masks digits that could be a mobile or a code. */
export function safeReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll(/\d(?:[^A-Za-z\d]{0,3}\d){3,}/g, '#')
    .slice(0, 100);
}
