import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../repository.ts';
import { runTool } from './run-tool.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inaam-tool-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(text: string, args: string[] = [], options = {}) {
  const file = path.join(folder, 'a.mjs');
  writeFileSync(file, text);
  return runTool(path.relative(root, file), args, options);
}

test('returns the output and the exit code, and uses no shell', async () => {
  const { code, output } = await run(
    'console.log("out", process.argv[2]); console.error("err"); process.exitCode = 7;',
    ['$HOME; x'],
  );
  expect(code).toBe(7);
  expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out $HOME; x']);
});

test('a program that is killed or missing has failed', async () => {
  expect(await run('process.kill(process.pid, "SIGKILL");')).toMatchObject({ code: 1 });
  expect(await runTool('attic/none.ts', [])).toMatchObject({ code: 1 });
});

test('a program that does not end is killed with what it started, and its output says so', async () => {
  const hang = 'setInterval(() => undefined, 1000);';
  const starting = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', '${hang}'], { stdio: 'inherit' });`;
  const stuck = await run(`${starting} ${hang}`, [], { limitMs: 1000 });
  expect(stuck).toEqual({ code: 1, output: expect.stringMatching(/^Killed: .*minutes\.$/m) });
  // Only its child hangs, and holds its output open.
  expect(await run(`${starting} process.exit(0);`)).toEqual({ code: 0, output: '' });
});

test('a program finds the tools of the repository and this same Node', async () => {
  const { output } = await run('console.log(process.env.PATH, process.version);');
  expect(output).toContain(path.join(root, 'node_modules', '.bin'));
  expect(output).toContain(process.version);
});
