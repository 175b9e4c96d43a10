// What a sentence of a campaign's words may be: text that is not empty, with no placeholder but the
// ones of its place and the campaign's own. Holds no sentence. Server only.
import type * as z from 'zod';
import { field, fields, list } from './fields.ts';
import { placeholdersOf } from '../public/fill.ts';

/**
 * Placeholders that any sentence may carry; the loader fills them in, so that a screen never sees
 * them: the campaign's name, its first and last day, the pack's price, the highest amount, the
 * contacts.
 */
export const campaignPlaceholders = [
  'campaign',
  'from',
  'to',
  'packPrice',
  'highest',
  'email',
  'phone',
] as const;

/**
 * A sentence.
 * @param own the placeholders that the screen fills in.
 */
export function sentence(...own: string[]): z.ZodType<string> {
  const allowed = new Set<string>([...own, ...campaignPlaceholders]);
  const names = [...allowed].map((name) => `{${name}}`).join(', ');
  return field(
    (value): value is string =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value === value.normalize('NFC') &&
      !/[{}]/.test(value.replace(/\{[a-zA-Z]+\}/g, '')) &&
      placeholdersOf(value).every((name) => allowed.has(name)),
    'text in Unicode NFC with no other placeholder than it may carry',
    `Write the sentence; it may carry ${names}.`,
  );
}

/**
 * A text of several headed sections; each section has one paragraph or more.
 * @param own the placeholders of its paragraphs that are filled in later.
 */
export function documentOf(...own: string[]) {
  return fields({
    title: sentence(),
    sections: list(
      fields({
        heading: sentence(),
        paragraphs: list(sentence(...own), 'Write its paragraphs.'),
      }),
      'Write its sections, each with heading and paragraphs.',
    ),
  });
}

export const documentSchema = documentOf();
