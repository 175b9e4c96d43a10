// What the checks across files stand on: the files as read, and a fault that knows its file. Pure; server only.
import type * as z from 'zod';
import type { Fault } from './fault.ts';
import { shown, spelledPath } from './fault.ts';
import type {
  campaignSchema,
  citiesSchema,
  drawSchema,
  rewardsSchema,
  smsSchema,
  statesSchema,
} from './folder-schema.ts';

/** The files of a folder as far as they could be read: one with faults of its own is absent. */
export type Files = {
  campaign?: z.infer<typeof campaignSchema> | undefined;
  states?: z.infer<typeof statesSchema> | undefined;
  /** `places/<name>.json`, the one of these that campaigns share. */
  places?: z.infer<typeof citiesSchema> | undefined;
  rewards?: z.infer<typeof rewardsSchema> | undefined;
  draw?: z.infer<typeof drawSchema> | undefined;
  sms?: z.infer<typeof smsSchema> | undefined;
};

export type FileFault = Fault & { file: `${keyof Files}.json` };

/** Spells the fault at a path of a file. */
export function faultAt(
  file: FileFault['file'],
  path: readonly PropertyKey[],
  wrong: string,
  mend: string,
): FileFault {
  return { file, field: spelledPath(path), wrong, mend };
}

/** A fault for each value that stands in a list a second time. */
export function repeats(
  file: FileFault['file'],
  path: readonly PropertyKey[],
  values: readonly (string | number)[],
): FileFault[] {
  return values.flatMap((value, at) =>
    values.indexOf(value) === at
      ? []
      : [faultAt(file, [...path, at], `repeats ${shown(value)}`, 'Take one of the two out.')],
  );
}
