import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { campaignsFolder } from './load-campaign.ts';
import { expect, test } from 'vitest';
import { NoSuchField, patchJson } from './folder-edits.ts';

const text = `{
  "name": "Tea",
  "programme": {
    "from": "2026-01-10"
  },
  "languages": ["en", "hi"],
  "hero": { "layout": "framed", "amount": { "x": 604 } },
  "fixed": [
    {
      "state": "Goa",
      "until": null
    }
  ]
}
`;

test.each<[string, (string | number)[], unknown, [string, string]]>([
  ['a text', ['name'], 'Tea "of" Goa', ['"Tea"', String.raw`"Tea \"of\" Goa"`]],
  ['a nested field', ['programme', 'from'], '2026-02-01', ['2026-01-10', '2026-02-01']],
  ['a list on one line', ['languages'], ['en', 'ta', 'hi'], ['["en", "hi"]', '["en", "ta", "hi"]']],
  ['an item', ['languages', 1], 'ur', ['"hi"', '"ur"']],
  ['a further item', ['languages', 2], 'ur', ['"hi"]', '"hi", "ur"]']],
  ['a field inside one line', ['hero', 'amount', 'x'], 7, ['604', '7']],
  ['a new field on one line', ['hero', 'amount', 'y'], 7, ['{ "x": 604 }', '{ "x": 604, "y": 7 }']],
  ['null by a value', ['fixed', 0, 'until'], '2026-03-31', ['null', '"2026-03-31"']],
  [
    'a new field after the last',
    ['programme', 'to'],
    '2026-03-31',
    ['"2026-01-10"\n', '"2026-01-10",\n    "to": "2026-03-31"\n'],
  ],
  [
    'a new field in a new object',
    ['reward', 'thanks'],
    'Thanks',
    ['  ]\n}', '  ],\n  "reward": {\n    "thanks": "Thanks"\n  }\n}'],
  ],
  ['a removed field', ['name'], undefined, ['"name": "Tea",\n  ', '']],
  [
    'a removed field with its empty object',
    ['programme', 'from'],
    undefined,
    [',\n  "programme": {\n    "from": "2026-01-10"\n  }', ''],
  ],
  ['a removed last field', ['fixed', 0, 'until'], undefined, [',\n      "until": null', '']],
  ['what is not there is removed already', ['closed', 'ended'], undefined, ['', '']],
])('%s changes nothing else', (_, at, value, [from, to]) => {
  expect(patchJson(text, at, value)).toBe(text.replace(from, () => to));
});

test.each([
  ['a field of a text', ['name', 'first']],
  ['a name in a list', ['languages', 'third']],
  ['an item beyond the end', ['languages', 7]],
  ['an item of an object', ['programme', 0]],
])('%s is refused', (_, at) => {
  expect(() => patchJson(text, at, 'x')).toThrow(NoSuchField);
});

test('each value of a campaign’s files can be written again without a difference', async () => {
  for (const file of ['campaign.json', 'rewards.json', 'draw.json', 'sms.json', 'words/ur.json']) {
    const written = await readFile(path.join(campaignsFolder, 'goli-soda-2026', file), 'utf8');
    for (const [at, value] of leavesOf(JSON.parse(written))) {
      expect(patchJson(written, at, value)).toBe(written);
      const changed = patchJson(written, at, 'another');
      expect(changed.split('\n').length, at.join('.')).toBe(written.split('\n').length);
      expect(() => JSON.parse(changed)).not.toThrow();
      expect(() => JSON.parse(patchJson(written, at, undefined))).not.toThrow();
    }
  }
});

function leavesOf(value: unknown): [(string | number)[], unknown][] {
  if (typeof value !== 'object' || value === null) return [[[], value]];
  const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return keys.flatMap((key) =>
    leavesOf(Reflect.get(value, key)).map(([at, leaf]): [(string | number)[], unknown] => [
      [key, ...at],
      leaf,
    ]),
  );
}
