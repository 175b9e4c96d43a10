import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { InaamError } from '../platform/errors.ts';
import { factsOfError } from '../platform/log-line.ts';
import type { ProgramLog } from '../platform/log.ts';
import { databaseProblem } from './connection-problems.ts';
import { constants } from 'node:os';

export type Greeting = () => void;

/** Time to close the pools after the work in progress. */
export const closeSeconds = 3;

/** @param main until it returns, a signal ends the process at once, because no work has begun */
export async function runProgram(
  log: ProgramLog,
  main: (shutdown: Shutdown) => Promise<Greeting>,
): Promise<void> {
  const shutdown = new Shutdown(closeSeconds, {
    failed: (name, error) => log.error(factsOfError(error), `Failed to stop ${name}; continuing.`),
    timedOut: (seconds) =>
      log.error({ seconds }, 'Shutdown timed out; exiting. Acknowledged work is safe.'),
  });
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => {
    log.error(factsOfError(error), 'The program failed and exits.');
    process.exit(1);
  });
  try {
    const greet = await main(shutdown);
    shutdown.onSignal((signal) => {
      log.info({ signal }, 'Stopping after the work in progress.');
      void shutdown.stop().then(() => {
        log.info({}, 'Stopped.');
        return log.close();
      });
    });
    greet();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${operatorMessage(error)}\n`);
    shutdown.limitSeconds = closeSeconds;
    await shutdown.stop();
    await log.close();
  }
}

/** Errors that are not ours may quote data, so only their kind, code and location are shown. */
export function operatorMessage(error: unknown, what = 'The program could not start'): string {
  if (error instanceof InaamError || error instanceof CampaignError) return error.message;
  const problem = databaseProblem(error);
  if (problem !== undefined) return problem;
  const refused = fileProblem(error);
  if (refused !== undefined) return `${what}: ${refused}`;
  const { kind, code, frames } = factsOfError(error);
  const places = Array.isArray(frames) && frames.length > 0 ? ` at ${frames.join(', ')}` : '';
  return `${what}: ${[kind, code].filter(Boolean).join(' ')}${places}. A code of five letters and digits is PostgreSQL's.`;
}

const fileCodes =
  /^(?:EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EIO|EISDIR|ENOTDIR|EEXIST|ENOENT|ELOOP|EMFILE|ENAMETOOLONG)$/;

/** A disk that is full or a folder of others is a person's to mend, by the path. */
function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  const code = String(error.code);
  if (!fileCodes.test(code) || error.syscall === 'connect') return undefined;
  const file = 'path' in error ? JSON.stringify(error.path) : 'a file';
  return `the system cannot ${String(error.syscall)} ${file} (${code}). Fix that, or choose another place.`;
}

type Stop = () => Promise<void> | void;
type Component = { name: string; stop: Stop };

export type ShutdownReport = {
  /** The remaining parts are still stopped. */
  failed(name: string, error: unknown): void;
  timedOut(seconds: number): void;
};

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** npm and run.mjs repeat the terminal's signals within this time. */
const repeatedSignalMs = 1000;

/** Stops the components of a process in the reverse order of their start. */
export class Shutdown {
  limitSeconds: number;
  readonly #report: ShutdownReport;
  readonly #components: Component[] = [];
  #stopped: Promise<void> | undefined;

  constructor(limitSeconds: number, report: ShutdownReport) {
    this.limitSeconds = limitSeconds;
    this.#report = report;
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** @throws Error during a shutdown; the part is still stopped */
  add(name: string, stop: Stop): void {
    const component = { name, stop };
    if (this.#stopped) {
      this.#stopped = this.#stopped.then(() => this.#stopComponent(component));
      throw new Error(`Failed to add ${name}: the process is stopping.`);
    }
    this.#components.push(component);
  }

  /** Idempotent. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Calls `onFirst` at the first signal to stop; a second signal ends the process at once. */
  onSignal(onFirst: (signal: NodeJS.Signals) => void): void {
    let firstAt: number | undefined;
    for (const signal of signals) {
      process.on(signal, () => {
        const now = performance.now();
        if (firstAt === undefined) {
          firstAt = now;
          onFirst(signal);
        } else if (now - firstAt > repeatedSignalMs) process.exit(128 + constants.signals[signal]);
      });
    }
  }

  async #stopAll(): Promise<void> {
    const seconds = this.limitSeconds;
    const limit = setTimeout(() => {
      this.#report.timedOut(seconds);
      process.exit(1);
    }, seconds * 1000);
    for (const component of this.#components.toReversed()) await this.#stopComponent(component);
    // Not cleared: it also ends a process in which something was left open.
    limit.unref();
  }

  async #stopComponent({ name, stop }: Component): Promise<void> {
    try {
      await stop();
    } catch (error) {
      this.#report.failed(name, error);
    }
  }
}
