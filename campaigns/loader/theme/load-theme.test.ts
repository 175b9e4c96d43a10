// Themes with too little contrast, broken pictures and kits that do not fit them stop the start.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CampaignError } from '../../schema/problem.ts';
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
    '"#ff8c75"',
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
