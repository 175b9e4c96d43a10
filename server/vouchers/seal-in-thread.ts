// Sealing a code takes longer than reading it. A separate thread on a second processor cuts the
// loading time by a quarter.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { loaderKeysOf } from '../platform/keys.ts';
import type { SealedCode } from './seal-voucher.ts';

export type SealingSecrets = Parameters<typeof loaderKeysOf>[0];
/** Without `isWhole` only the index is computed, by which codes are compared. */
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
  // Listen from the start: an unhandled error ends the process, and a thread that has ended answers
  // no more. No promise for it: a race with one that lives as long as the thread keeps each answer.
  const ended = new AbortController();
  worker.once('error', (error) => ended.abort(error));
  worker.once('exit', () => ended.abort(new Error('Failed to seal: the thread has ended.')));
  let last: Promise<unknown> = Promise.resolve();
  const sealOne = async (request: SealingRequest) => {
    const { signal } = ended;
    signal.throwIfAborted();
    worker.postMessage(request, []);
    const answer = once(worker, 'message', { signal }).catch(() => signal.throwIfAborted());
    const [sealed = []]: SealedCode[][] = (await answer) ?? [];
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
