import { ConsoleRefusal } from '../refusal.ts';
import { isToken } from './tokens.ts';

/**
 * Before anything is counted or looked up: a part of a link is no guess.
 * @throws ConsoleRefusal
 */
export function assertInvitationToken(token: string): void {
  if (isToken(token)) return;
  throw new ConsoleRefusal(
    'refused',
    'This link is not complete. Copy all of it, or ask whoever sent it for another one.',
  );
}
