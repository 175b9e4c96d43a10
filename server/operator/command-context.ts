import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { InaamError, Refusal } from '../platform/errors.ts';
import type { ClocksOf } from '../database/clocks.ts';
import type { Variables } from './settings/program-config.ts';

export type CommandContext = {
  /** How this program is called, for the help texts: `npx inaam`. */
  name: string;
  variables: Variables;
  clocksOf: ClocksOf;
  /** Instead of that in `campaigns/`. */
  campaign?: ServerCampaign;
  /** Its campaign may be one that production refuses. */
  isDemonstration?: boolean;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
  /** For questions, progress and errors. */
  errors: Writable & { isTTY?: boolean; columns?: number };
};

/** The answer for a person and for a program (`--json`). */
export type CommandResult = {
  text: string;
  json: Readonly<Record<string, unknown>>;
  /** Makes a failed check end with exit code 1. */
  failed?: boolean;
};

/** One run of the program. */
export type Session = {
  context: CommandContext;
  command: { name: string; summary: string };
  failed: boolean;
};

/** What it does, in one line, and which one of its heading follows it; by default none. */
type Entry = { summary: string; before?: string } & (
  | { load: () => Promise<(parent: Command, session: Session) => void> }
  /** A program's, for its help. */
  | { detail: string }
);
/** By their names, including the group: `draw reveal`. */
export type Entries = Readonly<Record<string, Entry>>;

/** The rules refuse it; nothing was changed. */
export class RefusedError extends Refusal {
  override name = 'RefusedError';
}

/** The command was called in the wrong way. */
export class UsageError extends InaamError {
  override name = 'UsageError';
}
