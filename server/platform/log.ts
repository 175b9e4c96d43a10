// A full disk, a closed pipe or a reader that does not read loses log lines, never calls.
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { allowedFacts, factsOfError, safeSentence, type Facts } from './log-line.ts';
import { stdoutTarget, type LogTarget, type ProgramLogTarget } from './log-target.ts';

type Line = (facts: Facts, sentence: string) => void;

export type Log = {
  info: Line;
  warn: Line;
  error: Line;
};

/** A program's own log, on stdout. */
export type ProgramLog = Log & Pick<ProgramLogTarget, 'droppedLines' | 'close'>;

export function openProgramLog(program: string): ProgramLog {
  const target = stdoutTarget((lines) =>
    log.warn({ lines }, 'Lines of the log were lost: nobody read it.'),
  );
  const log = openLog(program, target);
  return { ...log, droppedLines: () => target.droppedLines(), close: () => target.close() };
}

export function openLog(program: string, target: LogTarget): Log {
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
 * The logger for Fastify and its plugins. Their messages contain URLs and error messages, so only
 * the level and the allowed facts of the error are logged.
 */
export function frameworkLog(log: Log): FastifyBaseLogger {
  const problem = (level: 'warn' | 'error') => (first?: unknown) =>
    log[level](factsOfError(errorIn(first)), 'The web framework reported a problem.');
  const logger: FastifyBaseLogger = {
    level: 'info',
    fatal: problem('error'),
    error: problem('error'),
    warn: problem('warn'),
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
