// How places, states and what was typed are shown. Pure.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { languageName } from '@inaam/console/ui/format.ts';
import type { CorrectionEdit } from '../contract.ts';

export type Correction = AnswerOf<'readCorrections'>['corrections'][number];
export type PublishedVersion = AnswerOf<'readCorrections'>['documents'][number];
export type Place = Pick<CorrectionEdit, 'file' | 'path'>;

export const languageOf = (file: string): string | undefined =>
  /^words\/(.+)\.json$/.exec(file)?.[1];
export const isDrawing = (file: string): boolean => file.endsWith('.svg');

const spaced = (step: string | number) =>
  typeof step === 'number'
    ? String(step + 1)
    : step.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** “Hindi: reward, thanks”, “Contact: phone”, “Picture: hero” */
export function placeInWords({ file, path }: Place): string {
  const language = languageOf(file);
  if (language !== undefined) {
    return `${languageName(language)}: ${path.map(spaced).join(', ')}`;
  }
  const [, drawing] = /^art\/(.+)\.svg$/.exec(file) ?? [];
  return drawing === undefined
    ? `Contact: ${path.slice(1).map(spaced).join(', ')}`
    : `Picture: ${drawing}`;
}

const isAt = (one: Place, other: Place) =>
  JSON.stringify([one.file, one.path]) === JSON.stringify([other.file, other.path]);

/** A text as it was is no edit any more. */
export function withEdit(list: readonly CorrectionEdit[], edit: CorrectionEdit): CorrectionEdit[] {
  const known = list.find((one) => isAt(one, edit));
  const next = { ...edit, before: known?.before ?? edit.before };
  if (next.after === next.before) return list.filter((one) => one !== known);
  return known ? list.map((one) => (one === known ? next : one)) : [...list, next];
}

export const typedAt = (list: readonly CorrectionEdit[], place: Place): string | undefined =>
  list.find((one) => isAt(one, place))?.after;

export const stateInWords: Readonly<Record<Correction['state'], string>> = {
  open: 'Waits for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

export const kindInWords: Readonly<Record<PublishedVersion['kind'], string>> = {
  terms: 'Terms',
  notice: 'Privacy and consent notice',
};
