// What distinguishes campaigns besides colours and drawings: silhouette, type, rhythm and sound.
// docs/make/look.md describes each choice. Types only.

export type Kit = {
  /** For headings, buttons and amounts, in Latin and Devanagari. */
  typeface: Typeface;
  /** The edge of a coloured surface. */
  edge: 'teeth' | 'scallops' | 'waves' | 'torn' | 'straight';
  /** For cards, buttons and fields. */
  corners: 'round' | 'leaf' | 'square';
  buttons: 'raised' | 'stitched' | 'flat';
  hero: {
    /** Arrangement of HOME's headline and the drawing `hero`; later screens follow it. */
    layout: HeroLayout;
    /** Where HOME writes the highest amount in the drawing, if at all. */
    amount?: DrawnAmount;
  };
  ticket: {
    shape: 'perforated' | 'label' | 'scalloped' | 'torn';
    engraving: Engraving;
  };
  wheel: {
    rim: WheelRim;
    pointer: PointerShape;
    /** How the pegs light up once the wheel has stopped. */
    reveal: Reveal;
  };
  particles: {
    /** Used in turn: a shape listed twice appears twice as often. */
    shapes: readonly ParticleShape[];
    motion: ParticleMotion;
  };
  character: { motion: CharacterMotion };
  sounds: { tick: TickSound; motif: Motif };
};

export type Typeface = 'rounded' | 'serif' | 'condensed' | 'handwritten';
export type HeroLayout = 'banner' | 'framed' | 'poster';
/** Centre of the amount, in units of the drawing; degrees clockwise. */
type DrawnAmount = { x: number; y: number; turn: number };
export type Engraving = 'rosette' | 'leaves' | 'waves';
export type WheelRim = 'round' | 'fluted' | 'scalloped' | 'beaded';
export type PointerShape = 'crest' | 'drop' | 'leaf';
export type Reveal = 'flash' | 'chase' | 'ripple';
/** `drawing` is the campaign's `art/particle.svg`. */
type ParticleShape = 'face' | 'emblem' | 'rim' | 'strip' | 'leaf' | 'drop' | 'bubble' | 'drawing';
export type ParticleMotion = 'burst' | 'drift' | 'rise';
/** How `art/character.svg` moves: it springs, rocks on its foot, or sinks slowly. */
type CharacterMotion = 'hop' | 'rock' | 'float';
export type TickSound = 'crisp' | 'wood' | 'porcelain';
export type Motif = 'bell' | 'bowl' | 'marimba';

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
