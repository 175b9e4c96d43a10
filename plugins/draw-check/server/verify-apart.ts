import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import type { PublishedFiles } from '@inaam/verifier/verify-campaign.ts';

/** Null: the next page is wanted. */
const messageSchema = z.nullable(z.object({ fault: z.nullable(z.string()) }));

/** For two million people; a ledger that needs more ends the thread, not the program. */
const memoryMb = 3072;

/**
 * @param nextPage of the ledger; undefined: it has ended
 * @returns the verifier's sentence; null: all is right
 * @throws if it could not be verified to its end
 */
export async function verifyApart(
  files: Omit<PublishedFiles, 'ledger'>,
  nextPage: () => Promise<Uint8Array | undefined>,
): Promise<string | null> {
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), {
    workerData: files,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('The verification ended before its verdict.')));
      worker.on('message', (message) => {
        const found = messageSchema.parse(message);
        if (found) resolve(found.fault);
        else nextPage().then((page) => worker.postMessage(page ?? null, []), reject);
      });
    });
  } finally {
    await worker.terminate();
  }
}
