// Starts a separate process for each file of voucher codes, one at a time.
import { spawn, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { factsOfError, type Facts } from '@inaam/server/platform/log-line.ts';
import type { Log } from '@inaam/server/platform/log.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import type { LoaderAccess } from '../../server-plugin.ts';
import type { VoucherFileOptions } from '@inaam/server/vouchers/voucher-file.ts';
import type { FileCheck } from '@inaam/server/vouchers/voucher-staging.sql.ts';

type FileToLoad = Omit<LoaderStart, 'access'> & {
  by: string;
  body: Readable;
  bytesMax: number;
  /** Ends it: nothing is stored then. */
  signal: AbortSignal;
  show: (step: 'reading' | 'comparing' | 'storing') => void;
  /** @returns undefined: it is not stored */
  decide: (checked: CheckedFile) => Promise<LoaderStore | undefined>;
};

export type VoucherLoader = {
  /** @throws ConsoleRefusal while a file is being read */
  assertFree: () => void;
  /**
   * @returns the batch, if the file was stored
   * @throws ConsoleRefusal; the error of `signal`
   */
  load: (file: FileToLoad) => Promise<number | undefined>;
  stop: () => Promise<void>;
};

const program = path.join(import.meta.dirname, 'load-vouchers.call.ts');
/** With the programs' cache of compiled modules it starts in half the time. */
const runner = path.resolve(import.meta.dirname, '../../../runtime/run.mjs');
/** More than twice what it needs, whatever the file's length. */
const memoryOptions = ['--max-semi-space-size=4', '--max-old-space-size=512'];

export function createVoucherLoader(given: LoaderAccess, log: Log): VoucherLoader {
  const { index, voucherPublic } = given.secrets;
  // Copy only these fields: the caller's object may hold more.
  const access = { databaseUrl: given.databaseUrl, secrets: { index, voucherPublic } };
  let by: string | undefined;
  let running: Promise<unknown> | undefined;
  const stopping = new AbortController();
  const assertFree = () => {
    if (by !== undefined) throw busy(by);
  };
  return {
    assertFree,
    load: async (file) => {
      assertFree();
      by = file.by;
      const run = runLoader({ access, log }, file, stopping.signal).finally(() => {
        by = undefined;
      });
      running = run.catch(() => undefined);
      return run;
    },
    stop: async () => {
      stopping.abort(
        new ConsoleRefusal(
          'busy',
          'Nothing was loaded: the console is being restarted. Try again.',
        ),
      );
      await running;
    },
  };
}

const busy = (by: string) =>
  new ConsoleRefusal(
    'refused',
    `A file of ${by} is being read just now, and only one is read at a time. Try again in some minutes.`,
  );

type Around = { access: LoaderAccess; log: Log };

async function runLoader(
  { access, log }: Around,
  file: FileToLoad,
  stopping: AbortSignal,
): Promise<number | undefined> {
  const broken = new AbortController();
  const signal = AbortSignal.any([file.signal, stopping, broken.signal]);
  signal.throwIfAborted();
  const child = spawn(
    process.execPath,
    [...memoryOptions, runner, program],
    // It gets what it needs by message, and no environment.
    { stdio: ['pipe', 'ignore', 'ignore', 'ipc'], serialization: 'advanced', env: {} },
  );
  const ended = once(child, 'close').catch(() => undefined);
  // A failed start or an early exit is handled below.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  const ordered = { store: false };
  try {
    const reports = on(child, 'message', { close: ['exit'], signal });
    const { campaign, isStored, file: reading } = file;
    child.send({ access, campaign, isStored, file: reading } satisfies LoaderStart);
    void feed(file, child.stdin, signal).catch((error: unknown) => broken.abort(error));
    return await converse(child, reports, { ...file, ordered }, log);
  } catch (error) {
    // Its transaction may have been committed anyway.
    if (ordered.store && error !== raced) throw unknownOutcome;
    if (child.pid === undefined) {
      log.error(factsOfError(error), 'The loader of voucher codes could not be started.');
      throw died;
    }
    // Throw the reason: an abort is otherwise reported as a separate error.
    throw signal.aborted ? signal.reason : error;
  } finally {
    child.kill('SIGKILL');
    await ended;
    // Let a sender that is still sending finish, so that it gets the answer.
    broken.abort();
    file.body.resume();
  }
}

async function converse(
  child: ChildProcess,
  reports: AsyncIterable<LoaderReport[]>,
  { show, decide, ordered }: FileToLoad & { ordered: { store: boolean } },
  log: Log,
): Promise<number | undefined> {
  for await (const [report] of reports) {
    if (!report) break;
    if (report.kind === 'step') show(report.step);
    else if (report.kind === 'checked') {
      const order = await decide(report);
      if (!order) return undefined;
      ordered.store = true;
      child.send(order);
    } else if (report.kind === 'stored') return report.batch;
    else if (report.kind === 'raced') throw raced;
    else {
      log.error(report.facts, 'A file of voucher codes could not be loaded.');
      throw failed;
    }
  }
  const { exitCode: status, signalCode: signal } = child;
  log.error({ status, signal }, 'The loader of voucher codes ended before it was done.');
  throw died;
}

const raced = new ConsoleRefusal(
  'refused',
  'Nothing was loaded: another file with one of these codes was loaded first. Check it again.',
);
const failed = new ConsoleRefusal(
  'fault',
  "Nothing was loaded: it could not be read or stored, and the program's log says why. Try again.",
);
const died = new ConsoleRefusal(
  'fault',
  'Nothing was loaded: the program that reads the file has ended, most likely because the machine had too little memory. Try again. If it happens again, contact the administrator of the servers.',
);
const unknownOutcome = new ConsoleRefusal(
  'fault',
  'It is not known whether the file was loaded: the program that stores it has ended. Nothing is half-loaded: see “Batches”, and check the file again. A file that was loaded is not loaded twice.',
);

/** Not `pipeline`, which would close the connection before the answer. */
async function feed(
  { body, bytesMax }: Pick<FileToLoad, 'body' | 'bytesMax'>,
  into: Writable | null,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk) || signal.aborted || !into?.writable) return;
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    if (!into.write(chunk)) await once(into, 'drain', { signal });
  }
  into?.end();
}

export const tooLarge = (bytesMax: number): ConsoleRefusal =>
  new ConsoleRefusal(
    'invalid',
    `The file is larger than ${Math.floor(bytesMax / 1024 / 1024)} MB. Split it, or ask a colleague with the command line to load it.`,
  );

// Messages between the console and the process that loads a file of voucher codes. `serialization:
// 'advanced'` transfers bytes as bytes.

export type LoaderStart = {
  access: LoaderAccess;
  campaign: string;
  /** False: only compare the file with the stock. */
  isStored: boolean;
  file: VoucherFileOptions;
};

/** Nothing is stored before it. `at`: wall time, ms. */
export type LoaderStore = { by: string; reason: string; at: number };

export type CheckedFile = {
  kind: 'checked';
  /** Of all bytes. */
  sha256: string;
  isLoaded: boolean;
  /** The total, and the first lines of each kind. */
  count: number;
  faults: { line: number; fault: string }[];
  known: number;
  amounts: FileCheck['amounts'];
};

export type LoaderReport =
  | { kind: 'step'; step: 'reading' | 'comparing' | 'storing' }
  | CheckedFile
  | { kind: 'stored'; batch: number }
  /** Another load has stored one of the codes in the meantime; nothing was changed. */
  | { kind: 'raced' }
  | { kind: 'failed'; facts: Facts };
