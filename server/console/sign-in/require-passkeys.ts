import type { ConsoleContext } from '../context.ts';
import { ConsoleRefusal } from '../refusal.ts';

/** @throws ConsoleRefusal where the company takes single sign-on alone */
export function requirePasskeys({ takesPasskeys, openIdProvider }: ConsoleContext): void {
  if (takesPasskeys) return;
  const company = openIdProvider?.name ?? 'the company';
  throw new ConsoleRefusal('refused', `Passkeys are not used here: sign in with ${company}.`);
}
