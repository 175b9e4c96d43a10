import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openVoucherFile } from './open-voucher-file.command.ts';

const options = {
  separator: 'comma',
  codeColumn: 'code',
  amountColumn: 'amount',
  amounts: [3],
  promisedUntil: '2026-05-01',
} as const;

test('a file that cannot be read is an error of its reader, not of the program', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-codes-'));
  const file = path.join(folder, 'codes.csv');
  await writeFile(file, 'code,amount\nABCD,3\n');
  const { lines, share } = await openVoucherFile(file, options);
  await rm(folder, { recursive: true });
  expect(share()).toBe(0);
  await expect(Array.fromAsync(lines)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a folder is not said to be missing, as a file is that is not there', async () => {
  const none = path.join(tmpdir(), 'inaam-no-such-codes.csv');
  await expect(openVoucherFile(none, options)).rejects.toThrow(`File not found: ${none}.`);
  await expect(openVoucherFile(tmpdir(), options)).rejects.toThrow('is not a file');
});
