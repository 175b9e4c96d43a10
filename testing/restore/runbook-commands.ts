import { readFileSync } from 'node:fs';
import path from 'node:path';

const runbook = path.resolve(import.meta.dirname, '../../docs/runbook.md');

/** The commands of the runbook's blocks, by their name: what follows `sh` after the three ticks. */
export function runbookCommands(): ReadonlyMap<string, string> {
  const text = readFileSync(runbook, 'utf8');
  const blocks = text.matchAll(/^( *)```sh ([a-z]+)\n([\s\S]*?)^ *```$/gm);
  return new Map(
    Array.from(blocks, ([, indent = '', name = '', block = '']) => {
      const lines = block.split('\n').map((line) => line.slice(indent.length));
      return [name, lines.join('\n')] as const;
    }),
  );
}
