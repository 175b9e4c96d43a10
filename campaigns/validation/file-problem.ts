// What the checks across files stand on: the files as read, and a problem that knows its file. Pure; server only.
import type * as z from 'zod';
import type { Problem } from '../schema/problem.ts';
import { formatValue, formatPath } from '../schema/problem.ts';
import type {
  campaignSchema,
  citiesSchema,
  drawSchema,
  rewardsSchema,
  smsSchema,
  statesSchema,
} from '../schema/folder-schema.ts';

/** The files of a folder as far as they could be read: one with problems of its own is absent. */
export type CampaignFiles = {
  campaign?: z.infer<typeof campaignSchema> | undefined;
  states?: z.infer<typeof statesSchema> | undefined;
  /** `places/<name>.json`, the one of these that campaigns share. */
  places?: z.infer<typeof citiesSchema> | undefined;
  rewards?: z.infer<typeof rewardsSchema> | undefined;
  draw?: z.infer<typeof drawSchema> | undefined;
  sms?: z.infer<typeof smsSchema> | undefined;
};

export type FileProblem = Problem & { file: `${keyof CampaignFiles}.json` };

/** Spells the problem at a path of a file. */
export function problemAt(
  file: FileProblem['file'],
  path: readonly PropertyKey[],
  wrong: string,
  mend: string,
): FileProblem {
  return { file, field: formatPath(path), message: wrong, fix: mend };
}

/** A problem for each value that stands in a list a second time. */
export function duplicates(
  file: FileProblem['file'],
  path: readonly PropertyKey[],
  values: readonly (string | number)[],
): FileProblem[] {
  return values.flatMap((value, at) =>
    values.indexOf(value) === at
      ? []
      : [
          problemAt(
            file,
            [...path, at],
            `repeats ${formatValue(value)}`,
            'Take one of the two out.',
          ),
        ],
  );
}
