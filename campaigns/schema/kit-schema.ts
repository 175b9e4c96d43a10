// `theme.kit` of campaign.json. Every field is optional and defaults to the first choice.
import { choice, choices, fields, whole } from './fields.ts';

/** Size of the drawing `hero` in each layout: its viewBox. */
export const heroSizes = {
  banner: { width: 720, height: 260 },
  framed: { width: 720, height: 300 },
  poster: { width: 720, height: 440 },
} as const;

const particleShapesMax = 8;

const drawnAmount = fields({
  x: whole(0, 720, 'Write the middle of the amount, from the left edge of the drawing hero.'),
  y: whole(0, 440, 'Write the middle of the amount, from the upper edge of the drawing hero.'),
  turn: whole(-90, 90, 'Write by how many degrees it is turned clockwise, or 0.'),
});

export const kitSchema = fields({
  typeface: choice(
    ['rounded', 'serif', 'condensed', 'handwritten'],
    'Write the typeface of headings, buttons and amounts',
  ),
  edge: choice(
    ['teeth', 'scallops', 'waves', 'torn', 'straight'],
    'Write how a coloured surface ends',
  ),
  corners: choice(['round', 'leaf', 'square'], 'Write how cards, buttons and fields are cornered'),
  buttons: choice(['raised', 'stitched', 'flat'], 'Write how the main buttons look'),
  hero: fields({
    layout: choice(['banner', 'framed', 'poster'], 'Write how HOME begins'),
    amount: drawnAmount.exactOptional(),
  }).prefault({}),
  ticket: fields({
    shape: choice(['perforated', 'label', 'scalloped', 'torn'], 'Write the outline of the voucher'),
    engraving: choice(
      ['rosette', 'leaves', 'waves'],
      'Write the pattern that the voucher is engraved with',
    ),
  }).prefault({}),
  wheel: fields({
    pointer: choice(['crest', 'drop', 'leaf'], 'Write the shape of the pointer'),
    reveal: choice(
      ['flash', 'chase', 'ripple'],
      'Write how the pegs light up once the wheel has stopped',
    ),
  }).prefault({}),
  particles: fields({
    shapes: choices(
      ['face', 'emblem', 'rim', 'strip', 'leaf', 'drop', 'bubble', 'drawing'],
      ['face', 'emblem', 'rim', 'face', 'strip'],
      {
        max: particleShapesMax,
        fix: 'Write what flies when a shopper wins; a shape listed twice appears twice as often',
      },
    ),
    motion: choice(['burst', 'drift', 'rise'], 'Write how it flies'),
  }).prefault({}),
  character: fields({
    motion: choice(['hop', 'rock', 'float'], 'Write how the character moves'),
  }).prefault({}),
  opening: choice(['tap', 'snap', 'stir', 'pop'], 'Write the gesture that spins, beside PLAY'),
}).prefault({});
