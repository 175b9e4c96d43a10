// Program: names in docs/requirements.md the tests of each id, from their titles in the source. Touches nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, readSources, root } from './repository.ts';
import { requirementsFile, withTests } from './requirements.ts';

const file = path.join(root, requirementsFile);
writeFileSync(file, withTests(readFileSync(file, 'utf8'), readSources(isTest)));
