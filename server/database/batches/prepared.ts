import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

const names = new Map<string, string>();

/**
 * A query that each connection parses and plans only once.
 * @param text must be constant, because every different text stays prepared as long as its
 *   connection lives
 */
export function prepared(text: string, values: unknown[]): QueryConfig {
  return { name: nameOf(text), text, values };
}

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
  }
  return name;
}
