// Console output that the current test allows, and output that fails it at its end. Separate from
// the setup file, which is evaluated for each test file of a worker, because these lists must exist
// once.
let allowed: RegExp[] = [];
const unexpected: string[] = [];

/** Until the end of this test. */
export function allowConsole(pattern: RegExp): void {
  allowed.push(pattern);
}

export const isAllowed = (line: string): boolean => allowed.some((pattern) => pattern.test(line));

export function recordUnexpected(line: string): void {
  unexpected.push(line);
}

export function takeUnexpected(): string[] {
  return unexpected.splice(0);
}

export function allowNothing(): void {
  allowed = [];
}
