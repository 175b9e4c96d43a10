// Themes with too little contrast, broken pictures and kits that do not fit them stop the start.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parseWith } from '../../schema/fields.ts';
import { kitSchema } from '../../schema/kit-schema.ts';
import { CampaignError, formatProblem } from '../../schema/problem.ts';
import { campaignsFolder, loadCampaign } from '../load-campaign.ts';

const id = 'biscuit-2025';
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Copies the real campaign without its words, whose absence is one more problem. */
async function copy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campaigns-'));
  folders.push(folder);
  const isData = (file: string) => !file.endsWith('words');
  await cp(join(campaignsFolder, id), join(folder, id), { recursive: true, filter: isData });
  await cp(join(campaignsFolder, 'places'), join(folder, 'places'), { recursive: true });
  return folder;
}

test.each([
  [
    'text that is too pale for the sun',
    'campaign.json',
    '"quiet": "#5e3a20"',
    '"quiet": "#8a6a50"',
    'campaign.json: theme.colours.quiet must have a contrast of 4.5 to 1 or more with paper (#fff3dc), #8a6a50 has 4.49 to 1. Use #5c4735 instead.',
  ],
  [
    'a face that its label cannot be read on',
    'campaign.json',
    '"#e59a52"',
    '"#7a8a40"',
    'campaign.json: theme.colours.wheelInk must have a contrast of 4.5 to 1 or more with wheel[1] (#7a8a40), #35170a has 4.33 to 1. Use #2f1409 instead.',
  ],
  [
    'a fault that looks like the brand',
    'campaign.json',
    '"fault": "#860a5f"',
    '"fault": "#8f0f0b"',
    'campaign.json: theme.colours.fault must differ in hue from brand (#8c1b13) by 35 degrees or more, #8f0f0b differs by 2. Use another hue for what is wrong: not the red of a red brand.',
  ],
  [
    'an amount below the drawing of its layout',
    'campaign.json',
    '"y": 163',
    '"y": 261',
    'campaign.json: theme.kit.hero.amount.y must be 260 or less in the layout "banner", but is 261. Write the middle of the amount, from the upper edge of the drawing hero.',
  ],
  [
    'a layout that its drawing was not made for',
    'campaign.json',
    '"layout": "banner"',
    '"layout": "poster"',
    'art/hero.svg: the file must have viewBox="0 0 720 440" in this layout. Draw it in that shape, or choose another theme.kit.hero.layout.',
  ],
  [
    'particles that nobody has drawn',
    'campaign.json',
    '"kit": {',
    '"kit": { "particles": { "shapes": ["drawing"] },',
    'art/particle.svg: the file is missing. Draw it; README.md describes its use.',
  ],
  [
    'a picture that runs something',
    'art/hero.svg',
    '</svg>',
    '<script>alert(1)</script></svg>',
    'art/hero.svg: the file must contain only shapes, but has <script. Draw it with shapes and presentation attributes; remove scripts, styles, pictures and links.',
  ],
])(
  '[CAM-5] a campaign with %s does not start; the error names file, field and fix',
  async (_, file, from, to, problem) => {
    const folder = await copy();
    const path = join(folder, id, file);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
    const error: unknown = await loadCampaign(id, folder).catch((thrown: unknown) => thrown);
    const problems = error instanceof CampaignError ? error.problems : [];
    expect(problems.map((sentence) => sentence.replace(/^[^/]*\/[^/]*\//, ''))).toContain(problem);
  },
);

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
  wheel: { pointer: 'crest', reveal: 'flash' },
  particles: { shapes: ['face', 'emblem', 'rim', 'face', 'strip'], motion: 'burst' },
  character: { motion: 'hop' },
  opening: 'tap',
};

test('[CAM-5] every choice of the kit may be left out, and the first one is the default', () => {
  expect(kitOf(undefined)).toEqual(standard);
  expect(kitOf({})).toEqual(standard);
  expect(kitOf({ wheel: { pointer: 'leaf' } })).toEqual({
    ...standard,
    wheel: { ...standard.wheel, pointer: 'leaf' },
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
    'campaign.json: wheel.turns is not known. Remove it or correct its spelling: the fields here are pointer, reveal.',
  ]);
});
