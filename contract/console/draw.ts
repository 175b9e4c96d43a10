import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const nothing = z.object({});
const count = z.int();
/** By the campaign's clock, ms. */
const time = z.int();

export const draw = {
  readDraw: {
    path: 'draw',
    may: every,
    isRefreshed: true,
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
    }),
  },
} as const;
