// Reads the words of one language and validates them. Server only.
import { writtenWords } from '@inaam/plugins/campaigns.ts';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { parseWith } from '../schema/fields.ts';
import { formatProblem, type Problem } from '../schema/problem.ts';
import { unshownWords } from './complete-words.ts';
import { readJson, type FileReader } from './read-json.ts';
import { isOwnSentence, wordsSchema } from '../schema/words-schema.ts';
import type { Words } from '../public/words.ts';

export type ReadWords = {
  words: Words;
  /** The file that has, or should have, a sentence: `tea-demo/words/hi.json`. */
  fileOf: (path: readonly PropertyKey[]) => string;
  /** Problems that do not stop a campaign that was launched with an earlier version. */
  later: readonly string[];
  /** The files of the words, with a SHA-256 (hex) of their sentences. */
  files: readonly { file: string; hash: string }[];
};

const hashOf = (words: unknown) =>
  createHash('sha256').update(JSON.stringify(words), 'utf8').digest('hex');

/**
 * Merges a campaign's words over the default words of the language.
 * @returns the words with placeholders, or every problem as a sentence
 */
export async function readWords(
  folder: string,
  id: string,
  language: string,
  ending: Parameters<typeof unshownWords>[0] = {},
  read?: FileReader,
): Promise<ReadWords | { problems: string[] }> {
  const [ownFile, defaultFile] = [`${id}/words/${language}.json`, `default-words/${language}.json`];
  const own = await readJson(join(folder, ownFile), read);
  const defaults = await readJson(join(folder, defaultFile));
  if ('problems' in own || 'problems' in defaults) {
    return {
      problems: [
        ...unreadable(folder, ownFile, language, own),
        ...unreadable(folder, defaultFile, language, defaults),
      ],
    };
  }
  const result = parseWith(wordsSchema, merge(installed(defaults.value), own.value));
  const unshown = unshownWords(ending).filter(({ path }) => has(own.value, path));
  // Follows the campaign's data.
  const isMissing = (path: readonly PropertyKey[]) =>
    ['laws', ...Object.keys(writtenWords)].includes(String(path[0])) && !has(defaults.value, path);
  const fileOf = (path: readonly PropertyKey[]) =>
    isOwnSentence(path) || has(own.value, path) || isMissing(path) ? ownFile : defaultFile;
  const later = [
    ...own.later.map((one) => formatProblem(`${basename(folder)}/${ownFile}`, one)),
    ...defaults.later.map((one) => formatProblem(`${basename(folder)}/${defaultFile}`, one)),
  ];
  if ('value' in result && unshown.length === 0) {
    const files = [
      { file: defaultFile, hash: hashOf(defaults.value) },
      { file: ownFile, hash: hashOf(own.value) },
    ];
    return { words: result.value, fileOf, later, files };
  }
  const found = 'problems' in result ? result.problems : [];
  const shown = [...found, ...unshown].map((problem) => {
    const path = problem.path.length === 0 ? ['words'] : problem.path;
    return formatProblem(`${basename(folder)}/${fileOf(problem.path)}`, { ...problem, path });
  });
  return { problems: [...shown, ...later] };
}

/** Without the words of plugins that are not installed. */
function installed(defaults: unknown): unknown {
  const known = knownOf(defaults, wordsSchema);
  return isObject(known)
    ? { ...known, messages: knownOf(known['messages'], wordsSchema.shape.messages) }
    : known;
}

const knownOf = (words: unknown, { shape }: { shape: object }): unknown =>
  isObject(words)
    ? Object.fromEntries(Object.entries(words).filter(([name]) => Object.hasOwn(shape, name)))
    : words;

function unreadable(
  folder: string,
  file: string,
  language: string,
  read: { value: unknown } | { problems: Problem[] },
): string[] {
  if ('value' in read) return [];
  const fix = `Correct it, or remove it and the language ${language} from campaign.json, languages.`;
  return read.problems.map((problem) =>
    formatProblem(`${basename(folder)}/${file}`, { ...problem, fix }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The campaign's words, else the defaults. A list is replaced as a whole. */
function merge(defaults: unknown, own: unknown): unknown {
  if (own === undefined) return defaults;
  if (!isObject(defaults) || !isObject(own)) return own;
  const names = new Set([...Object.keys(defaults), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, merge(defaults[name], own[name])]));
}

function has(words: unknown, [step, ...rest]: readonly (PropertyKey | undefined)[]): boolean {
  if (step === undefined) return words !== undefined;
  if (typeof words !== 'object' || words === null) return false;
  return Object.hasOwn(words, step) && has(Reflect.get(words, step), rest);
}
