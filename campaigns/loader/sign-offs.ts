import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import { parseWith } from '../schema/fields.ts';
import { formatProblem } from '../schema/problem.ts';
import { signOffsSchema } from '../schema/sign-offs-schema.ts';
import { readJson } from './read-json.ts';

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

/** @returns the files whose current words are not signed off */
export function unreviewedOf(
  signOffs: SignOffs,
  language: string,
  files: readonly { file: string; hash: string }[],
): Unreviewed[] {
  return files.flatMap(({ file, hash }) => {
    const signed = signOffs.filter((signOff) => signOff.file === file);
    if (signed.some(({ sha256 }) => sha256 === hash)) return [];
    return [{ language, file, sha256: hash, isChanged: signed.length > 0 }];
  });
}
