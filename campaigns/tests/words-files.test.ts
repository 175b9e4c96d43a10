// The files of words as translation tools such as Weblate or Crowdin read and write them: nested
// JSON, each string a unit named by its path, with dots for objects and `[0]` for items.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { campaignIds, campaignsFolder } from '../loader/load-campaign.ts';
import { isOwnSentence } from '../schema/words-schema.ts';

type Unit = { name: string; text: string };

const folders = ['default-words', ...(await campaignIds()).map((id) => `${id}/words`)];
const files = (
  await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(campaignsFolder, folder))).map((name) => `${folder}/${name}`),
    ),
  )
).flat();

const read = (file: string) => readFile(path.join(campaignsFolder, file), 'utf8');

function unitsOf(value: unknown, name = ''): Unit[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, at) => unitsOf(item, `${name}[${at}]`));
  return Object.entries(value ?? {}).flatMap(([key, part]) =>
    unitsOf(part, name === '' ? key : `${name}.${key}`),
  );
}

/** What a tool writes: it knows only the units. */
function written(units: readonly Unit[]): string {
  const root = {};
  for (const { name, text } of units) {
    const steps = [...name.matchAll(/\[(\d+)\]|[^.[]+/g)].map(([step, item]) => item ?? step);
    const isList = (at: number) => /^\d+$/.test(steps[at] ?? '');
    steps.reduce((here, step, at) => {
      const part = at === steps.length - 1 ? text : isList(at + 1) ? [] : {};
      if (!Object.hasOwn(here, step)) Reflect.set(here, step, part);
      return Object(Reflect.get(here, step));
    }, root);
  }
  return `${JSON.stringify(root, null, 2)}\n`;
}

test.each(files)('[CAM-5] %s comes back from a translation tool as it was', async (file) => {
  const text = await read(file);
  const units = unitsOf(JSON.parse(text));
  expect(units.length).toBeGreaterThan(10);
  expect(new Set(units.map(({ name }) => name)).size).toBe(units.length);
  expect(written(units)).toBe(text);
});

function repeated(own: unknown, defaults: unknown, steps: readonly string[] = []): string[] {
  if (steps.length === 2 && isOwnSentence(steps)) return [];
  if (JSON.stringify(own) === JSON.stringify(defaults)) return [steps.join('.')];
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return [];
  return Object.entries(own).flatMap(([name, part]) =>
    repeated(part, Reflect.get(Object(defaults), name), [...steps, name]),
  );
}

test.each(files.filter((file) => !file.startsWith('default-words/')))(
  '%s holds only what differs from the default words',
  async (file) => {
    const defaults = `default-words/${path.basename(file)}`;
    const [own, others] = [JSON.parse(await read(file)), JSON.parse(await read(defaults))];
    expect(repeated(own, others)).toEqual([]);
  },
);
