// What may be corrected in a running campaign, and how the approved corrections are combined. Pure.
import { placeholdersOf } from '@inaam/campaigns/public/fill.ts';
import { pictureFile } from '@inaam/campaigns/loader/folder-names.ts';
import type { CorrectionEdit } from '../contract.ts';

export type Place = Pick<CorrectionEdit, 'file' | 'path'>;

const wordsFile = /^words\/([a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\.json$/;
export const languageOfFile = (file: string): string | undefined => wordsFile.exec(file)?.[1];
/** A drawing: photos are not corrected. */
export const isPicture = (file: string): boolean => pictureFile.test(file) && file.endsWith('.svg');
const keyOf = ({ file, path }: Place): string => JSON.stringify([file, path]);

const inherited = new Set<string | number>(['__proto__', 'constructor', 'prototype']);

/** Of what stays as it was committed to, registered or published, by the file. */
const remedies = new Map(
  Object.entries({
    'campaign.json':
      'Of campaign.json only the contacts can be corrected. The last day is moved by `campaign extend` and `campaign end`; the rest is for the next campaign.',
    'rewards.json':
      'The rewards are committed to: amounts stay. `campaign supplement` adds rewards of the same amounts.',
    'draw.json': 'The deck is committed to. `campaign supplement` adds blocks of the same cards.',
    'states.json': 'The states that take part are committed to. Change them in the next campaign.',
    'sms.json':
      'The operators drop an SMS that differs from its registered template. Register another one for the next campaign.',
    'packs.json': 'The codes on the packs are committed to. Change them in the next campaign.',
    'questions.json':
      'The questions and which answer is right are committed to. Their sentences are in the words.',
  }),
);

/** @returns why it cannot be corrected, with what to do instead */
export function refusalOf({ file, path, before, after }: CorrectionEdit): string | undefined {
  const remedy = remedies.get(file);
  const isContact =
    file === 'campaign.json' && path.length === 2 && path[0] === 'contacts' && isContactName(path);
  if (remedy !== undefined && !isContact) return remedy;
  if (isPicture(file)) {
    if (path.length > 0 || after.includes('\0')) return 'A picture is replaced by a whole SVG.';
  } else if (languageOfFile(file) !== undefined) {
    if (path.length === 0 || path.some((step) => inherited.has(step))) {
      return 'There is no such sentence. Search for it again.';
    }
    const wrong = sentenceRefusal({ path, before, after });
    if (wrong !== undefined) return wrong;
  } else if (!isContact) {
    return 'Only words, contacts and drawings can be corrected.';
  }
  if (after.trim() === '') return 'Write what is right: it cannot be empty.';
  return before === after ? 'Nothing is changed there.' : undefined;
}

const isContactName = ([, name]: Place['path']) => name === 'email' || name === 'phone';

type Sentence = Pick<CorrectionEdit, 'path' | 'before' | 'after'>;

function sentenceRefusal({ path, before, after }: Sentence): string | undefined {
  const had = placeholdersOf(before).toSorted();
  if (String(had) !== String(placeholdersOf(after).toSorted())) {
    const names = Array.from(new Set<string>(had), (name) => `{${name}}`).join(', ');
    return names === ''
      ? 'Write it without braces: it has no placeholder.'
      : `Keep ${names}, each as often as before: the page fills it in, so that it stays true.`;
  }
  // What was promised is no slip: it is what people took part for.
  const numbers = path[0] === 'terms' ? /\p{Nd}+/gu : /(?:₹|\brs\.?)\s*\p{Nd}[\p{Nd},]*/giu;
  const [said, says] = [before, after].map((text) => String(text.match(numbers) ?? ''));
  if (said === says) return undefined;
  return path[0] === 'terms'
    ? 'Keep the numbers of the terms: they are what was promised. The last day is moved by `campaign extend`, and rewards are added by `campaign supplement`.'
    : 'Keep the amounts of money: they are what was promised. `campaign supplement` adds rewards.';
}

export type Approved = { number: number; edits: readonly CorrectionEdit[] };
type Skipped = ReadonlyMap<number, string>;

/**
 * Each place has one value at the end: that of the last correction of it. A folder that has any of
 * the values in between is brought up to it, because corrections may have been written into it.
 * @param valueAt what the folder has there; undefined: nothing
 * @returns the edits that the folder lacks, and the corrections that do not apply
 */
export function combined(
  approved: readonly Approved[],
  valueAt: (place: Place) => string | undefined,
): { edits: CorrectionEdit[]; skipped: Skipped } {
  const known = new Map<string, Set<string>>();
  for (const edit of approved.flatMap(({ edits }) => edits)) {
    const values = known.get(keyOf(edit)) ?? new Set();
    known.set(keyOf(edit), values.add(edit.before).add(edit.after));
  }
  const skipped = new Map<number, string>();
  const last = new Map<string, CorrectionEdit>();
  for (const { number, edits } of approved) {
    const other = edits.find((edit) => {
      const value = valueAt(edit);
      return value === undefined || known.get(keyOf(edit))?.has(value) !== true;
    });
    if (other) skipped.set(number, `${other.file} has been changed there since.`);
    else for (const edit of edits) last.set(keyOf(edit), edit);
  }
  const edits = [...last.values()].flatMap((edit) => {
    const before = valueAt(edit) ?? '';
    return before === edit.after ? [] : [{ ...edit, before }];
  });
  return { edits, skipped };
}
