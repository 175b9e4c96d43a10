import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './repository.ts';

const cases: readonly [rule: string, file: string, text: string][] = [
  ['eslint(max-lines)', 'server/long.ts', '// a\n'.repeat(301)],
  ['eslint(max-lines)', 'server/long.test.ts', '// a\n'.repeat(501)],
  ['unicorn(filename-case)', 'server/drawBlock.ts', ''],
  ['unicorn(filename-case)', 'web/Draw.tsx', ''],
  ['eslint(no-warning-comments)', 'server/unfinished.ts', '// TO'.concat('DO: later')],
  ['node(no-process-env)', 'server/calls/port.ts', 'export const port = process.env.PORT;'],
  ['typescript(ban-ts-comment)', 'server/error.ts', '// @ts-ignore: why\nexport {};'],
  ['import(no-default-export)', 'server/default.ts', 'export default 3;'],
  ['eslint(no-console)', 'server/log.ts', 'console.log(1);'],
  ['vitest(no-focused-tests)', 'server/only.test.ts', "test.only('a', () => expect(1).toBe(1));"],
  ['vitest(no-disabled-tests)', 'server/skip.test.ts', "test.skip('a', () => expect(1).toBe(1));"],
  ['vitest(warn-todo)', 'server/todo.test.ts', "test.todo('a');"],
];

const configSchema = z.looseObject({ options: z.unknown() });
const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

let folder: string;
let found: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inaam-lint-rules-'));
  const config = configSchema.parse(
    JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')),
  );
  // The rules that need types have no tsconfig.json here.
  write('.oxlintrc.json', JSON.stringify({ ...config, options: {} }));
  for (const [, file, text] of cases) write(file, text);
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/oxlint'),
    ['--format', 'json', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
  found = diagnostics.map(({ code, filename }) => `${filename}: ${code}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

test.each(cases)('%s refuses %s', (rule, file) => {
  expect(found).toContain(`${file}: ${rule}`);
});
