import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storedSecrets } from './stored-state.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
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
