import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drills } from '@inaam/testing/drills.ts';
import { areas } from '@inaam/testing/mutation/areas.ts';
import * as z from 'zod';
import { readSources, repositoryFiles, root } from './repository.ts';

const files = repositoryFiles();
const drill = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['runtime/run.mjs', 'testing/run-drill.ts', ...words], {
    cwd: root,
    encoding: 'utf8',
  });

test('each drill has its program, and is listed if none or an unknown one is named', () => {
  const programs = Object.values(drills).map(({ program }) => program);
  expect(programs.filter((program) => !files.includes(program))).toEqual([]);
  const { status, stdout } = drill();
  expect(status).toBe(0);
  expect(stdout.match(/^[\w-]+/gm)).toEqual(Object.keys(drills));
  const unknown = drill('kanel');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toBe(`There is no drill "kanel". Name one of these:\n${stdout}`);
});

test('[SGN-3][VAL-10] a drill gets the options after its name, and no bytes break a promise of the parsers', () => {
  const { status, stdout } = drill('fuzz-parsers', '500');
  expect(status).toBe(0);
  const result = z.looseObject({ kept: z.number(), blocks: z.number() }).parse(JSON.parse(stdout));
  expect(result).toMatchObject({ inputs: 500, found: 0 });
  expect(result.kept).toBeGreaterThan(0);
  expect(result.blocks).toBeGreaterThan(50);
});

test('whatever names a drill names one that exists', () => {
  const named = readSources((file) => /\.(?:md|ts|cfg|env|yml)$/.test(file)).flatMap(
    ({ path, text }) =>
      [...text.matchAll(/npm run drill -- ([\w-]+)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !Object.hasOwn(drills, name))).toEqual([]);
});

test.each(areas)('each file and test of the mutation area $name exists', (area) => {
  expect(area.files.filter((file) => !files.includes(file))).toEqual([]);
  const isOfNone = (glob: string) => !files.some((file) => path.matchesGlob(file, glob));
  expect(area.tests.filter(isOfNone)).toEqual([]);
});
