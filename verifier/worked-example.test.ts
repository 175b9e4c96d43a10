import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatJson } from './report.ts';
import { hasPython, python, pythonVerdict } from '@inaam/testing/verifier/published-files.ts';
import {
  exampleFile,
  exampleFolder,
  workedExample,
} from '@inaam/testing/verifier/worked-example.ts';
import { verifyCampaign } from './verify-campaign.ts';

const page = readFileSync(path.join(exampleFolder, '../reference/draw-format.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
const printed = blocks.flatMap(([, kind, text = '']) => (kind === 'text' ? [text.trimEnd()] : []));
const files = {
  commitment: exampleFile('commitment.json'),
  secret: exampleFile('secret.txt'),
  ledger: exampleFile('ledger.jsonl'),
  head: exampleFile('head.json'),
};

test('[CAM-3] every step printed in docs/reference/draw-format.md matches its files', () => {
  expect(printed).toEqual(workedExample().map((step) => step.trimEnd()));
});

test('[CAM-1][CAM-3] both verifiers find the example of docs/reference/draw-format.md valid: three draws and one fixed reward', async () => {
  const verdict = await verifyCampaign(files);
  expect(verdict).toMatchObject({
    valid: true,
    entries: 8,
    draws: 3,
    head: 'equal',
    pools: [
      { pool: 'chance:3', planned: 4, granted: 1 },
      { pool: 'chance:5', planned: 2, granted: 1 },
      { pool: 'chance:10', planned: 2, granted: 1 },
      { pool: 'reserve:3', planned: 2, granted: 0 },
      { pool: 'fixed:Tamil Nadu:3', planned: 5, granted: 1 },
    ],
  });
  if (hasPython) expect(await pythonVerdict(files)).toBe(formatJson(verdict));
});

/** Runs the documented Python lines that read a file of the example. */
function printedByPython(fileName: string): string {
  const script = blocks.find(
    ([, kind, text]) => kind === 'python' && text?.includes(fileName),
  )?.[2];
  const options = { cwd: exampleFolder, encoding: 'utf8' } as const;
  return execFileSync(python ?? 'python3', ['-c', script ?? ''], options).trim();
}

test.runIf(hasPython)('the lines of Python on the page recognise a part of the secret', () => {
  expect(printedByPython('part-one.txt')).toBe('True');
});

test.runIf(hasPython)('the lines of Python on the page print the hashes of the ledger', () => {
  const output = printedByPython('ledger.jsonl');
  const hashes = [...readFileSync(files.ledger, 'utf8').matchAll(/"hash":"(\w+)"\}$/gm)];
  expect(hashes).toHaveLength(8);
  expect(output.split('\n')).toEqual(hashes.map(([, hash]) => hash));
});

test('the printed command is that of the first printed draw', () => {
  const input = /^input {4}(.+)$/m.exec(printed.find((step) => step.startsWith('draw')) ?? '')?.[1];
  expect(page).toContain(`printf %s '${input}' | openssl dgst -sha256 -mac HMAC`);
});
