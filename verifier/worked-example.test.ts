import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verdictOf } from '@inaam/testing/verifier/published-files.ts';
import {
  exampleFile,
  exampleFolder,
  workedExample,
} from '@inaam/testing/verifier/worked-example.ts';

const page = readFileSync(path.join(exampleFolder, '../reference/draw-format.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
const printed = blocks.flatMap(([, kind, text = '']) => (kind === 'text' ? [text.trimEnd()] : []));
const ledger = readFileSync(exampleFile('ledger.jsonl'), 'utf8');
const hasPython = spawnSync('python3', ['--version']).status === 0;

test('[CAM-3] every step printed in docs/reference/draw-format.md matches its files', () => {
  expect(printed).toEqual(workedExample().map((step) => step.trimEnd()));
});

test('[CAM-1][CAM-3] the example of docs/reference/draw-format.md is valid: three draws and one fixed reward', async () => {
  const file = (name: string) => readFileSync(exampleFile(name));
  const verdict = await verdictOf({
    commitment: file('commitment.json'),
    secret: file('secret.txt'),
    ledger,
    head: file('head.json').toString(),
  });
  expect(verdict).toMatchObject({
    valid: true,
    entries: 8,
    draws: 3,
    pools: [
      { pool: 'chance:3', planned: 4, granted: 1 },
      { pool: 'chance:5', planned: 2, granted: 1 },
      { pool: 'chance:10', planned: 2, granted: 1 },
      { pool: 'reserve:3', planned: 2, granted: 0 },
      { pool: 'fixed:Tamil Nadu:3', planned: 5, granted: 1 },
    ],
  });
});

/** Runs the documented Python lines that read a file of the example. */
function printedByPython(fileName: string): string {
  const script = blocks.find(
    ([, kind, text]) => kind === 'python' && text?.includes(fileName),
  )?.[2];
  const options = { cwd: exampleFolder, encoding: 'utf8' } as const;
  return execFileSync('python3', ['-c', script ?? ''], options).trim();
}

test.runIf(hasPython)('the lines of Python on the page recognise a part of the secret', () => {
  expect(printedByPython('part-one.txt')).toBe('True');
});

test.runIf(hasPython)('the lines of Python on the page print the hashes of the ledger', () => {
  const output = printedByPython('ledger.jsonl');
  const hashes = [...ledger.matchAll(/"hash":"(\w+)"\}$/gm)];
  expect(hashes).toHaveLength(8);
  expect(output.split('\n')).toEqual(hashes.map(([, hash]) => hash));
});

test('the printed command is that of the first printed draw', () => {
  const input = /^input {4}(.+)$/m.exec(printed.find((step) => step.startsWith('draw')) ?? '')?.[1];
  expect(page).toContain(`printf %s '${input}' | openssl dgst -sha256 -mac HMAC`);
});
