import * as z from 'zod';
import { choice, fields, whole } from './fields.ts';

const claims = fields({
  // The limits of codes grow with it (server/codes/rate-limits.rules.ts).
  perDay: whole(1, 10, 'Write how often a number may take part on one day.'),
  inAll: whole(2, 1000, 'Write how often a number may take part, or leave out claims for once.'),
}).refine(
  ({ perDay, inAll }) => perDay <= inAll,
  'must not allow more on one day than in all\nWrite a perDay of at most inAll.',
);

/** Absent: the packs have no code. */
export const packsSchema = z.discriminatedUnion(
  'kind',
  [
    fields({ kind: z.literal('batch') }),
    fields({
      kind: z.literal('unique'),
      codes: choice(['made', 'loaded'], 'Write whether `packs make` or `packs load` provides them'),
      claims: claims.exactOptional(),
    }),
  ],
  {
    error: () =>
      'must be {"kind": "batch"} or {"kind": "unique", …}\nWrite whether the id of a link names a batch, or the code of one pack. Remove the file if the packs have neither.',
  },
);
