// Verifies the draw with the auditors' program, on files as they are published. All processes of
// the console together run one verification at a time; the audit log has the result.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { factsOfError } from '../platform/log-line.ts';
import { recordAudit } from '../database/audit-log.ts';
import {
  lockVerification,
  unlockVerification,
  verifyCommand,
} from '../draw/published/draw-verifications.sql.ts';
import type { Connection, Database } from '../database/database.ts';
import { readReveal } from '../draw/draw-reveal.sql.ts';
import { countedLines, exportLedger } from '../draw/ledger.sql.ts';
import { readAuditSnapshot, secretText, runVerifier } from '../draw/published/audit-files.ts';
import { writeFiles } from '../platform/new-files.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Clocks } from '../database/clocks.ts';
import type { Log } from '../platform/log.ts';

type VerificationProgress = {
  phase: 'copying' | 'verifying';
  copied: number;
  entries: number;
  /** Wall time, ms. */
  since: number;
};

export type DrawVerifier = {
  /** @returns false: one is running, here or in another process */
  start: (by: string) => Promise<boolean>;
  progress: () => VerificationProgress | undefined;
  stop: () => Promise<void>;
};

type Options = { database: Database; campaign: ServerCampaign; clocks: Clocks; log: Log };

const minutesMax = 60;

const verdictSchema = z.union([
  z.object({ valid: z.literal(true), entries: z.int(), hash: z.string() }),
  z.object({ valid: z.literal(false), fault: z.object({ message: z.string() }) }),
]);

export function createDrawVerifier(options: Options, limitMs = minutesMax * 60_000): DrawVerifier {
  const { database, campaign } = options;
  let progress: VerificationProgress | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const isBusy = () => running !== undefined;

  const run = async (connection: Connection, by: string): Promise<void> => {
    let lost: Error | undefined;
    try {
      await verifyAndRecord(options, {
        by,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(limitMs)]),
        show: (next) => (progress = next),
      });
    } catch (error) {
      options.log.error(factsOfError(error), 'A verification of the draw was not recorded.');
    }
    try {
      await unlockVerification(connection, campaign.id);
    } catch (error) {
      // Losing the connection releases the lock.
      lost = error instanceof Error ? error : new Error('unlocking failed');
    } finally {
      connection.release(lost);
      progress = undefined;
      running = undefined;
    }
  };

  return {
    start: async (by) => {
      if (isBusy() || stopping.signal.aborted) return false;
      const connection = await database.connect();
      const isLocked = await lockVerification(connection, campaign.id).catch((error: unknown) => {
        connection.release(true);
        throw error;
      });
      if (!isLocked) {
        connection.release();
        return false;
      }
      running = run(connection, by);
      return true;
    },
    progress: () => progress,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

type Run = {
  by: string;
  signal: AbortSignal;
  show: (progress: VerificationProgress) => void;
};

async function verifyAndRecord(options: Options, { by, signal, show }: Run): Promise<void> {
  const { database, campaign, clocks, log } = options;
  const since = clocks.wall();
  let folder: string | undefined;
  let found: Found = failedFound;
  try {
    folder = await mkdtemp(path.join(tmpdir(), 'inaam-verify-'));
    found = await verify(options, { folder, since, signal, show });
  } catch (error) {
    if (!signal.aborted) log.error(factsOfError(error), 'The draw could not be verified.');
    found = { ...failedFound, text: signal.aborted ? outOfTime : failedFound.text };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
  const at = clocks.wall();
  await recordAudit(database, {
    campaign: campaign.id,
    command: verifyCommand,
    operator: { by, reason: 'verified in the console', at },
    details: { ...found, seconds: Math.round((at - since) / 1000) },
  });
}

const outOfTime =
  'It was stopped before it was done: it took too long, or the console was closed. Start it again.';
const failedFound = {
  result: 'failed',
  isWhole: false,
  entries: 0,
  hash: '',
  text: "The verifier could not do its work, and the program's log says why. Start it again.",
};
type Found = typeof failedFound;

async function verify(
  { database, campaign, clocks }: Options,
  { folder, since, signal, show }: Omit<Run, 'by'> & { folder: string; since: number },
): Promise<Found> {
  const { id } = campaign;
  const reveal = await readReveal(database, id);
  const own = await readAuditSnapshot(database, id, clocks.wall());
  const { entries, hash } = own;
  const lines = countedLines(exportLedger(database, id, entries), (copied) => {
    signal.throwIfAborted();
    show({ phase: 'copying', copied, entries, since });
  });
  const files = await writeFiles(folder, {
    'commitment.json': own.commitment,
    'amendments.jsonl': own.amendments,
    'head.json': own.head,
    'ledger.jsonl': lines,
    ...(reveal ? { 'secret.txt': secretText(reveal.secret) } : {}),
  });
  show({ phase: 'verifying', copied: entries, entries, since });
  const { output } = await runVerifier(files, { json: true, signal });
  const verdict = verdictSchema.parse(JSON.parse(output));
  const isWhole = reveal !== undefined;
  if (!verdict.valid) {
    return { result: 'notValid', isWhole, entries, hash, text: verdict.fault.message };
  }
  const text = isWhole
    ? 'Every entry follows from the commitment, the secret and the rules, up to the head of this database.'
    : 'Every entry follows from the one before, from the commitment to the head of this database.';
  return { result: 'valid', isWhole, entries, hash, text };
}
