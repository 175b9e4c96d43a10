import type * as z from 'zod';
import type { Draw, Rewards } from '../schema/draw-schema.ts';
import type { Campaign, citiesSchema, Sms, statesSchema } from '../schema/folder-schema.ts';
import type { Problem } from '../schema/problem.ts';
import { formatValue } from '../schema/problem.ts';

/** Without the parts that have problems of their own. */
export type DrawParts = { [Name in keyof Draw]?: Draw[Name] | undefined };

/** A campaign's files; one that could not be read or has its own problems is absent. */
export type CampaignFiles = {
  campaign?: Campaign | undefined;
  states?: z.infer<typeof statesSchema> | undefined;
  /** `places/<name>.json`, shared by campaigns. */
  places?: z.infer<typeof citiesSchema> | undefined;
  rewards?: Rewards | undefined;
  draw?: Draw | undefined;
  sms?: Sms | undefined;
  /** Null: the campaign has no such file. */
  /** Of plugins, by their names without `.json`. */
  plugins?: ReadonlyMap<string, unknown>;
};

export type FileProblem = Problem & { file: `${string}.json` };

export function problemAt(
  file: FileProblem['file'],
  path: readonly PropertyKey[],
  message: string,
  fix: string,
): FileProblem {
  return { file, path, message, fix };
}

/** The problem, or none. */
export const problemIf = (isSo: boolean, ...problem: Parameters<typeof problemAt>): FileProblem[] =>
  isSo ? [problemAt(...problem)] : [];

/** A problem for each repeated value in a list. */
export function duplicates(
  file: FileProblem['file'],
  path: readonly PropertyKey[],
  values: readonly (string | number)[],
): FileProblem[] {
  return values.flatMap((value, at) =>
    problemIf(
      values.indexOf(value) !== at,
      file,
      [...path, at],
      `repeats ${formatValue(value)}`,
      'Remove one of the two.',
    ),
  );
}
