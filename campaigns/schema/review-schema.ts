// `review.json` beside the words of a language: who, as a native speaker, has read them all. It
// holds for the words with that hash alone.
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
  words: orNobody(
    /^[0-9a-f]{64}$/,
    '64 hex digits in lower case, or null',
    'Write the SHA-256 that `campaign check` prints, of the words that were read.',
  ).prefault(null),
}).refine(
  ({ signedOffBy, signedOffOn, words }) =>
    new Set([signedOffBy, signedOffOn, words].map((part) => part === null)).size === 1,
  'must have a name, a day and the SHA-256 of the words, or none of them\nWrite all three as `campaign check` prints them, or null.',
);
