import { basename, join } from 'node:path';
import { parseWith } from '../schema/fields.ts';
import { formatProblem } from '../schema/problem.ts';
import { reviewSchema } from '../schema/review-schema.ts';
import { readJson } from './read-json.ts';

/** Words that nobody has signed off as they are now. */
export type Unreviewed = {
  language: string;
  /** `default-words/ta` or `<id>/words/ta`. */
  folder: string;
  /** SHA-256 (hex) of the words, which a sign-off contains. */
  words: string;
  /** Somebody signed off other words. */
  isChanged: boolean;
};

/** @returns undefined if they are signed off */
export async function readReview(
  folder: string,
  { language, folder: wordsFolder, hash }: { language: string; folder: string; hash: string },
): Promise<{ unreviewed: Unreviewed | undefined } | { problems: string[] }> {
  const json = await readJson(join(folder, wordsFolder, 'review.json'));
  const result = 'problems' in json ? json : parseWith(reviewSchema, json.value);
  if ('problems' in result) {
    const file = `${basename(folder)}/${wordsFolder}/review.json`;
    return { problems: result.problems.map((problem) => formatProblem(file, problem)) };
  }
  const { words } = result.value;
  if (words === hash) return { unreviewed: undefined };
  return { unreviewed: { language, folder: wordsFolder, words: hash, isChanged: words !== null } };
}
