import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { advanceClock, storedClockOffset, storedSecrets } from './stored-state.ts';
import { needsDatabase } from './settings.ts';
import { expect, test } from 'vitest';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

async function newFolder(): Promise<string> {
  const folder = await folderOfTest();
  return folder;
}

test('the secrets of the first start are those of the next, and the parts of the draw differ', async () => {
  const folder = await newFolder();
  const first = await storedSecrets(folder);
  expect(await storedSecrets(folder)).toEqual(first);
  const [one, two] = first.drawParts;
  expect(one).not.toEqual(two);
});

test('secrets of an earlier version are reported with the remedy, and not shown', async () => {
  const folder = await newFolder();
  const { drawPartOne: _, ...earlier }: Record<string, string> = await storedSecrets(folder).then(
    async () => JSON.parse(await readFile(path.join(folder, 'secrets.json'), 'utf8')),
  );
  await writeFile(path.join(folder, 'secrets.json'), JSON.stringify(earlier));
  await expect(storedSecrets(folder)).rejects.toThrow(
    'Failed to read secrets.json of the data folder: it is of an earlier version. Remove the data folder to start over.',
  );
});

test("the campaign's clock moves on by whole days, never back, and stays where the programme is open by the real one", async () => {
  const folder = await newFolder();
  const programme = { from: '2025-05-06', to: '2025-09-15' };
  const campaign = { id: 'tea', programme };
  const now = Date.parse('2026-11-23T08:30:00+05:30');
  const advance = async (days: number, at = now) =>
    new Date(at + (await advanceClock(folder, campaign, at, days))).toISOString();
  expect(await advance(0)).toBe('2025-05-06T03:00:00.000Z');
  expect(await advance(21)).toBe('2025-05-27T03:00:00.000Z');
  expect(await advance(20)).toBe('2025-05-27T03:00:00.000Z');
  expect(now + (await storedClockOffset(folder, campaign, now))).toBe(
    Date.parse('2025-05-27T03:00:00Z'),
  );
  const open = { id: 'open', programme: { from: '2026-11-20', to: '2026-12-20' } };
  expect(await advanceClock(folder, open, now, 21)).toBe(0);
});

test.each([
  ['', false],
  ['--help', false],
  ['help', false],
  ['overview --help', false],
  ['campaign check', false],
  ['campaign new coffee-2027', false],
  ['sms check', false],
  ['campaign pause', true],
  ['webhooks list', true],
  ['vouchers load codes.csv', true],
])('[CAM-5] "%s" is run on the database of the demonstration: %s', (typed, is) => {
  expect(needsDatabase(typed.split(' ').filter(Boolean))).toBe(is);
});
