// What the production programs share: fail with a sentence, stop in order on a signal, end when something broke that
// nobody caught. Holds no product logic.
import { constants } from 'node:os';
import { factsOfError } from '../operations/log-line.ts';
import type { Log } from '../operations/log.ts';

type Part = { name: string; stop: () => Promise<void> | void };

export type Running = {
  /** Adds what must stop before everything that was added earlier. */
  add(name: string, stop: Part['stop']): void;
  /** How long stopping may take in all; then the process ends without. */
  patience(seconds: number): void;
};

/** What a program says when it is up; until then a signal ends it as it ends any process: nothing is under way. */
export type Greeting = () => void;

/** Errors whose message is written for the operator; of any other the message is never shown, it may quote data. */
const spoken = new Set([
  'ConfigError',
  'DatabaseUnfit',
  'SchemaUnfit',
  'NotCommitted',
  'CommitmentDiffers',
  'RevealRefused',
  'Refused',
  'WrongUse',
  'NoThrowAway',
  'CampaignError',
  'SiteNotBuiltError',
  'ListenError',
]);

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** npm and run.mjs hand on a signal that the terminal has sent us already: so soon after the first it is the same. */
const echoMs = 500;
/** For the pools and whatever else ends after the work under way. */
export const endSeconds = 3;

/** Runs a program: `main` starts it, adds what is to be stopped, and gives back what it says then. */
export async function runProgram(
  log: Log,
  main: (running: Running) => Promise<Greeting>,
): Promise<void> {
  const parts: Part[] = [];
  let seconds = endSeconds;
  const broke = (error: unknown) => {
    log.error(factsOfError(error), 'The program broke and ends.');
    process.exit(1);
  };
  // A rejection that nobody handles comes here too.
  process.on('uncaughtException', broke);
  try {
    const greet = await main({
      add: (name, stop) => void parts.push({ name, stop }),
      patience: (most) => {
        seconds = most;
      },
    });
    onSignals((signal) => {
      log.info({ signal }, 'Stopping: what is under way is finished first.');
      return stopAll(parts, seconds, log);
    });
    greet();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${sentenceOf(error)}\n`);
    await stopAll(parts, endSeconds, log);
  }
}

function onSignals(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let since: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now();
      if (since === undefined) {
        since = now;
        void stop(signal);
      } else if (now - since > echoMs) process.exit(128 + constants.signals[signal]);
    });
  }
}

/** Stops the last first; one that fails does not keep the others. */
async function stopAll(parts: readonly Part[], seconds: number, log: Log): Promise<void> {
  const impatience = setTimeout(() => {
    log.error({ seconds }, 'Something does not stop: ending all the same. Nothing told is lost.');
    process.exit(1);
  }, seconds * 1000);
  for (const { name, stop } of parts.toReversed()) {
    try {
      await stop();
    } catch (error) {
      log.error(factsOfError(error), `Failed to stop ${name}: going on without.`);
    }
  }
  if (process.exitCode === undefined) log.info({}, 'Stopped.');
  // Not cleared: were something left open, the process would stay for ever.
  impatience.unref();
}

/** What may be said of an error: its message where it was written for the operator, otherwise its kind and place. */
export function sentenceOf(error: unknown, what = 'The program could not start'): string {
  if (error instanceof Error && spoken.has(error.name)) return error.message;
  const { kind, code, frames } = factsOfError(error);
  const places = Array.isArray(frames) && frames.length > 0 ? ` at ${frames.join(', ')}` : '';
  return `${what}: ${[kind, code].filter(Boolean).join(' ')}${places}. A code of five letters and digits is PostgreSQL's.`;
}
