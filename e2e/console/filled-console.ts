// The demonstration's console on a separate filled database, for one test file.
import path from 'node:path';
import {
  fillConsole,
  temporaryConsole,
  type TemporaryConsole,
} from '@inaam/testing/demonstration/temporary-console.ts';
import {
  filledTestDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { afterAll, beforeAll, inject } from 'vitest';

type Plan = Parameters<typeof temporaryConsole>[1];

/** @returns a function, because the console starts only before the first test */
export function useFilledConsole(plan: Plan): () => TemporaryConsole {
  let clone: TestDatabase;
  let product: TemporaryConsole;
  beforeAll(async () => {
    const name = `filled_${plan.shoppers}_${plan.days}`;
    const dataFolder = path.join(inject('dataFolder'), name);
    const filled = await filledTestDatabase(name, async (url) =>
      JSON.stringify(await fillConsole(url, dataFolder, plan)),
    );
    clone = filled;
    const examples = JSON.parse(filled.known);
    product = await temporaryConsole(clone.url, plan, { dataFolder, examples });
  });
  afterAll(async () => {
    await product.stop();
    await clone.drop();
  });
  return () => product;
}
