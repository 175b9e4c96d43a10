// What a command of the operator works with: where its settings come from, what time it is for the campaign, how it
// speaks. Production has one, the demonstration another. Holds no command.
import type { Readable, Writable } from 'node:stream';
import { InaamError } from '../errors.ts';
import type { Clocks } from '../time/clocks.ts';
import type { Variables } from '../config.ts';
import type { Database } from '../storage/database.ts';

export type CommandContext = {
  /** How the operator calls this program, for help and sentences: `npm run operator --`. */
  name: string;
  /** The environment that settings are read from. */
  variables: Variables;
  clocksOf: (database: Database) => Promise<Clocks & { stop: () => void }>;
  input: Readable & { isTTY?: boolean };
  output: Writable;
  /** For what is no answer: progress, questions, refusals. */
  errors: Writable;
};

/** What a command has to say: to a person, and to a program that asked by `--json`. */
export type CommandResult = {
  text: string;
  json: Readonly<Record<string, unknown>>;
  /** A check that failed ends with 1. */
  failed?: boolean;
};

/** One call of the program, until it ends. */
export type Session = { context: CommandContext; failed: boolean };

/** Refused by the rules, not by a fault: nothing was changed. The message is written for the operator. */
export class RefusedError extends InaamError {
  override name = 'RefusedError';
}

/** Called the wrong way. */
export class UsageError extends InaamError {
  override name = 'UsageError';
}
