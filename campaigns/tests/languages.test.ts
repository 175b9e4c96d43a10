// Compares each language with English, the authoritative text, beyond what `campaign check` does. A
// campaign without English is compared with its first language.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { directionOf, scriptOf } from '../public/tags.ts';
import { campaignIds, campaignsFolder, loadCampaign } from '../loader/load-campaign.ts';
import { readWords } from '../loader/load-words.ts';
import { isOwnSentence } from '../schema/words-schema.ts';
import type { Words } from '../public/words.ts';

const letterOf = (language: string) => new RegExp(`\\p{Script=${scriptOf(language)}}`, 'u');

/** Sentences without a character of the language's script, and why. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['/entry/pageTitle', 'the name of the campaign'],
  ['/entry/brand', 'a name, which a new campaign has in the same letters everywhere'],
  ['/otp/label', 'people say OTP'],
  ['/progress/code', 'people say OTP'],
  ['/wheel/face', 'an amount'],
]);

/** `6. {fixedStates}`. */
const hasOnlyValues = (sentence: string) => !/\p{L}/u.test(sentence.replaceAll(/\{\w+\}/g, ''));

/** Names in quotation marks refer to sentences elsewhere. */
const labelPaths = [
  'home/getOtp',
  'otp/verify',
  'otp/resend',
  'wheel/play',
  'contact/title',
] as const;

const cases = await Promise.all(
  (await campaignIds()).map(async (id) => {
    const campaign = await loadCampaign(id);
    const [first = 'en'] = campaign.languages;
    const counting = campaign.languages.includes('en') ? 'en' : first;
    const others = campaign.languages.filter((language) => language !== counting);
    return others.map((language) => ({ id, language, counting, campaign }));
  }),
);

test('every demonstration has Hindi, and English, whose text counts in terms and notice', async () => {
  for (const id of ['biscuit-2025', 'tea-demo', 'goli-soda-2026']) {
    expect((await loadCampaign(id)).languages).toEqual(expect.arrayContaining(['en', 'hi']));
  }
});

describe.each(cases.flat())('$id in $language', async ({ id, language, counting, campaign }) => {
  const [one, other] = [await readSentences(id, counting), await readSentences(id, language)];
  const script = letterOf(language);

  test('is written in its own script, and with the digits 0 to 9', () => {
    for (const [path, sentence] of other) {
      if (foreign.has(path) || hasOnlyValues(sentence)) continue;
      expect(sentence, path).toMatch(script);
      expect(sentence.match(/\p{Nd}/gu)?.join('') ?? '', path).toMatch(/^[0-9]*$/);
    }
  });

  test('shares no sentence with it', () => {
    const same = [...other].filter(
      ([path, sentence]) => sentence === one.get(path) && !hasOnlyValues(sentence),
    );
    expect(same.map(([path]) => path).filter((path) => !foreign.has(path))).toEqual([]);
  });

  test('sentences use the names of buttons', () => {
    const labels = labelPaths.map((path) => other.get(`/${path}`));
    for (const [path, sentence] of other) {
      if (!/^\/(?:howTo|messages|reward|wheel)\//.test(path)) continue;
      for (const [, name] of sentence.matchAll(/["“”]([^"“”]+)["“”]/g)) {
        expect(labels, path).toContain(name);
      }
    }
  });

  test('has a different name for each state', () => {
    const { states } = campaign.words(language);
    const names = campaign.states.map((state) => states[state] ?? '');
    for (const name of names) expect(name).toMatch(script);
    expect(new Set(names).size).toBe(campaign.states.length);
  });
});

test.each(cases.flat().filter(({ language }) => directionOf(language) === 'rtl'))(
  '$id in $language keeps amounts, numbers with spaces and hashes from left to right',
  async ({ id, language }) => {
    const isolated = /\u2066[^\u2069]*\u2069/g;
    for (const [path, sentence] of await readSentences(id, language)) {
      if (foreign.has(path)) continue;
      const rest = sentence.replaceAll(isolated, '');
      expect(rest, path).not.toMatch(/₹|\+\d|\{(?:phone|commitment)\}/);
    }
  },
);

/** The sentences of a language by path. */
async function readSentences(id: string, language: string): Promise<Map<string, string>> {
  const result = await readWords(campaignsFolder, id, language);
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  return sentencesOf(result.words);
}

function sentencesOf(part: Words | object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, string][] => {
      const here = `${path}/${key}`;
      if (typeof value === 'string') return [[here, value]];
      return typeof value === 'object' && value !== null ? [...sentencesOf(value, here)] : [];
    }),
  );
}

// The files of words as translation tools such as Weblate or Crowdin read and write them: nested
// JSON, each string a unit named by its path, with dots for objects and `[0]` for items.

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
