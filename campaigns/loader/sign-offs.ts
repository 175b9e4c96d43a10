// `sign-offs.json`: the words that native speakers have reviewed. A sign-off is valid only for
// words with that hash.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import { day, fields, line, list, matching, parseWith } from '../schema/fields.ts';
import { formatProblem } from '../schema/problem.ts';
import { readJson } from './read-json.ts';

const signOffsSchema = list(
  fields({
    file: matching(
      /^[a-z\d-]+(?:\/words)?\/[A-Za-z-]+\.json$/,
      'a file of words, such as "default-words/hi.json"',
      'Write the file whose sentences were read, from the folder of the campaigns.',
    ),
    sha256: matching(
      /^[0-9a-f]{64}$/,
      '64 hex digits in lower case',
      'Write what `campaign check` prints for the file.',
    ),
    by: line('Write the native speaker who has read every sentence.'),
    on: day('Write the day of the sign-off.'),
  }),
  'Write a list; it may be empty.',
  { min: 0, max: 100_000 },
);

export type SignOffs = z.infer<typeof signOffsSchema>;

/** Words without a sign-off for their current text. */
export type Unreviewed = {
  language: string;
  /** `default-words/ta.json` or `<id>/words/ta.json`. */
  file: string;
  /** SHA-256 (hex) of the words, as recorded in a sign-off. */
  sha256: string;
  /** Other words were signed off. */
  isChanged: boolean;
  /** What only the speaker can compare with the data. Finding it takes long. */
  toJudge: () => readonly string[];
};

/** Without the file, nothing is signed off. */
export async function readSignOffs(
  folder: string,
): Promise<{ signOffs: SignOffs } | { problems: string[] }> {
  const name = 'sign-offs.json';
  if (!existsSync(join(folder, name))) return { signOffs: [] };
  const json = await readJson(join(folder, name));
  const result = 'problems' in json ? json : parseWith(signOffsSchema, json.value);
  if ('value' in result) return { signOffs: result.value };
  const file = `${basename(folder)}/${name}`;
  return { problems: result.problems.map((problem) => formatProblem(file, problem)) };
}

/**
 * @param toJudge sentences of the campaign's own file
 * @returns the files whose current words are not signed off
 */
export function unreviewedOf(
  signOffs: SignOffs,
  language: string,
  files: readonly { file: string; hash: string }[],
  toJudge: () => readonly string[] = () => [],
): Unreviewed[] {
  return files.flatMap(({ file, hash }) => {
    const signed = signOffs.filter((signOff) => signOff.file === file);
    if (signed.some(({ sha256 }) => sha256 === hash)) return [];
    const ofFile = file.startsWith('default-words/') ? () => [] : toJudge;
    return [{ language, file, sha256: hash, isChanged: signed.length > 0, toJudge: ofFile }];
  });
}
