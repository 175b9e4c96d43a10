// The demonstration's console on a separate filled database, for one test file.
import {
  temporaryConsole,
  type TemporaryConsole,
} from '@inaam/testing/demonstration/temporary-console.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { afterAll, beforeAll } from 'vitest';

type Plan = Parameters<typeof temporaryConsole>[1];

/** @returns a function, because the console starts only before the first test */
export function useFilledConsole(plan: Plan): () => TemporaryConsole {
  let clone: TestDatabase;
  let product: TemporaryConsole;
  beforeAll(async () => {
    clone = await testDatabase();
    product = await temporaryConsole(clone.url, plan);
  });
  afterAll(async () => {
    await product.stop();
    await clone.drop();
  });
  return () => product;
}
