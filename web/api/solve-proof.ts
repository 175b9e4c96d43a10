// The server requires proofs of work under load (Protocol: Answers).
import type { parseChallenge } from '@inaam/contract/proof-of-work.ts';
import { importOrReload } from './import-chunk.ts';

/** Between slices the page can draw its loader. */
const sliceMs = 24;

const fetchSolver = () => import('@inaam/contract/proof-of-work.ts');

/** @returns undefined if the challenge cannot be solved or the solver cannot be fetched */
export async function solveProof(
  challenge: unknown,
  isWanted: () => boolean,
): Promise<string | undefined> {
  const solver = await importOrReload(fetchSolver).catch(() => undefined);
  const readable: ReturnType<typeof parseChallenge> = solver?.parseChallenge(challenge);
  if (!solver || !readable) return undefined;
  let pauseAt = Date.now() + sliceMs;
  return solver.solveChallenge(readable, async () => {
    if (Date.now() >= pauseAt) {
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      pauseAt = Date.now() + sliceMs;
    }
    return isWanted();
  });
}
