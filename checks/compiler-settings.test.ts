import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runTool } from './gate/run-tool.ts';
import { root } from './repository.ts';

const folders = ['contract/tsconfig.json', 'server/tsconfig.rules.json'] as const;
const platformGlobals = [
  'process.exit(1)',
  'document.title',
  'window.name',
  'Buffer.from([])',
  'fetch("a")',
  'console.log(1)',
  'setTimeout(() => 1, 1)',
  'localStorage.length',
  'crypto.subtle',
];
const refusedEverywhere = [
  ['an index that may be missing', 'TS2322', 'export const a: number = [1][0];'],
  ['undefined for an optional field', 'TS2375', 'export const a: { b?: 1 } = { b: undefined };'],
  ['an enum', 'TS1294', 'export enum A { b }'],
  ['a type imported as a value', 'TS1484', "import { A } from './type.ts'; export type B = A;"],
  ['a path without a return', 'TS7030', 'export function a(b: number) { if (b) return 1; }'],
  ['an unused variable', 'TS6133', 'const a = 1; export {};'],
] as const;

/** Compiled together, since the compiler takes longer to start than for all of them. */
const files = {
  'plain.ts': 'export const a = Math.max(1, [2].at(0) ?? 3);',
  'globals.ts': ['export {};', ...platformGlobals.map((use) => `void ${use};`)].join('\n'),
  'modules.ts': "export { readFileSync } from 'node:fs';",
  'type.ts': 'export type A = number;',
  ...Object.fromEntries(refusedEverywhere.map(([what, , text]) => [fileOf(what), text])),
};

function fileOf(what: string): string {
  return `${what.replaceAll(' ', '-')}.ts`;
}

const outputs = new Map<string, string>();
beforeAll(async () => {
  for (const project of folders) outputs.set(project, await compile(project));
});

/** Compiles the files with the settings of a folder and returns the compiler's output. */
async function compile(project: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inaam-types-'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  try {
    const settings = { extends: path.join(root, project), include: ['*.ts'] };
    write('tsconfig.json', JSON.stringify(settings));
    write('package.json', '{ "type": "module" }');
    for (const [file, text] of Object.entries(files)) write(file, text);
    const args = ['-p', folder, '--pretty', 'false'];
    return (await runTool('node_modules/.bin/tsc', args)).output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The errors of one file: `(2,6): error TS…`. */
function errorsIn(project: string, file: string): string[] {
  const lines = (outputs.get(project) ?? '').split('\n');
  return lines.filter((line) => line.includes(`${file}(`)).map((line) => line.split(file)[1] ?? '');
}

test.each(folders)('%s compiles plain ECMAScript', (project) => {
  expect(outputs.get(project)).toContain('globals.ts(');
  expect(errorsIn(project, 'plain.ts')).toEqual([]);
});

test.each(folders)('%s refuses globals of Node and of the browser', (project) => {
  const errors = errorsIn(project, 'globals.ts');
  platformGlobals.forEach((_, at) =>
    expect(errors).toContainEqual(expect.stringMatching(`^\\(${at + 2},6\\): error TS`)),
  );
});

test.each(folders)('%s refuses built-in modules of Node', (project) => {
  expect(errorsIn(project, 'modules.ts').join()).toContain('error TS');
});

test.each(refusedEverywhere)('no folder compiles %s', (what, code) => {
  expect(errorsIn('server/tsconfig.rules.json', fileOf(what)).join()).toContain(`error ${code}`);
});
