import * as z from 'zod/mini';
import { reason } from './audit.ts';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const count = z.int();
const batch = count.check(z.minimum(1));
const changed = { fields: z.object({ batch, reason }), answer: z.object({ message: z.string() }) };

const packStates = ['draft', 'open', 'closed', 'recalled'] as const;
/** Only the codes of an open batch are accepted. A recalled one is never opened again. */
export type PackState = (typeof packStates)[number];

export const packs = {
  readPacks: {
    path: 'packs',
    may: every,
    fields: z.object({}),
    answer: z.object({
      /** By the campaign's clock, ms. */
      at: z.int(),
      /** Newest first. */
      batches: z.array(
        z.object({
          batch: count,
          /** As the `id` of a link, the ledger and the figures name it. */
          label: z.string(),
          product: z.string(),
          region: z.string(),
          codes: count,
          state: z.enum(packStates),
          /** Of the last change of its state. */
          reason: z.nullable(z.string()),
          changedAt: z.int(),
          visits: count,
          /** Codes with which somebody asked for an SMS, and with which a number was verified. */
          asked: count,
          used: count,
          rewarded: count,
          /** Tries on codes that were used already, and on how many of them. */
          usedTries: count,
          triedCodes: count,
          isSuspicious: z.boolean(),
        }),
      ),
      /** Tries in the last day: of no code of ours, and in all. */
      unknownTries: count,
    }),
  },
  openPacks: { path: 'packs/open', may: ['manager'], ...changed },
  closePacks: { path: 'packs/close', may: ['manager'], ...changed },
  recallPacks: { path: 'packs/recall', may: ['manager'], ...changed },
} as const;
