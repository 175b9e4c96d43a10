import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../repository.ts';
import { countTests, readReport } from './reports.ts';
import { runTool } from './run-tool.ts';

const limitMs = 6000;
const limitText = /\.mjs had not ended after .* minutes: its worker is killed\./;

/** @param more of its configuration */
function projectOf(files: Record<string, string>, fileLimitMs: number, more: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inaam-hanging-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = `export default { test: {
      globals: true, include: ${JSON.stringify(Object.keys(files))}, ${more}
      setupFiles: [${JSON.stringify(path.join(root, 'testing/setup/file-limit.ts'))}],
      provide: { fileLimitMs: ${fileLimitMs} },
    } };`;
  for (const [file, text] of Object.entries({ ...files, 'vitest.config.mjs': config })) {
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

async function runFiles(files: Record<string, string>, maxWorkers: number) {
  const folder = projectOf(files, limitMs, `isolate: false, maxWorkers: ${maxWorkers},`);
  const report = path.join(folder, 'report.json');
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`];
  const { code, output } = await runTool('node_modules/.bin/vitest', args, { limitMs: 120_000 });
  const read = readReport(readFileSync(report, 'utf8'));
  const passed = read?.tests.filter(({ status }) => status === 'passed') ?? [];
  return {
    output,
    passed: passed.flatMap(({ titles }) => titles),
    failed: countTests(read, code).failed,
  };
}

test('a test file that hangs is killed and named, and the others run', async () => {
  const files = {
    'stuck.mjs': `afterEach(() => new Promise(() => {})); test('stuck', () => {});`,
    'one.mjs': `test('one', () => {});`,
    'two.mjs': `test('two', () => {});`,
  };
  const { output, passed, failed } = await runFiles(files, 2);
  expect(output).toMatch(limitText);
  expect(output).toContain('stuck.mjs had not ended');
  expect(passed).toEqual(expect.arrayContaining(['one', 'two']));
  expect(failed).toBe(1);
});

test('a worker with a test that hangs ends with vitest, so that no browser remains', async () => {
  const stuck = `test('stuck', () => {
      // By then its start is reported: a later report to a dead vitest would end it too.
      setTimeout(() => process.stdout.write('worker ' + process.pid + '.'), 1000);
      setInterval(() => {}, 1000);
      return new Promise(() => {});
    }, 600_000);`;
  const folder = projectOf({ 'stuck.mjs': stuck }, 0, '');
  const args = ['run', '--root', folder, '--disable-console-intercept'];
  const vitest = spawn(process.execPath, [path.join(root, 'node_modules/.bin/vitest'), ...args]);
  onTestFinished(() => void vitest.kill('SIGKILL'));
  let output = '';
  vitest.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const worker = () => Number(/worker (\d+)\./.exec(output)?.[1]);
  await expect.poll(worker).toBeGreaterThan(0);
  onTestFinished(() => {
    if (isAlive(worker())) process.kill(worker(), 'SIGKILL');
  });
  vitest.kill('SIGKILL');
  await expect.poll(() => isAlive(worker()), { timeout: 30_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
