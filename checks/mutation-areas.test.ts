import { expect, test } from 'vitest';
import path from 'node:path';
import { areas } from '@inaam/testing/mutation/areas.ts';
import { repositoryFiles } from './repository.ts';

const files = repositoryFiles();

test.each(areas)('each file and test of the mutation area $name exists', (area) => {
  const isOfNone = (glob: string) => !files.some((file) => path.matchesGlob(file, glob));
  expect([...area.files, ...area.tests].filter(isOfNone)).toEqual([]);
});
