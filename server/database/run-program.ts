import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { InaamError } from '../platform/errors.ts';
import { factsOfError } from '../platform/log-line.ts';
import type { ProgramLog } from '../platform/log.ts';
import { databaseProblem } from './connection-problems.ts';
import { Shutdown } from '../platform/shutdown.ts';

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
  const { kind, code, frames } = factsOfError(error);
  const places = Array.isArray(frames) && frames.length > 0 ? ` at ${frames.join(', ')}` : '';
  return `${what}: ${[kind, code].filter(Boolean).join(' ')}${places}. A code of five letters and digits is PostgreSQL's.`;
}
