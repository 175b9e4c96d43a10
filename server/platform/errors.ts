/** Programs print only its message, which contains the reason and the remedy. */
export class InaamError extends Error {
  override name = 'InaamError';
}

/** The rules refuse it; nothing was changed. A command then ends with 1, with others with 2. */
export class Refusal extends InaamError {
  override name = 'Refusal';
}

/** The code or name of an error, because its message may contain personal data. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Za-z0-9_]{2,40}$/.test(code) ? code : error.name;
}
