import * as z from 'zod/mini';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

export const drawCheck = {
  readDrawChecks: {
    path: 'draw/checks',
    may: consoleRoles,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      /** One runs, or begins within seconds. */
      isRunning: z.boolean(),
      /** Newest first. */
      checks: z.array(
        z.object({
          /** By the campaign's clock, ms. */
          at: z.int(),
          seconds: z.number(),
          entries: z.int(),
          /** Of the last entry, hex. */
          hash: z.string(),
          /** Null: all was right. */
          fault: z.nullable(z.string()),
        }),
      ),
    }),
  },
  verifyDraw: {
    path: 'draw/verify',
    may: ['manager'],
    fields: z.object({}),
    answer: z.object({ message: z.string() }),
  },
} as const;
