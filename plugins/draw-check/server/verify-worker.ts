// The verifier in a separate thread, so that nobody waits while it computes.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { verifyCampaign } from '@inaam/verifier/verify-campaign.ts';

if (!parentPort) throw new Error('Failed to verify: run this as a worker of verify-apart.ts.');
const port = parentPort;

/** Asks for one page at a time. */
async function* pages(): AsyncGenerator<Uint8Array> {
  for (;;) {
    port.postMessage(null);
    const [page]: unknown[] = await once(port, 'message');
    if (!(page instanceof Uint8Array)) return;
    yield page;
  }
}

const verdict = await verifyCampaign({ ...workerData, ledger: pages() });
port.postMessage({ fault: verdict.valid ? null : verdict.fault.message });
