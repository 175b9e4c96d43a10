import { expect, test } from 'vitest';
import { parseWith } from './fields.ts';
import { kitSchema } from './kit-schema.ts';
import { formatProblem } from './problem.ts';

const problemsOf = (kit: unknown) => {
  const result = parseWith(kitSchema, kit);
  return 'problems' in result
    ? result.problems.map((problem) => formatProblem('campaign.json', problem))
    : [];
};
const kitOf = (kit: unknown) => {
  const result = parseWith(kitSchema, kit);
  if ('problems' in result) throw new Error('Failed: this kit is good.');
  return result.value;
};

const standard = {
  typeface: 'rounded',
  edge: 'teeth',
  corners: 'round',
  buttons: 'raised',
  hero: { layout: 'banner' },
  ticket: { shape: 'perforated', engraving: 'rosette' },
  wheel: { rim: 'round', pointer: 'crest', reveal: 'flash' },
  particles: { shapes: ['face', 'emblem', 'rim', 'face', 'strip'], motion: 'burst' },
  character: { motion: 'hop' },
  opening: 'tap',
};

test('[CAM-5] every choice of the kit may be left out, and the first one is the default', () => {
  expect(kitOf(undefined)).toEqual(standard);
  expect(kitOf({})).toEqual(standard);
  expect(kitOf({ wheel: { rim: 'beaded' } })).toEqual({
    ...standard,
    wheel: { ...standard.wheel, rim: 'beaded' },
  });
});

test.each([
  ['typeface', ['serif', 'condensed', 'handwritten']],
  ['edge', ['scallops', 'waves', 'torn', 'straight']],
  ['corners', ['leaf', 'square']],
  ['buttons', ['stitched', 'flat']],
  ['hero.layout', ['framed', 'poster']],
  ['ticket.shape', ['label', 'scalloped', 'torn']],
  ['ticket.engraving', ['leaves', 'waves']],
  ['wheel.rim', ['fluted', 'scalloped', 'beaded']],
  ['wheel.pointer', ['drop', 'leaf']],
  ['wheel.reveal', ['chase', 'ripple']],
  ['particles.motion', ['drift', 'rise']],
  ['character.motion', ['rock', 'float']],
  ['opening', ['snap', 'stir', 'pop']],
])('[CAM-5] %s has its choices, and refuses another with what to do', (path, others) => {
  const [part = '', field] = path.split('.');
  const withOne = (value: unknown) => ({
    [part]: field === undefined ? value : { [field]: value },
  });
  for (const name of others) expect(problemsOf(withOne(name)), name).toEqual([]);
  for (const wrong of ['zigzag', 7, null, ['teeth']]) {
    const [problem = '', ...more] = problemsOf(withOne(wrong));
    expect(more).toEqual([]);
    expect(problem).toContain(`campaign.json: ${path} must be "`);
    expect(problem).toContain(`", but is ${JSON.stringify(wrong)}. Write `);
    expect(problem).toMatch(/, or leave it out for "[a-z]+"\.$/);
  }
});

const amountAt = (x: unknown, y: unknown, turn: unknown) => ({ hero: { amount: { x, y, turn } } });

test('[CAM-5] the amount is written into the drawing, and turned by no more than a quarter', () => {
  for (const [x, y, turn] of [
    [0, 0, -90],
    [720, 440, 90],
  ]) {
    expect(kitOf(amountAt(x, y, turn)).hero.amount).toEqual({ x, y, turn });
  }
  for (const [x, y, turn, problem] of [
    [721, 0, 0, 'hero.amount.x must be a whole number from 0 to 720, but is 721.'],
    [0, -1, 0, 'hero.amount.y must be a whole number from 0 to 440, but is -1.'],
    [0, 0, 91, 'hero.amount.turn must be a whole number from -90 to 90, but is 91.'],
    [0, 0, undefined, 'hero.amount.turn is missing.'],
  ] as const) {
    const [found = '', ...more] = problemsOf(amountAt(x, y, turn));
    expect(more).toEqual([]);
    expect(found).toContain(`campaign.json: ${problem} Write `);
  }
});

test('[CAM-5] one to eight shapes fly', () => {
  const shapes = (count: number) => ({ particles: { shapes: Array(count).fill('leaf') } });
  expect([0, 1, 8, 9].map((count) => problemsOf(shapes(count)).length)).toEqual([1, 0, 0, 1]);
  expect(problemsOf({ particles: { shapes: ['leaf', 'star'] } })).toEqual([
    'campaign.json: particles.shapes must be a list of 1 to 8 of "face", "emblem", "rim", "strip", "leaf", "drop", "bubble" or "drawing", but is ["leaf","star"]. Write what flies when a shopper wins; a shape listed twice appears twice as often, or leave it out for the standard ones.',
  ]);
});

test('[CAM-5] a field that is not known is refused, at each level', () => {
  expect(problemsOf({ colour: 'red' })[0]).toContain('campaign.json: colour is not known. ');
  expect(problemsOf({ wheel: { turns: 3 } })).toEqual([
    'campaign.json: wheel.turns is not known. Remove it or correct its spelling: the fields here are rim, pointer, reveal.',
  ]);
});
