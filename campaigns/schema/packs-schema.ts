import * as z from 'zod';
import { choice, fields, whole } from './fields.ts';

/** Absent: the packs have no code. */
export const packsSchema = z.discriminatedUnion(
  'kind',
  [
    fields({ kind: z.literal('batch') }),
    fields({
      kind: z.literal('unique'),
      codes: choice(['made', 'loaded'], 'Write whether `packs make` or `packs load` provides them'),
      claims: fields({
        perDay: whole(1, 1000, 'Write how many packs of one number count in a day.'),
        inAll: whole(1, 1000, 'Write how many packs of one number count in all.'),
      })
        .refine(({ perDay, inAll }) => perDay <= inAll, {
          path: ['perDay'],
          error:
            'must not be more than inAll\nWrite how many packs of one number count in a day, and in all.',
        })
        .exactOptional(),
    }),
  ],
  {
    error: () =>
      'must be {"kind": "batch"} or {"kind": "unique", …}\nWrite whether the id of a link names a batch, or the code of one pack. Remove the file if the packs have neither.',
  },
);
