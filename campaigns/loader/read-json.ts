import { readFile } from 'node:fs/promises';
import type { Problem } from '../schema/problem.ts';

function fileProblem(wrong: string, fix: string): { problems: Problem[] } {
  return { problems: [{ path: [], message: wrong, fix }] };
}

export async function readJson(
  path: string,
): Promise<{ value: unknown } | { problems: Problem[] }> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    return fileProblem(
      `cannot be read (${errorReason(cause)})`,
      'Write it; README.md describes its content.',
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (cause) {
    return fileProblem(`must be JSON, but ${errorReason(cause)}`, 'Correct it there.');
  }
}

function errorReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message.replaceAll('\n', ' ');
}
