import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plantedBugs } from '@inaam/testing/faults/planted/planted-bugs.ts';
import { root } from './repository.ts';

const folder = 'testing/faults/planted';
const patches = readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.patch'));

test.each(patches)('the planted bug %s applies to the product of today', (file) => {
  // Mend the patch with the code that it breaks: `npm run faults:proof` plants it.
  const check = ['apply', '--check', path.join(folder, file)];
  expect(() => execFileSync('git', check, { cwd: root, stdio: 'pipe' })).not.toThrow();
});

test('each planted bug has a patch, and each patch is planted', () => {
  expect(patches.toSorted()).toEqual(plantedBugs.map(({ name }) => `${name}.patch`).toSorted());
});
