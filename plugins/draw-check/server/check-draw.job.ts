// Verifies each night what everybody can verify after the reveal, with the same verifier, and
// against the heads of the nights before.
import { setTimeout as pause } from 'node:timers/promises';
import { readReveal } from '@inaam/server/draw/draw-reveal.sql.ts';
import { headText, readEntries } from '@inaam/server/draw/ledger.sql.ts';
import { readAuditSnapshot, secretText } from '@inaam/server/draw/published/audit-files.ts';
import { readCommitment } from '@inaam/server/draw/commitments.sql.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import { repeat } from '@inaam/server/platform/timing.ts';
import type { PluginDependencies } from '../../server-plugin.ts';
import { faultInWords, isDue } from './draw-check.rules.ts';
import * as storage from './draw-check.sql.ts';
import { verifyApart } from './verify-apart.ts';

type Dependencies = Pick<PluginDependencies, 'database' | 'campaign' | 'clocks' | 'log'>;

const checkIntervals = {
  pollMs: 5_000,
  /** Longer than a page takes: another process takes over from one that was killed. */
  leaseMs: 120_000,
  renewMs: 30_000,
  againAfterMs: 5 * 60_000,
} as const;

/** Between two pages others get the database and this thread. */
const pageEntries = 400;
const pauseMs = 2;

/** One campaign at a time, each in a thread that needs memory. */
let queue: Promise<void> = Promise.resolve();

export function startDrawChecks(own: PluginDependencies): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const inTurn = () =>
    (queue = queue.catch(() => undefined).then(() => checkDraw(own, stopping.signal)));
  const running = repeat(checkIntervals.pollMs, inTurn, (error) => {
    if (stopping.signal.aborted) return;
    own.log.warn(
      { campaign: own.campaign.id, code: errorCode(error) },
      'The draw could not be verified to the end of its ledger, and will be tried again.',
    );
  });
  return {
    stop: () => {
      stopping.abort();
      return running.stop();
    },
  };
}

export async function checkDraw(own: Dependencies, signal?: AbortSignal): Promise<void> {
  const { database, campaign, clocks, log } = own;
  const { id } = campaign;
  const isWanted = async () => {
    const [last] = await storage.readChecks(database, id, 1);
    const { wantedAt } = await storage.readTurn(database, id);
    return isDue({ lastAt: last?.at ?? null, wantedAt }, clocks.wall(), campaignAheadMs(clocks));
  };
  if (signal?.aborted || !(await isWanted()) || !(await readCommitment(database, id))) return;
  const at = clocks.wall();
  const lease = { now: at, untilMs: at + checkIntervals.leaseMs };
  if (!(await storage.takeTurn(database, id, lease))) return;
  let restMs: number = checkIntervals.againAfterMs;
  try {
    // Another process may just have done it.
    const found = (await isWanted()) && (await verify(own, signal));
    restMs = 0;
    if (!found) return;
    const tookMs = Math.round(clocks.wall() - at);
    await storage.writeCheck(database, id, { at, tookMs, ...found });
    const facts = { campaign: id, entries: found.entries, tookMs };
    if (found.fault === null) log.info(facts, 'The draw is verified: all is right.');
    else log.error(facts, faultInWords(found.fault));
  } finally {
    await storage.setTurn(database, id, clocks.wall() + (signal?.aborted ? 0 : restMs));
  }
}

async function verify({ database, campaign: { id }, clocks }: Dependencies, signal?: AbortSignal) {
  const own = await readAuditSnapshot(database, id, clocks.wall());
  const reveal = await readReveal(database, id);
  const kept = await storage.readKeptHeads(database, id);
  let from = 0;
  let renewedAt = clocks.wall();
  /** What is missing inside or at the end is for the verifier to find. */
  const nextPage = async () => {
    signal?.throwIfAborted();
    const now = clocks.wall();
    if (Math.abs(now - renewedAt) >= checkIntervals.renewMs) {
      renewedAt = now;
      await storage.setTurn(database, id, now + checkIntervals.leaseMs);
    }
    if (from > 0) await pause(pauseMs);
    const max = Math.min(pageEntries, own.entries - from);
    const entries = max > 0 ? await readEntries(database, id, from, max) : [];
    from += pageEntries;
    const lines = entries.map(
      ({ content, hash }) => `{"entry":${content},"hash":"${hash.toString('hex')}"}\n`,
    );
    return entries.length === 0 ? undefined : Buffer.from(lines.join(''));
  };
  const fault = await verifyApart(
    {
      commitment: Buffer.from(own.commitment),
      amendments: Buffer.from(own.amendments),
      head: Buffer.from(own.head),
      through: kept.map((head) => Buffer.from(headText(head, head.at))),
      secret: reveal && Buffer.from(secretText(reveal.secret)),
    },
    nextPage,
  );
  return { entries: own.entries, hash: own.hash, fault };
}
