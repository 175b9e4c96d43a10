// `review.json` beside the words of a language: who, as a native speaker, has read them all.
import type * as z from 'zod';
import { field, fields } from './fields.ts';

const orNobody = (is: RegExp, must: string, fix: string) =>
  field(
    (value): value is string | null =>
      value === null || (typeof value === 'string' && is.test(value)),
    must,
    fix,
  );

export const reviewSchema = fields({
  signedOffBy: orNobody(
    /^\S(?:.*\S)?$/u,
    'a name, or null',
    'Write the native speaker who has read every sentence, or null as long as nobody has.',
  ),
  signedOffOn: orNobody(
    /^\d{4}-\d{2}-\d{2}$/,
    'a day as YYYY-MM-DD, or null',
    'Write the day of the sign-off, or null as long as there is none.',
  ),
}).refine(
  ({ signedOffBy, signedOffOn }) => (signedOffBy === null) === (signedOffOn === null),
  'must have a name and a day, or null twice\nWrite both, or neither.',
);

export type Review = z.infer<typeof reviewSchema>;
