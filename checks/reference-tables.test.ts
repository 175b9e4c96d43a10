// The tables of docs/reference must have what the code has.
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { expect, test } from 'vitest';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { isTest, readSources, read } from './repository.ts';

const code = readSources((file) => /^server\/.*\.(?:ts|sql)$/.test(file) && !isTest(file));
const sourceOf = (file: string) => code.find((source) => source.path === file)?.text ?? '';
const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The first cell of each row. */
const firstCells = (document: string) => cellsIn(read(`docs/reference/${document}`));
const cellsIn = (text: string) =>
  [...text.matchAll(/^\| +(`[^|]*?) *\|/gm)].map(([, cell = '']) => cell);
const guides = readSources((file) => /^plugins\/[\w-]+\/guide\.md$/.test(file)).flatMap(
  ({ text }) => cellsIn(text),
);

/** In `campaign extend`, `end` the second takes the first word of the one before. */
const namedIn = (cell: string): string[] => {
  let group = '';
  return codesOf(cell).map((name) => {
    if (name.includes(' ')) [group = ''] = name.split(' ');
    return name.includes(' ') || group === '' ? name : `${group} ${name}`;
  });
};

/** The commands that a help lists. A word that several begin with is followed. */
async function commandsOf(words: readonly string[]): Promise<string[]> {
  const { output } = await runOperatorInProcess([...words, '--help']);
  const [listed = ''] = output.split('\nExamples');
  if (!/^Usage: .*[[<]command[\]>]/.test(listed)) return [words.join(' ')];
  const found = listed.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?= {2}| [[<]|$)/gm);
  const names = [...found].map(([, name = '']) => name).filter((name) => name !== 'help');
  const inner = names.map(async (name) =>
    name.includes(' ') ? [name] : commandsOf([...words, name]),
  );
  return (await Promise.all(inner)).flat();
}

test('docs/reference/commands.md has a row for each command', async () => {
  const written = [...firstCells('commands.md'), ...guides].flatMap(namedIn);
  const commands = await commandsOf([]);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => !written.includes(name))).toEqual([]);
});

test('docs/reference/metrics.md has a row for each metric, and no other', () => {
  const metrics = sourceOf('server/platform/metrics.ts');
  const gauges = sourceOf('server/main/operations/gauges.ts');
  const names = [
    ...[...metrics.matchAll(/counter\(\s*'(\w+)'/g)].map(([, name = '']) => `inaam_${name}_total`),
    ...[...gauges.matchAll(/name: '(?!inaam_)(\w+)'/g)].map(([, name = '']) => `inaam_${name}`),
    ...[...(metrics + gauges).matchAll(/name: '(inaam_\w+)'/g)].map(([, name = '']) => name),
    ...serverPlugins.flatMap(({ gauge }) => (gauge ? [`inaam_${gauge.name}`] : [])),
  ];
  const written = [
    ...firstCells('metrics.md'),
    ...guides.filter((cell) => cell.startsWith('`inaam_')),
  ];
  expect(names.length).toBeGreaterThan(20);
  expect(written.flatMap(codesOf).toSorted()).toEqual(names.toSorted());
});

test('docs/reference/states.md has the states of the schema', () => {
  const schema = code
    .filter((source) => source.path.includes('/migrations/'))
    .flatMap(({ text }) => [
      ...text.matchAll(/check \((?:state|promise|kind|mode|result) in \(([^)]*)\)/g),
    ])
    .flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, state = '']) => state));
  const written = codesOf(read('docs/reference/states.md'));
  expect(schema.length).toBeGreaterThan(10);
  expect(schema.filter((state) => !written.includes(state))).toEqual([]);
});
