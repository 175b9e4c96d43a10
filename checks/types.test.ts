import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from './child.ts';
import { root } from './repository.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inaam-types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles a text with the settings of a room; answers what the compiler said. */
async function compiled(room: string, text: string): Promise<string> {
  const settings = { extends: path.join(root, room, 'tsconfig.json'), include: ['a.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'a.ts'), text);
  const { output } = await runProgram('node_modules/.bin/tsc', ['-p', folder, '--pretty', 'false']);
  return output;
}

const rooms = ['contract', 'server/rules'];
const foreign = [
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

test.each(rooms)('%s compiles plain ECMAScript', async (room) => {
  expect(await compiled(room, 'export const a = Math.max(1, [2].at(0) ?? 3);')).toBe('');
});

test.each(rooms)('%s compiles without what Node or a browser brings', async (room) => {
  const text = foreign.map((use) => `void ${use};`).join('\n');
  const said = await compiled(room, `export {};\n${text}\n`);
  foreign.forEach((_, at) => expect(said).toContain(`a.ts(${at + 2},6): error TS`));
});

test.each(rooms)('%s imports no built-in of Node', async (room) => {
  const said = await compiled(room, "export { readFileSync } from 'node:fs';\n");
  expect(said).toContain('error TS');
});

test.each([
  ['an index that may miss', 'TS2322', 'export const a: number = [1][0];'],
  ['undefined for a field left out', 'TS2375', 'export const a: { b?: 1 } = { b: undefined };'],
  ['an enum', 'TS1294', 'export enum A { b }'],
  ['a type imported as a value', 'TS1484', "import { A } from './b.ts'; export type B = A;"],
  ['a way without an answer', 'TS7030', 'export function a(b: number) { if (b) return 1; }'],
  ['a variable for nothing', 'TS6133', 'const a = 1; export {};'],
])('no room compiles %s', async (_, code, text) => {
  writeFileSync(path.join(folder, 'b.ts'), 'export type A = number;\n');
  expect(await compiled('server/rules', text)).toContain(`error ${code}`);
});
