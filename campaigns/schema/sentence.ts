// A sentence of the words: non-empty, with only the placeholders that are allowed in it. Server
// only.
import type * as z from 'zod';
import { field, fields, list } from './fields.ts';
import { placeholdersOf } from '../public/fill.ts';

/** Allowed in every sentence. The loader fills them in, so screens never see them. */
export const campaignPlaceholders = [
  'campaign',
  'from',
  'to',
  'packPrice',
  'highest',
  'email',
  'phone',
  'promoter',
] as const;

/** @param own the placeholders that the screen fills in */
export function sentence(...own: string[]): z.ZodType<string> {
  const allowed = new Set<string>([...own, ...campaignPlaceholders]);
  const names = [...allowed].map((name) => `{${name}}`).join(', ');
  return field(
    (value): value is string =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value === value.normalize('NFC') &&
      // Most sentences have none, and there are ten thousand.
      (!/[{}]/.test(value) || hasOnly(allowed, value)),
    'text in Unicode NFC with no other placeholder than it may carry',
    `Write the sentence; it may carry ${names}.`,
  );
}

function hasOnly(allowed: ReadonlySet<string>, text: string): boolean {
  return (
    !/[{}]/.test(text.replace(/\{[a-zA-Z]+\}/g, '')) &&
    placeholdersOf(text).every((name) => allowed.has(name))
  );
}

/**
 * Text in headed sections, each with one or more paragraphs.
 * @param own placeholders of the paragraphs that are filled in later
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
