// A full disk, a closed pipe or a reader that does not read loses log lines, never calls.
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { allowedFacts, factsOfError, safeSentence, type Facts } from './log-line.ts';
import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

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
    log.warn({ lines }, 'Log lines were lost because nobody read them.'),
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

export type LogTarget = { write(line: string): void };

/** Where a program's log goes. Writing never blocks. */
export type ProgramLogTarget = LogTarget & {
  /** Since the start. */
  droppedLines(): number;
  /** Drops lines that are not accepted in time. */
  close(): Promise<void>;
};

/** If this many bytes are waiting, further lines are dropped. */
const waitingBytesMax = 1_000_000;
const closeMs = 500;

/** @param onResumed called with the number of lost lines when the reader reads again */
function stdoutTarget(onResumed: (lines: number) => void): ProgramLogTarget {
  const stdout = fstatSync(1);
  if (stdout.isFIFO()) return readerTarget(ownDescription('/proc/self/fd/1') ?? 1, onResumed);
  return stdout.isSocket() ? readerTarget(1, onResumed) : fileTarget();
}

/**
 * For a pipe or a socket. A line is written at once, so that it is not lost if the program dies.
 * While the reader does not read, lines wait in memory and are dropped beyond a limit.
 */
export function readerTarget(fd: number, onResumed: (lines: number) => void): ProgramLogTarget {
  const socket = new Socket({ fd, readable: false, writable: true });
  let dropped = 0;
  let reported = 0;
  // The reader has gone; later lines are dropped.
  socket.on('error', () => undefined);
  socket.on('drain', () => {
    const lines = dropped - reported;
    reported = dropped;
    if (lines > 0) onResumed(lines);
  });
  return {
    write(line) {
      if (!socket.writable || socket.writableLength > waitingBytesMax) dropped += 1;
      else socket.write(line);
    },
    droppedLines: () => dropped,
    close: () =>
      new Promise((resolve) => {
        const limit = setTimeout(() => socket.destroy(), closeMs);
        socket.once('close', () => {
          clearTimeout(limit);
          resolve();
        });
        socket.end(() => socket.destroy());
      }),
  };
}

/** For a file or a terminal, which accept everything. A full disk loses lines. */
function fileTarget(): ProgramLogTarget {
  const file = pino.destination({ dest: 1, sync: true, maxLength: waitingBytesMax });
  let dropped = 0;
  file.on('error', () => undefined);
  file.on('drop', () => (dropped += 1));
  return {
    write: (line) => void file.write(line),
    droppedLines: () => dropped,
    close: async () => undefined,
  };
}

/**
 * Opens the pipe a second time, because making it non-blocking must not affect its other writers.
 * Fails for another user's pipe, and without /proc.
 */
function ownDescription(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
