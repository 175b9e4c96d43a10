// An unexpected console.error or console.warn fails the test that made it, unless it called
// `allowConsole(/words/)`.
import { afterEach, beforeEach } from 'vitest';

const watched = ['error', 'warn'] as const;
let allowed: RegExp[] = [];
const unexpected: string[] = [];

/** Lets lines of console.error and console.warn that match pass, until the end of this test. */
export function allowConsole(pattern: RegExp): void {
  allowed.push(pattern);
}

/** What was said so far and not allowed; forgotten by this. For the tests of this file. */
export function takeUnexpected(): string[] {
  return unexpected.splice(0);
}

for (const method of watched) {
  console[method] = (...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (allowed.some((pattern) => pattern.test(line))) return;
    // Thrown, so that the stack shows where; kept, because whoever called may catch it.
    unexpected.push(`console.${method}: ${line}`);
    throw new Error(
      `Unexpected console.${method}: ${line}. Mend it, or allow it by allowConsole(…).`,
    );
  };
}

beforeEach(() => {
  allowed = [];
});

afterEach(() => {
  const seen = takeUnexpected();
  if (seen.length > 0) throw new Error(`Failed by what the console said: ${seen.join('; ')}.`);
});
