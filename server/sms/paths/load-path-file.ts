// Reads the file of SMS paths, and the secrets that it may name.
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { errorCode } from '../../platform/errors.ts';
import { pathFileSchema, type PathEntry } from './path-schema.ts';

export const secretPrefix = 'SMS_SECRET_';

export type LoadedFile = { entries: readonly PathEntry[] } | { problems: readonly string[] };

export function loadPathFile(file: string): LoadedFile {
  const text = readText(file);
  if ('problem' in text) return { problems: [text.problem] };
  const parsed = pathFileSchema.safeParse(text.json);
  return parsed.success
    ? { entries: parsed.data.paths }
    : { problems: parsed.error.issues.map(problemOfIssue) };
}

function readText(file: string): { json: unknown } | { problem: string } {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return {
      problem: `SMS_PATHS_FILE names a file that cannot be read (${errorCode(error)}). Write the path of a file like docs/recipes/sms-paths.md shows.`,
    };
  }
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch {
    return {
      problem: 'SMS_PATHS_FILE names a file that is not JSON. Correct its commas and quotes.',
    };
  }
}

/** Contains neither the value nor what was expected, because an issue may quote it. */
function problemOfIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.') || 'the file';
  const what =
    issue.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue.message;
  return `SMS_PATHS_FILE: ${place}: ${what}. See docs/recipes/sms-paths.md.`;
}

/** Only variables with this prefix, so that the file can name no others. */
export function secretsOf(variables: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, string][] =>
      name.startsWith(secretPrefix) && value ? [[name.slice(secretPrefix.length), value]] : [],
    ),
  );
}
