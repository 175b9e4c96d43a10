// Sealing a code takes longer than reading it. With a thread of its own on a second processor, a
// file is loaded in three quarters of the time.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { loaderKeysOf } from '../platform/keys.ts';
import type { SealedCode } from './seal-voucher.ts';

export type SealingSecrets = Parameters<typeof loaderKeysOf>[0];
/** Without `isWhole` only the index is made, by which codes are compared. */
export type SealingRequest = { codes: readonly string[]; isWhole: boolean };

export type Sealing = {
  /** @returns in the order of the codes */
  seal: (request: SealingRequest) => Promise<SealedCode[]>;
  end: () => Promise<void>;
};

export function startSealing(secrets: SealingSecrets, campaign: string): Sealing {
  const { index, voucherPublic } = secrets;
  const worker = new Worker(new URL('sealing-thread.ts', import.meta.url), {
    workerData: { secrets: { index, voucherPublic }, campaign },
  });
  // From the beginning: an error that nobody listens for ends the process, and a thread that has
  // ended, with an error or without, answers no more.
  const failure = once(worker, 'exit').then((): never => {
    throw new Error('Failed to seal: the thread has ended.');
  });
  failure.catch(() => undefined);
  let last: Promise<unknown> = Promise.resolve();
  const sealOne = async (request: SealingRequest) => {
    worker.postMessage(request, []);
    const [sealed = []]: SealedCode[][] = await Promise.race([once(worker, 'message'), failure]);
    if (sealed.length !== request.codes.length) {
      throw new Error('Failed to seal: the thread did not answer each code.');
    }
    return sealed;
  };
  return {
    seal(request) {
      const sealed = last.then(() => sealOne(request));
      last = sealed;
      sealed.catch(() => undefined);
      return sealed;
    },
    async end() {
      await worker.terminate();
    },
  };
}
