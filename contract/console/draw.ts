import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';
import { reason } from './audit.ts';

const every = consoleRoles;
const checkers = ['manager', 'auditor'] as const;
const nothing = z.object({});
const count = z.int();
/** By the campaign's clock, ms. */
const time = z.int();

const verification = z.object({
  running: z.nullable(
    z.object({
      /**
       * `elsewhere`: another process of the console verifies; only that process knows the progress.
       */
      phase: z.enum(['copying', 'verifying', 'elsewhere']),
      copied: count,
      entries: count,
      seconds: count,
    }),
  ),
  last: z.nullable(
    z.object({
      /** `failed`: the verification could not run. */
      result: z.enum(['valid', 'notValid', 'failed']),
      /** False before the reveal, when no draw can be recomputed. */
      isWhole: z.boolean(),
      entries: count,
      at: time,
      by: z.string(),
      /** What the verification shows, or the first mismatch. */
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
      /** URLs of the public page and documents; without the origin if that is not known. */
      addresses: z.object({
        page: z.string(),
        commitment: z.string(),
        amendments: z.string(),
        head: z.string(),
        ledger: z.string(),
        secret: z.string(),
      }),
      /** Bytes; of the ledger an estimate. */
      sizes: z.object({ commitment: count, amendments: count, head: count, ledger: count }),
      /** The auditors' programs, rules and guide, at `drawProgramsPath`. */
      programs: z.array(z.object({ name: z.string(), bytes: count })),
      head: z.object({
        entries: count,
        hash: z.string(),
        /** The minute of the last entry. */
        lastAt: z.nullable(time),
      }),
      cards: z.object({ all: count, drawn: count }),
      pools: z.array(
        z.object({
          kind: z.enum(['chance', 'reserve', 'fixed', 'bonus']),
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
        }),
      ),
      /** `from`: the earliest moment; `at`: null until the reveal. */
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
  /** Afterwards only this account can GET `drawFiles` for some minutes. */
  allowDrawFiles: {
    path: 'draw/files',
    may: checkers,
    fields: z.object({ reason }),
    answer: z.object({ entries: count, minutes: count }),
  },
} as const;

export const drawProgramsPath = '/api/draw/';

/** A GET, so that a browser saves the files as they arrive, however long the ledger is. */
export const drawFiles = {
  commitment: '/api/draw/commitment.json',
  amendments: '/api/draw/amendments.jsonl',
  head: '/api/draw/head.json',
  ledger: '/api/draw/ledger.jsonl',
} as const;
