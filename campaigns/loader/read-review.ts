import { basename, join } from 'node:path';
import { parseWith } from '../schema/fields.ts';
import { formatProblem } from '../schema/problem.ts';
import { reviewSchema, type Review } from '../schema/review-schema.ts';
import { readJson } from './read-json.ts';

/** @param wordsFolder `default-words/ta` or `<id>/words/ta` */
export async function readReview(
  folder: string,
  wordsFolder: string,
): Promise<{ value: Review } | { problems: string[] }> {
  const json = await readJson(join(folder, wordsFolder, 'review.json'));
  const result = 'problems' in json ? json : parseWith(reviewSchema, json.value);
  if ('value' in result) return result;
  const file = `${basename(folder)}/${wordsFolder}/review.json`;
  return { problems: result.problems.map((problem) => formatProblem(file, problem)) };
}
