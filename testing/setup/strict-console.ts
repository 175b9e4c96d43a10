// An unexpected console.error or console.warn fails its test; `allowConsole(/…/)` permits it.
import { afterEach, beforeEach } from 'vitest';

const watched = ['error', 'warn'] as const;
let allowed: RegExp[] = [];
const unexpected: string[] = [];

/** Until the end of this test. */
export function allowConsole(pattern: RegExp): void {
  allowed.push(pattern);
}

export function takeUnexpected(): string[] {
  return unexpected.splice(0);
}

for (const method of watched) {
  console[method] = (...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (allowed.some((pattern) => pattern.test(line))) return;
    // Thrown to show the stack, and stored because the caller may catch it.
    unexpected.push(`console.${method}: ${line}`);
    throw new Error(
      `Unexpected console.${method}: ${line}. Fix it, or allow it by allowConsole(…).`,
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
