import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from './child.ts';
import { root } from './repository.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inaam-child-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(text: string, ...args: string[]) {
  const file = path.join(folder, 'a.mjs');
  writeFileSync(file, text);
  return runProgram(path.relative(root, file), args);
}

test('keeps what a program says, and how it ended', async () => {
  const { code, output } = await run(
    'console.log("out", process.argv[2]); console.error("err"); process.exitCode = 7;',
    '$HOME; x',
  );
  expect(code).toBe(7);
  expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out $HOME; x']);
});

test('a program that is killed, or is not there, has failed', async () => {
  expect(await run('process.kill(process.pid, "SIGKILL");')).toMatchObject({ code: 1 });
  expect(await runProgram('attic/none.ts', [])).toMatchObject({ code: 1 });
});

test('a program finds the tools of the repository, and this same Node', async () => {
  const { output } = await run('console.log(process.env.PATH, process.version);');
  expect(output).toContain(path.join(root, 'node_modules', '.bin'));
  expect(output).toContain(process.version);
});
