import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { campaignsFolder } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import {
  DraftRefused,
  isDraftFile,
  lostPlaceholders,
  placedProblem,
  withEdits,
} from './draft-files.ts';
import { readFolder, shownTexts } from '@inaam/campaigns/loader/folder-edits.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

test('a file of the campaign that an editor has saved with a byte order mark can be edited', async () => {
  const folder = await folderOfTest();
  await writeFile(path.join(folder, 'sms.json'), '\uFEFF{"header": "INAAMB"}');
  const files = await readFolder(path.relative(campaignsFolder, folder));
  const edit = { file: 'sms.json', path: ['header'], value: 'GOLIBC' };
  const edited = withEdits(files, [edit], new Map());
  expect(String(edited.get('sms.json'))).toBe('{"header": "GOLIBC"}');
});

test.each([
  ['campaign.json', true],
  ['words/en.json', true],
  ['words/zh-Hant.json', true],
  ['art/emblem.svg', true],
  ['art/hero.avif', true],
  ['art/other.avif', false],
  ['art/source/hero.py', false],
  ['words/../campaign.json', false],
  ['../campaign.json', false],
  ['/etc/passwd', false],
  ['words/en.json.exe', false],
  ['package.json', false],
])('%s is a file of a draft: %s', (name, is) => {
  expect(isDraftFile(name)).toBe(is);
});

test.each([
  [
    'campaigns/tea-demo/draw.json: deck.cards["5"] must be a whole number from 1 to 9, but is 0. Write how many.',
    'draw.json',
    ['deck', 'cards', '5'],
    'Must be a whole number from 1 to 9, but is 0. Write how many.',
  ],
  [
    'campaigns/tea-demo/words/hi.json: home.steps[1].text is missing. Write it.',
    'words/hi.json',
    ['home', 'steps', 1, 'text'],
    'Is missing. Write it.',
  ],
  [
    'campaigns/tea-demo/words/en.json: states["Tamil Nadu"] is missing. Write it.',
    'words/en.json',
    ['states', 'Tamil Nadu'],
    'Is missing. Write it.',
  ],
  [
    'campaigns/tea-demo/words/en.json: reward.thanks must be text with no other placeholder than it may carry, but is "x. {nobody}". Write the sentence; it may carry {from}, {to}.',
    'words/en.json',
    ['reward', 'thanks'],
    'Write a text, with no other placeholder than {from}, {to}.',
  ],
  [
    'campaigns/default-words/en.json: otp.wait must be text. Write it.',
    'words/en.json',
    ['otp', 'wait'],
    'Must be text. Write it.',
  ],
  [
    'campaigns/tea-demo/art/hero.svg: the file is missing. Draw it.',
    'art/hero.svg',
    [],
    'The file is missing. Draw it.',
  ],
  ['something else', '', [], 'Something else'],
])('%s', (line, file, path, text) => {
  expect(placedProblem(line, 'tea-demo')).toEqual({ level: 'fault', file, path, text });
});

const standard = { otp: { again: 'Again in {wait}', by: 'By {promoter}' }, list: ['one', 'two'] };
const file = 'words/en.json';
const files = new Map([[file, Buffer.from('{\n  "home": { "title": "Tea" }\n}\n')]]);
const edited = (path: (string | number)[], value?: string) => {
  const edits = [{ file, path, ...(value !== undefined && { value }) }];
  return String(withEdits(files, edits, new Map([[file, standard]])).get(file));
};

test.each(['é', '["x"y"] is wrong'])('a place that cannot be read costs no time: …%s', (end) => {
  const found = placedProblem(`campaigns/tea-demo/draw.json: ${'a'.repeat(60)}${end}`, 'tea-demo');
  expect(found).toMatchObject({ file: 'draw.json', path: [] });
});

test('a hundred thousand texts are listed within a second', () => {
  const groups = Array.from({ length: 300 }, (_, at) => [`a${at}`, 'text']);
  const own = { all: Array.from({ length: 100_000 }, () => 'text') };
  const before = process.cpuUsage();
  expect(shownTexts(own, { home: Object.fromEntries(groups) })).toHaveLength(100_300);
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
});

test('a text is written into the campaign’s own words, and a list as a whole', () => {
  expect(JSON.parse(edited(['otp', 'again'], 'Wait {wait}'))).toEqual({
    home: { title: 'Tea' },
    otp: { again: 'Wait {wait}' },
  });
  expect(JSON.parse(edited(['list', 1], 'three'))).toMatchObject({ list: ['one', 'three'] });
  expect(edited(['home', 'title'])).toBe('{}\n');
});

test.each([
  ['package.json', ['name'], 'x'],
  ['words/ta.json', ['name'], 'x'],
  ['art/emblem.svg', ['name'], 'x'],
  ['art/emblem.svg', [], '<svg>\0</svg>'],
  [file, [], 'x'],
  [file, ['home', 'title', 'x'], 'x'],
])('an edit of %s at %j is refused by the file’s name', (name, path, value) => {
  const edit = () => withEdits(files, [{ file: name, path, value }], new Map());
  expect(edit).toThrow(DraftRefused);
  expect(edit).toThrow(name.slice(0, 10));
});

test('a text that has lost what the page fills in is at fault; the campaign’s own facts may go', () => {
  const lost = (text: string) => lostPlaceholders(file, { otp: { again: text } }, standard);
  expect(lost('Wait {wait}')).toEqual([]);
  expect(lost('Wait')).toEqual([
    {
      level: 'fault',
      file,
      path: ['otp', 'again'],
      text: 'Write {wait} again: the page fills it in.',
    },
  ]);
  expect(lostPlaceholders(file, { otp: { by: 'By us' } }, standard)).toEqual([]);
});

test('texts are listed by their group, and a list of the campaign replaces the default one', () => {
  const own = { list: ['mine'], otp: { again: 'x' }, home: { title: 'Tea' } };
  expect(shownTexts(own, standard).map((path) => path.join('.'))).toEqual([
    'otp.again',
    'otp.by',
    'list.0',
    'home.title',
  ]);
});
