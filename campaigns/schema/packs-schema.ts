import * as z from 'zod';
import { choice, fields } from './fields.ts';

/** Absent: the packs have no code. */
export const packsSchema = z.discriminatedUnion(
  'kind',
  [
    fields({ kind: z.literal('batch') }),
    fields({
      kind: z.literal('unique'),
      codes: choice(['made', 'loaded'], 'Write whether `packs make` or `packs load` provides them'),
    }),
  ],
  {
    error: () =>
      'must be {"kind": "batch"} or {"kind": "unique", …}\nWrite whether the id of a link names a batch, or the code of one pack. Remove the file if the packs have neither.',
  },
);
