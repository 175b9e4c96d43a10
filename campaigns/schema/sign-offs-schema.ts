// `sign-offs.json`: the words that native speakers have reviewed. A sign-off is valid only for
// words with that hash.
import * as z from 'zod';
import { field, fields } from './fields.ts';
import { formatValue } from './problem.ts';

const matching = (pattern: RegExp, must: string, fix: string) =>
  field((value): value is string => typeof value === 'string' && pattern.test(value), must, fix);

export const signOffsSchema = z.array(
  fields({
    file: matching(
      /^[a-z\d-]+(?:\/words)?\/[A-Za-z-]+\.json$/,
      'a file of words, such as "default-words/hi.json"',
      'Write the file whose sentences were read, from the folder of the campaigns.',
    ),
    sha256: matching(
      /^[0-9a-f]{64}$/,
      '64 hex digits in lower case',
      'Write what `campaign check` prints for the file.',
    ),
    by: matching(
      /^\S(?:.*\S)?$/u,
      'a name',
      'Write the native speaker who has read every sentence.',
    ),
    on: matching(/^\d{4}-\d{2}-\d{2}$/, 'a day as YYYY-MM-DD', 'Write the day of the sign-off.'),
  }),
  {
    error: ({ input }) =>
      `must be a list, but is ${formatValue(input)}\nWrite a list; it may be empty.`,
  },
);
