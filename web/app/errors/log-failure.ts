// Logs only the kind of the error and its codes, never a name, number, code, key or token.
import { CallRefused } from '../../api/call-refused.ts';

export function logFailure(what: 'spin' | 'resend' | 'consent' | 'states', error: unknown): void {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = error instanceof CallRefused ? ` ${error.statusCode} ${error.messageId ?? ''}` : '';
  console.warn(`${what} failed: ${kind}${code}`);
}
