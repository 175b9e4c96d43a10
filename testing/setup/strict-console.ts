// An unexpected console.error or console.warn fails its test; `allowConsole(/…/)` permits it.
import { afterEach, beforeEach } from 'vitest';
import { allowNothing, isAllowed, recordUnexpected, takeUnexpected } from './console-lines.ts';

const watched = ['error', 'warn'] as const;

for (const method of watched) {
  console[method] = (...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (isAllowed(line)) return;
    // Thrown to show the stack, and recorded because the caller may catch it.
    recordUnexpected(`console.${method}: ${line}`);
    throw new Error(
      `Unexpected console.${method}: ${line}. Fix it, or allow it by allowConsole(…).`,
    );
  };
}

beforeEach(allowNothing);

afterEach(() => {
  const seen = takeUnexpected();
  if (seen.length > 0) throw new Error(`Failed by: ${seen.join('; ')}.`);
});
