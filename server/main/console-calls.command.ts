// Calls of the console as commands: for who is on call, and for monitoring. What runs them is
// loaded when one runs.
import type { Command } from 'commander';
import * as z from 'zod';
import type { AnswerOf, ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { addOptions, commandOf, wholeNumber } from '../operator/add-command.ts';
import { periodShape, whoAndWhy } from '../operator/options.ts';

const shape = {
  from: z.string().optional(),
  until: z.string().optional(),
  by: z.string().optional(),
  why: z.string().optional(),
  command: z.string().optional(),
  before: z.number().optional(),
  max: z.number().optional(),
};
export type Typed = z.infer<z.ZodObject<typeof shape>>;

export type Offered<Name extends ConsoleCallName = ConsoleCallName> = {
  name: Name;
  detail?: string;
  examples: readonly string[];
  add: (command: Command) => void;
  /** Of the call; `reason` is added. @param now `today`: by the campaign's clock */
  fields: (
    typed: Typed,
    now: { today: string; campaign: string },
  ) => Readonly<Record<string, unknown>>;
  /** Asks for --why, and is in the audit log. */
  isChange?: true;
  /** The exit code is 1. A method, so that the answer of any call can be given to it. */
  isFailed?(answer: AnswerOf<Name>): boolean;
};

const addAuditFilters = (command: Command) => {
  command
    .option('--by <name>', 'only what this person or account did')
    .option('--command <command>', 'only this command')
    .option('--before <number>', 'only rows with a smaller number', wholeNumber(1, 999_999_999))
    .option('--max <count>', 'how many rows at most', wholeNumber(1, 1000), 50);
  addOptions(command, periodShape);
};

const offered = {
  readOverview: {
    name: 'readOverview',
    examples: ['overview', 'overview --from 2025-05-06 --until 2025-05-12 --json'],
    add: (command) => addOptions(command, periodShape),
    fields: ({ from, until }, { today }) => ({ from: from ?? today, until: until ?? today }),
    isFailed: ({ verdicts }) => verdicts.some(({ level }) => level === 'act'),
  },
  readAudits: {
    name: 'readAudits',
    examples: ['audit', 'audit --max 5 --json', 'audit --command "number erase" --from 2025-05-06'],
    add: addAuditFilters,
    fields: ({ by = null, command = null, from = null, until = null, before = null, max }) => {
      return { by, command, from, until, before, max };
    },
  },
  pauseCampaign: {
    name: 'pauseCampaign',
    detail:
      'The site says so. A code that was sent can still be entered, what was promised is kept, and vouchers that are owed are sent. Takes effect at once for rewards, within two seconds for the page. The last day stays the same.',
    examples: ['campaign pause --why "the issuer\'s system is down" --by asha'],
    add: (command) => addOptions(command, whoAndWhy),
    fields: (_typed, { campaign }) => ({ campaign }),
    isChange: true,
  },
  resumeCampaign: {
    name: 'resumeCampaign',
    detail: 'Takes effect within two seconds.',
    examples: ['campaign resume --why "the issuer\'s system is up again" --by asha'],
    add: (command) => addOptions(command, whoAndWhy),
    fields: (_typed, { campaign }) => ({ campaign }),
    isChange: true,
  },
} satisfies { readonly [Name in ConsoleCallName]?: Offered<Name> };

export type CallName = keyof typeof offered;

export const addCallOf = (name: CallName) => {
  const call: Offered = offered[name];
  return commandOf({
    ...(call.detail !== undefined && { detail: call.detail }),
    examples: call.examples,
    add: call.add,
    shape,
    run: async (typed, session) =>
      (await import('./run-console-call.ts')).runCall(session, call, typed),
  });
};
