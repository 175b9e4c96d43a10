// The log: JSON lines on stdout, each made by the allow list of line.ts. Whatever becomes of the log, the program goes
// on: a full disk or a closed pipe loses lines, never calls.
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { allowedFacts, factsOfError, safeSentence, type Facts } from './log-line.ts';

type Line = (facts: Facts, sentence: string) => void;

export type Log = {
  info: Line;
  warn: Line;
  error: Line;
};

/** Where lines go: each is a whole line with its end. */
export type LogTarget = { write(line: string): void };

/** Bytes of lines that wait for a slow reader; beyond them lines are dropped. */
const waitingMost = 1_000_000;

/** This process's stdout. Written at once, so that a program that dies has said what it said. */
function stdoutTarget(): LogTarget {
  const target = pino.destination({ dest: 1, sync: true, maxLength: waitingMost });
  target.on('error', () => undefined);
  return target;
}

/** @param program which of the programs speaks: serve, deliver, migrate */
export function openLog(program: string, target: LogTarget = stdoutTarget()): Log {
  const lines = pino(
    {
      base: { program },
      level: 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    target,
  );
  const line =
    (level: 'info' | 'warn' | 'error'): Line =>
    (facts, sentence) => {
      if (sentence === '') lines[level](allowedFacts(facts));
      else lines[level](allowedFacts(facts), safeSentence(sentence));
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/**
 * The log as Fastify and its plugins are given it. Their sentences hold addresses and messages of errors, so none is
 * taken over: of a warning or an error is said that there was one, and what may be said of the error that came along.
 */
export function frameworkLog(log: Log): FastifyBaseLogger {
  const trouble = (level: 'warn' | 'error') => (first?: unknown) =>
    log[level](factsOfError(errorIn(first)), 'The web framework reports trouble.');
  const logger: FastifyBaseLogger = {
    level: 'info',
    fatal: trouble('error'),
    error: trouble('error'),
    warn: trouble('warn'),
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => logger,
  };
  return logger;
}

const nothing = () => undefined;

function errorIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if ('err' in value) return value.err;
  return 'error' in value ? value.error : value;
}
