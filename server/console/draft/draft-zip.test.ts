import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { filesOfZip, zipOf } from './draft-zip.ts';

const id = 'tea-demo';
const folder = new Map(
  Object.entries({
    'campaign.json': Buffer.from('{"id":"tea-demo"}'),
    'words/en.json': Buffer.from('{}'),
    'art/source/hero.py': Buffer.from('print()'),
  }),
);
const packed = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content,
        ]),
      ),
    ),
  );

test('an exported folder has each file, and is imported as what differs', () => {
  const files = new Map(folder).set('words/en.json', Buffer.from('{"home":{}}'));
  const zip = zipOf(id, files, Date.UTC(2026, 0, 10));
  expect(zip).toEqual(zipOf(id, files, Date.UTC(2026, 0, 10)));
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
])('%s is refused by name', (_, files, said) => {
  expect(() => filesOfZip(id, packed(files), folder)).toThrow(said);
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
