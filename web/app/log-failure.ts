// What the app notes for a developer, and never shows. Kind and codes only: no name, number, code, key or token
// can get into it.
import { CallRefused } from '../api/call-refused.ts';

export function logFailure(what: 'spin' | 'resend' | 'consent' | 'states', error: unknown): void {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = error instanceof CallRefused ? ` ${error.statusCode} ${error.messageId ?? ''}` : '';
  // Spec 8: a failed spin or resend is logged only.
  console.warn(`${what} failed: ${kind}${code}`);
}
