import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-qr-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const qr = (...words: string[]) =>
  runOperatorInProcess(['qr', '--site', 'https://win.example', ...words]);

test('the answer says what to print', async () => {
  const out = path.join(folder, 'pack.svg');
  const { exit, json } = await qr('--campaign', 'diwali', '--out', out, '--json');
  expect(exit).toBe(0);
  expect(json()).toMatchObject({
    file: out,
    link: 'https://win.example/?utm_source=qrcode&utm_campaign=diwali',
    sizeMm: 30,
    quietModules: 4,
    level: 'Q',
  });
  expect(await readFile(out, 'utf8')).toMatch(/^<svg /);
});

test('too small to be read, no place to write to, or a file that is there: refused', async () => {
  const small = await qr('--size', '15', '--out', path.join(folder, 'small.svg'));
  expect(small.exit).toBe(2);
  expect(small.errors).toMatch(/needs \d\d mm or more/);
  for (const name of ['pack.png', 'pack.pdf', 'pack']) {
    const other = await qr('--out', path.join(folder, name));
    expect(other).toMatchObject({ exit: 2, errors: expect.stringContaining('ends in .svg') });
  }
  expect((await qr()).exit).toBe(2);
  const taken = path.join(folder, 'pack.svg');
  await writeFile(taken, 'theirs');
  expect((await qr('--out', taken)).exit).toBe(1);
  expect(await readFile(taken, 'utf8')).toBe('theirs');
});
