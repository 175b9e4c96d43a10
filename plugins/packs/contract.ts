import * as z from 'zod/mini';
import { reason } from '@inaam/contract/console/audit.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const count = z.int();

/** In links, the ledger and the figures. */
export const packLabel = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;
const label = z.string().check(z.minLength(1), z.maxLength(32));

const packStates = ['draft', 'open', 'closed', 'recalled'] as const;
/** Only the codes of an open batch are accepted. A recalled one is never opened again. */
export type PackState = (typeof packStates)[number];

export const packChanges = ['open', 'close', 'recall'] as const;
export type PackChange = (typeof packChanges)[number];

const changes = {
  open: { from: ['draft', 'closed'], to: 'open' },
  close: { from: ['open'], to: 'closed' },
  // Final, because somebody may have the codes.
  recall: { from: ['draft', 'open', 'closed'], to: 'recalled' },
} as const satisfies Record<PackChange, { from: readonly PackState[]; to: PackState }>;

/** @returns undefined if the state does not allow the change */
export function packStateAfter(state: PackState, change: PackChange): PackState | undefined {
  const { from, to } = changes[change];
  return from.some((one) => one === state) ? to : undefined;
}

export const packs = {
  readPacks: {
    path: 'packs',
    may: consoleRoles,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      /** By the campaign's clock, ms, like all times of this answer. */
      at: z.int(),
      /** What the packs of this campaign have; null: no code, and no batch. */
      kind: z.nullable(z.enum(['batch', 'made', 'loaded'])),
      /** Newest first; `hasMore`: there are older ones. */
      batches: z.array(
        z.object({
          label: z.string(),
          product: z.string(),
          region: z.string(),
          codes: count,
          state: z.enum(packStates),
          /** Why, when it was last changed. */
          reason: z.nullable(z.string()),
          changedAt: z.int(),
          /** People whose first link was of one of its packs: some minutes old. */
          visits: count,
          asked: count,
          verified: count,
          rewarded: count,
          rupees: count,
          /** Codes with which a number was verified, exact. */
          used: count,
          /** Tries on codes that were used before, on how many of them, and most on one. */
          usedTries: count,
          triedCodes: count,
          mostTries: count,
          /** One code was passed round, or many codes got out. */
          isSuspicious: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
      /** Codes of the whole campaign, by why; null: its packs have none. */
      refused: z.nullable(z.object({ unknown: count, used: count, notOpen: count })),
    }),
  },
  changePacks: {
    path: 'packs/change',
    may: ['manager'],
    fields: z.object({ label, change: z.enum(packChanges), reason }),
    answer: z.object({ message: z.string() }),
  },
} as const;
