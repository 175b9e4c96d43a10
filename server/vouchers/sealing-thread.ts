// The thread of `seal-in-thread.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { loaderKeysOf } from '../platform/keys.ts';
import { indexOnly, sealCode } from './seal-voucher.ts';
import type { SealingRequest, SealingSecrets } from './seal-in-thread.ts';

const { secrets, campaign }: { secrets: SealingSecrets; campaign: string } = workerData;
const keys = loaderKeysOf(secrets, campaign);

parentPort?.on('message', ({ codes, isWhole }: SealingRequest) => {
  const sealed = codes.map((code) => (isWhole ? sealCode : indexOnly)(keys, code));
  parentPort?.postMessage(sealed, []);
});
