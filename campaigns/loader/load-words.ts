// Reads the words of one language (TypeScript modules) and validates them. Server only.
import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseWith } from '../schema/fields.ts';
import { formatProblem } from '../schema/problem.ts';
import { unshownEnding } from './ending-words.ts';
import { errorReason } from './error-reason.ts';
import type { ServerCampaign } from './server-campaign.ts';
import { ownSentences } from '../schema/own-sentences.ts';
import { fileOfPlace, wordsSchema } from '../schema/words-schema.ts';
import type { Words } from '../public/words.ts';

export type ReadWords = {
  words: Words;
  /** The module that has a sentence, or would have it: `tea-demo/words/hi/home.ts`. */
  fileOf: (path: readonly PropertyKey[]) => string;
  /** The folders that the words are from, with a SHA-256 (hex) of their sentences. */
  folders: readonly { folder: string; hash: string }[];
};

const hashOf = (words: unknown) =>
  createHash('sha256').update(JSON.stringify(words), 'utf8').digest('hex');

/**
 * Merges a campaign's words over the default words of the language.
 * @returns the words with their placeholders, or every problem as a sentence
 */
export async function readWords(
  folder: string,
  id: string,
  language: string,
  draw?: ServerCampaign['draw'],
): Promise<ReadWords | { problems: string[] }> {
  const [ownFolder, defaultFolder] = [`${id}/words/${language}`, `default-words/${language}`];
  const own = await importWords(folder, ownFolder);
  const defaults = await importWords(folder, defaultFolder);
  const problems = [own, defaults].flatMap((read) => ('problem' in read ? [read.problem] : []));
  if ('problem' in own || 'problem' in defaults) return { problems };
  const result = parseWith(wordsSchema, merge(defaults.words, own.words));
  const unshown = has(own.words, ['closed', 'ended']) ? unshownEnding(draw) : [];
  const fileOf = (path: readonly PropertyKey[]) => {
    const [place, ...inner] = path;
    const isOwn = isOwnSentence(path) || has(own.words, path);
    const wordsFolder = isOwn ? ownFolder : defaultFolder;
    const isGathered = inner.length > 0 && has((isOwn ? own : defaults).words, [place]);
    return `${wordsFolder}/${isGathered ? fileOfPlace(String(place)) : 'words.ts'}`;
  };
  if ('value' in result && unshown.length === 0) {
    const folders = [
      { folder: defaultFolder, hash: hashOf(defaults.words) },
      { folder: ownFolder, hash: hashOf(own.words) },
    ];
    return { words: result.value, fileOf, folders };
  }
  const found = 'problems' in result ? result.problems : [];
  return {
    problems: [...found, ...unshown].map((problem) => {
      const path = problem.path.length === 0 ? ['words'] : problem.path;
      return formatProblem(`${basename(folder)}/${fileOf(problem.path)}`, { ...problem, path });
    }),
  };
}

async function importWords(
  folder: string,
  path: string,
): Promise<{ words: unknown } | { problem: string }> {
  const file = join(folder, path, 'words.ts');
  try {
    await access(file);
    const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const words = typeof module === 'object' && module !== null && 'words' in module;
    return { words: words ? module.words : undefined };
  } catch (cause) {
    const language = basename(path);
    return {
      problem: `${basename(folder)}/${path}/words.ts: the file cannot be read (${errorReason(cause)}). Write it; it lists the places of the language ${language}, or remove the language from campaign.json, languages.`,
    };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The campaign's words where present, else the defaults. A list is replaced as a whole. */
function merge(defaults: unknown, own: unknown): unknown {
  if (own === undefined) return defaults;
  if (!isObject(defaults) || !isObject(own)) return own;
  const names = new Set([...Object.keys(defaults), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, merge(defaults[name], own[name])]));
}

function isOwnSentence([place, sentence]: readonly PropertyKey[]): boolean {
  return Object.entries(ownSentences).some(
    ([name, sentences]) =>
      name === place && (sentence === undefined || sentences.some((own) => own === sentence)),
  );
}

function has(words: unknown, [step, ...rest]: readonly (PropertyKey | undefined)[]): boolean {
  if (step === undefined) return words !== undefined;
  if (typeof words !== 'object' || words === null) return false;
  return has(Object.entries(words).find(([name]) => name === String(step))?.[1], rest);
}
