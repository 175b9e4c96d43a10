import * as z from 'zod/mini';
import { why } from './why.ts';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const checkers = ['manager', 'auditor'] as const;
const nothing = z.object({});
const count = z.int();
/** Campaign's time, ms. */
const time = z.int();

const verification = z.object({
  running: z.nullable(
    z.object({
      /** `elsewhere`: by another process of the console, which alone knows how far it is. */
      phase: z.enum(['copying', 'verifying', 'elsewhere']),
      /** Entries that are copied, of all. */
      copied: count,
      entries: count,
      seconds: count,
    }),
  ),
  last: z.nullable(
    z.object({
      /** `failed`: nothing was verified. */
      result: z.enum(['valid', 'notValid', 'failed']),
      /** False: before the reveal, without recomputing a draw. */
      isWhole: z.boolean(),
      entries: count,
      at: time,
      by: z.string(),
      /** What it shows, or what was found first. */
      text: z.string(),
    }),
  ),
});

export const draw = {
  readDraw: {
    path: 'draw',
    may: every,
    fields: nothing,
    answer: z.object({
      campaign: z.string(),
      commitment: z.object({
        hash: z.string(),
        at: time,
        by: z.string(),
        isBeforeStart: z.boolean(),
      }),
      /** Where the public page and documents are; only the path if the origin is not known. */
      addresses: z.object({ page: z.string(), commitment: z.string(), head: z.string() }),
      head: z.object({
        entries: count,
        hash: z.string(),
        /** The minute of the last entry. */
        lastAt: z.nullable(time),
      }),
      cards: z.object({ all: count, drawn: count }),
      pools: z.array(
        z.object({
          kind: z.enum(['chance', 'reserve', 'fixed']),
          state: z.nullable(z.string()),
          amount: count,
          planned: count,
          granted: count,
          left: count,
        }),
      ),
      amendments: z.array(
        z.object({
          entry: count,
          at: time,
          blocks: count,
          rewards: count,
          lastDay: z.string(),
          signedBy: z.array(z.string()),
        }),
      ),
      /** `from`: the earliest moment; `at`: null until it is done. */
      reveal: z.object({ from: time, at: z.nullable(time) }),
      verification,
    }),
  },
  readVerification: {
    path: 'draw/verification',
    may: every,
    fields: nothing,
    answer: verification,
  },
  verifyDraw: {
    path: 'draw/verify',
    may: checkers,
    fields: nothing,
    answer: z.object({ isStarted: z.boolean(), message: z.string() }),
  },
  /** Then `drawFiles` can be had by GET for some minutes, by this account alone. */
  allowDrawFiles: {
    path: 'draw/files',
    may: checkers,
    fields: z.object({ why }),
    answer: z.object({ entries: count, minutes: count }),
  },
} as const;

/** By GET: a browser saves them piece by piece, however long the ledger is. */
export const drawFiles = {
  commitment: '/api/draw/commitment.json',
  amendments: '/api/draw/amendments.jsonl',
  head: '/api/draw/head.json',
  ledger: '/api/draw/ledger.jsonl',
} as const;
