import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from './gate/run-tool.ts';
import { root } from './repository.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inaam-types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles a text with the settings of a folder and returns the compiler's output. */
async function compiled(project: string, text: string): Promise<string> {
  const settings = { extends: path.join(root, project, 'tsconfig.json'), include: ['a.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'a.ts'), text);
  const { output } = await runTool('node_modules/.bin/tsc', ['-p', folder, '--pretty', 'false']);
  return output;
}

const folders = ['contract', 'server/rules'];
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

test.each(folders)('%s compiles plain ECMAScript', async (project) => {
  expect(await compiled(project, 'export const a = Math.max(1, [2].at(0) ?? 3);')).toBe('');
});

test.each(folders)('%s refuses globals of Node and of the browser', async (project) => {
  const text = platformGlobals.map((use) => `void ${use};`).join('\n');
  const output = await compiled(project, `export {};\n${text}\n`);
  platformGlobals.forEach((_, at) => expect(output).toContain(`a.ts(${at + 2},6): error TS`));
});

test.each(folders)('%s refuses built-in modules of Node', async (project) => {
  const output = await compiled(project, "export { readFileSync } from 'node:fs';\n");
  expect(output).toContain('error TS');
});

test.each([
  ['an index that may be missing', 'TS2322', 'export const a: number = [1][0];'],
  ['undefined for an optional field', 'TS2375', 'export const a: { b?: 1 } = { b: undefined };'],
  ['an enum', 'TS1294', 'export enum A { b }'],
  ['a type imported as a value', 'TS1484', "import { A } from './b.ts'; export type B = A;"],
  ['a path without a return', 'TS7030', 'export function a(b: number) { if (b) return 1; }'],
  ['an unused variable', 'TS6133', 'const a = 1; export {};'],
])('no folder compiles %s', async (_, code, text) => {
  writeFileSync(path.join(folder, 'b.ts'), 'export type A = number;\n');
  expect(await compiled('server/rules', text)).toContain(`error ${code}`);
});
