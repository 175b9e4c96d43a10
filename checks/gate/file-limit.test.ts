import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../repository.ts';
import { runTool } from './run-tool.ts';
import { countTests } from './test-counts.ts';
import { testRunsOf } from './test-runs.ts';

test('a test file that hangs is killed and named, and the others run', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inaam-hanging-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write(
    'vitest.config.mjs',
    `export default { test: {
      globals: true, isolate: false, maxWorkers: 2, include: ['*.mjs'], exclude: ['vitest.config.mjs'],
      setupFiles: [${JSON.stringify(path.join(root, 'testing/setup/file-limit.ts'))}],
      provide: { fileLimitMs: 5000 },
    } };`,
  );
  write('stuck.mjs', `afterEach(() => new Promise(() => {})); test('stuck', () => {});`);
  write('one.mjs', `test('one', () => {});`);
  write('two.mjs', `test('two', () => {});`);
  const report = path.join(folder, 'report.json');
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`];
  const { code, output } = await runTool('node_modules/.bin/vitest', args, 120_000);
  expect(output).toMatch(/stuck\.mjs had not ended after .* minutes: its worker is killed\./);
  const text = readFileSync(report, 'utf8');
  const runs = testRunsOf(text).filter(({ status }) => status === 'passed');
  expect(runs.flatMap(({ titles }) => titles)).toEqual(expect.arrayContaining(['one', 'two']));
  expect(countTests(text, code).failed).toBe(1);
});
