// The commands of docs/run/go-live.md, as a person types them.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const page = path.resolve(import.meta.dirname, '../../docs/run/go-live.md');

/** The lines of the `sh` blocks under "Steps". */
export function commandsOfPage(): string[] {
  const steps = /^## Steps\n(.*?)^## /ms.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  return [...steps.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
}

export const optionsIn = (commands: readonly string[]): number =>
  commands.flatMap((command) => command.match(/ --[\w-]+/g) ?? []).length;
