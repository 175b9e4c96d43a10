import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pluginFolders } from '@inaam/server/database/schema/applied-migrations.ts';

const guides = await Promise.all(
  pluginFolders.map(({ folder }) => readFile(path.join(folder, 'guide.md'), 'utf8')),
);

/** The cells of the table under a heading, in the guide of each plugin that has it. */
export const rowsOfGuides = (heading: string): string[][] =>
  guides.flatMap((guide) => {
    const [, section = ''] = guide.split(`\n## ${heading}\n`);
    const [own = ''] = section.split('\n## ');
    return cellsOf(own.split('\n').filter((line) => line.startsWith('| `')));
  });

export const cellsOf = (lines: readonly string[]): string[][] =>
  lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
