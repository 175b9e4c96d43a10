import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  DraftRefused,
  filesOfZip,
  isDraftFile,
  lostPlaceholders,
  placedProblem,
  shownTexts,
  withEdits,
  zipOf,
} from './draft-files.ts';

test.each([
  ['campaign.json', true],
  ['words/en.json', true],
  ['words/zh-Hant.json', true],
  ['art/emblem.svg', true],
  ['art/hero.avif', true],
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
    'campaigns/tea-demo/draw.json: deck.cards["5"] must be a whole number of 1 or more, but is 0. Write how many.',
    'draw.json',
    ['deck', 'cards', '5'],
    'Must be a whole number of 1 or more, but is 0. Write how many.',
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
    'campaigns/tea-demo/words/en.json: reward.thanks must be text in Unicode NFC with no other placeholder than it may carry, but is "x. {nobody}". Write the sentence; it may carry {from}, {to}.',
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

const id = 'tea-demo';
const folder = new Map(
  Object.entries({
    'campaign.json': Buffer.from('{"id":"tea-demo"}'),
    'words/en.json': Buffer.from('{}'),
    'art/source/hero.py': Buffer.from('print()'),
  }),
);
const packed = (contents: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(contents).map(([name, content]) => [
          name,
          typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content,
        ]),
      ),
    ),
  );

test('an exported folder has each file, and is imported as what differs', () => {
  const all = new Map(folder).set('words/en.json', Buffer.from('{"home":{}}'));
  const zip = zipOf(id, all, Date.UTC(2026, 0, 10));
  expect(zip).toEqual(zipOf(id, all, Date.UTC(2026, 0, 10)));
  expect([...filesOfZip(id, zip, folder)]).toEqual([['words/en.json', Buffer.from('{"home":{}}')]]);
  expect([...filesOfZip(id, zipOf(id, folder, 1e12), folder)]).toEqual([]);
});

test('the folder’s name may be left out', () => {
  const zip = packed({ 'words/hi.json': '{}' });
  expect([...filesOfZip(id, zip, folder).keys()]).toEqual(['words/hi.json']);
});

test.each<[string, Record<string, string | Uint8Array>, RegExp]>([
  [
    'a path out of the folder',
    { 'tea-demo/../../etc/passwd': 'x' },
    /"tea-demo\/\.\.\/.*not a file/,
  ],
  ['an absolute path', { '/etc/passwd': 'x' }, /"\/etc\/passwd" is not a file/],
  ['a backslash', { 'words\\..\\a.json': '{}' }, /is not a file/],
  ['another campaign', { 'other/campaign.json': '{}' }, /"other\/campaign\.json" is not a file/],
  ['an unknown file', { 'tea-demo/run.sh': 'x' }, /"tea-demo\/run\.sh" is not a file/],
  ['a changed source', { 'tea-demo/art/source/hero.py': 'import os' }, /hero\.py" is not a file/],
  ['what is no JSON', { 'campaign.json': '{' }, /"campaign\.json" is not JSON/],
  ['a byte order mark', { 'words/hi.json': '\uFEFF{}' }, /"words\/hi\.json" is not JSON/],
  [
    'endless nesting',
    { 'words/hi.json': '['.repeat(200_000) + ']'.repeat(200_000) },
    /"words\/hi\.json" is not JSON/,
  ],
  [
    'one file by two names',
    { 'tea-demo/words/hi.json': '{}', 'words/hi.json': '{}' },
    /"words\/hi\.json" is in it twice/,
  ],
  ['what is no text', { 'art/hero.svg': new Uint8Array([255, 254]) }, /"art\/hero\.svg" is not an/],
  ['a bomb', { 'campaign.json': new Uint8Array(3_000_000) }, /more than 1000000 bytes/],
  [
    'too many files',
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`words/a${at}`, ''])),
    /more than 200 files/,
  ],
  ['nothing', {}, /not a whole zip/],
])('%s is refused by name', (_, hostile, said) => {
  expect(() => filesOfZip(id, packed(hostile), folder)).toThrow(said);
});

test('a bomb that lies about its size is refused before it is unpacked', () => {
  const zip = packed({ 'campaign.json': new Uint8Array(6_000_000) });
  for (let at = 0; at < zip.length - 30; at += 1) {
    const signature = zip.readUInt32LE(at);
    if (signature === 0x02_01_4b_50) zip.writeUInt32LE(10, at + 24);
    if (signature === 0x04_03_4b_50) zip.writeUInt32LE(10, at + 22);
  }
  const before = process.cpuUsage();
  expect(() => filesOfZip(id, zip, folder)).toThrow(/more than 1000000 bytes/);
  expect(process.cpuUsage(before).user).toBeLessThan(400_000);
});

test('a part of a zip, and what is none, are refused', () => {
  const zip = zipOf(id, folder, 1e12);
  expect(() => filesOfZip(id, zip.subarray(0, 70), folder)).toThrow(/not a whole zip/);
  expect(() => filesOfZip(id, Buffer.from('hello'), folder)).toThrow(/not a whole zip/);
});
