// What distinguishes campaigns besides colours and drawings: silhouette, type, rhythm and gesture.
// docs/make/look.md describes each choice. Types only.
import type * as z from 'zod';
import type { kitSchema } from '../schema/kit-schema.ts';

export type Kit = z.infer<typeof kitSchema>;

export type Typeface = Kit['typeface'];
export type Engraving = Kit['ticket']['engraving'];
export type PointerShape = Kit['wheel']['pointer'];
export type Reveal = Kit['wheel']['reveal'];
export type ParticleMotion = Kit['particles']['motion'];

/** The groups of `art/character.svg`, back to front, in the order of its sheet. */
export const characterParts = [
  'crumbs',
  'legs',
  'topper',
  'body',
  'eyes',
  'pupils',
  'lids',
  'eyes-happy',
  'eyes-squeezed',
  'brow-left',
  'brow-right',
  'mouth-smile',
  'mouth-open',
  'mouth-wobble',
  'mouth-sad',
  'arm-left',
  'arm-right',
] as const;
