import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Problem } from '../schema/problem.ts';
import { fileOwners } from '@inaam/plugins/campaign-plugin.ts';
import { pluginArt, pluginFiles } from './plugin-files.ts';
import { artworkNames } from './theme/artwork.ts';
import { imageNames } from './theme/images.ts';
import { soundsFile } from './theme/media.ts';

/** @public For plugins. */
export const dataFiles = ['campaign', 'states', 'rewards', 'draw', 'sms']
  .concat(pluginFiles.map(([name]) => name))
  .map((name) => `${name}.json`);

const images = imageNames.map((name) => `art/${name}.avif`);
/** @public For plugins. */
export const pictureFile = new RegExp(
  String.raw`^(?:art/(?:${[...artworkNames, 'particle', ...pluginArt].join('|')})\.svg|${images.join('|')})$`,
);
const optional = [...images, `art/${soundsFile}`];
const otherArt = new RegExp(
  `^(?:art/${soundsFile}|${pluginArt.map((name) => `art/${name}.mp4`).join('|')})$`,
);

/** Production refuses them. */
export const demonstrationIds: readonly string[] = ['biscuit-2025', 'goli-soda-2026', 'tea-demo'];

/** `art/source` is for what the pictures are made from. */
const folders = ['words', 'art', 'art/source'];

type UnknownName = { name: string; problem: Problem; isOfPlugin: boolean };

/**
 * Files and folders that nobody would read: a slip in a name switches a plugin or a language
 * off.
 * @param languages of campaign.json; undefined: it could not be read
 */
export async function unknownNames(
  folder: string,
  languages: readonly string[] | undefined,
): Promise<UnknownName[]> {
  const words = languages?.map((language) => `words/${language}.json`);
  const files = [...dataFiles, ...(words ?? [])];
  const art = [...artworkNames, 'particle'].map((name) => `art/${name}.svg`);
  const guesses = [...files, ...art, ...optional, ...folders];
  const isFile = (name: string) =>
    files.includes(name) ||
    pictureFile.test(name) ||
    otherArt.test(name) ||
    (words === undefined && name.startsWith('words/'));
  async function within(place: string): Promise<UnknownName[]> {
    const found: UnknownName[] = [];
    for (const entry of (await readdir(join(folder, place))).toSorted()) {
      const name = place === '' ? entry : `${place}/${entry}`;
      // The system's own begin with a dot: `.DS_Store`.
      if (entry.startsWith('.') || isFile(name)) continue;
      const isFolder = folders.includes(name) && (await isFolderAt(join(folder, name)));
      if (!isFolder) found.push(unknown(name, guesses));
      else if (name !== 'art/source') found.push(...(await within(name)));
    }
    return found;
  }
  return within('');
}

const isFolderAt = (place: string) =>
  stat(place).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

function unknown(name: string, guesses: readonly string[]): UnknownName {
  const owner = fileOwners[name];
  if (owner === undefined) return { name, problem: problemOf(name, guesses), isOfPlugin: false };
  const message = `is of the plugin ${owner}, which this installation does not have`;
  const fix = 'Remove the file, or add the plugin.';
  return { name, problem: { path: [], message, fix }, isOfPlugin: true };
}

function problemOf(name: string, guesses: readonly string[]): Problem {
  const [guess] = guesses
    .map((known) => ({ known, apart: apartness(basename(known), basename(name)) }))
    .filter(({ apart }) => apart < 1)
    .toSorted((one, other) => one.apart - other.apart);
  const other = /^words\/[^/]+\.json$/.test(name)
    ? 'Add its language to campaign.json, languages, or remove it.'
    : 'Remove it, or move it to art/source.';
  const fix = guess ? `Did you mean ${guess.known}? Rename it, or remove it.` : other;
  return { path: [], message: 'is not one that a campaign has, so nobody reads it', fix };
}

const stemOf = (name: string) => /^[^.\s(_-]*/.exec(name.toLowerCase())?.[0] ?? '';

/** 0: only case, ending or a copy's number differ. From 1 on it is another name, not a slip. */
function apartness(known: string, written: string): number {
  const stem = stemOf(known);
  const letters = stem.length < 3 ? 0 : Math.ceil(stem.length / 3);
  return distance(stem, stemOf(written)) / (letters + 1);
}

/** How many letters to add, remove or change (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [before, letter] of one.split('').entries()) {
    const next = [before + 1];
    for (const [at, own] of other.split('').entries()) {
      const changed = (row[at] ?? 0) + (own === letter ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
