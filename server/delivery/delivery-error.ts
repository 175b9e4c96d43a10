// What a delivery job may throw. graphile-worker keeps the text of a thrown error in the job's row, so that nothing
// but a DeliveryFault ever leaves a job, and its sentence holds no number, name, code or text of a message.

/** A job that is to be tried again later; `message` may be read by everybody. */
export class DeliveryError extends Error {
  override name = 'DeliveryFault';
}

/** What may be said of an error of somebody else's: its code, or its kind. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Za-z0-9_]{2,40}$/.test(code) ? code : error.name;
}

/** A provider's reason as it may be kept and logged: short, and without anything that could be a number or a code. */
export function safeReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll(/\d(?:[\s-]?\d){3,}/g, '#')
    .slice(0, 100);
}
