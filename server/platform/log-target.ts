import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import pino from 'pino';

export type LogTarget = { write(line: string): void };

/** Where a program's log goes. Nothing waits for it. */
export type ProgramLogTarget = LogTarget & {
  /** Since the start. */
  droppedLines(): number;
  /** Gives up lines that are not accepted in time. */
  close(): Promise<void>;
};

/** If this many bytes are waiting, further lines are dropped. */
const waitingBytesMax = 1_000_000;
const closeMs = 500;

/** @param onResumed called with the number of lost lines when the reader reads again */
export function stdoutTarget(onResumed: (lines: number) => void): ProgramLogTarget {
  const stdout = fstatSync(1);
  if (stdout.isFIFO()) return readerTarget(ownDescription('/proc/self/fd/1') ?? 1, onResumed);
  return stdout.isSocket() ? readerTarget(1, onResumed) : fileTarget();
}

/**
 * For a pipe or a socket. A line is written at once, so that it is not lost if the program dies.
 * While the reader does not read, lines wait in memory and are then dropped.
 */
export function readerTarget(fd: number, onResumed: (lines: number) => void): ProgramLogTarget {
  const socket = new Socket({ fd, readable: false, writable: true });
  let dropped = 0;
  let reported = 0;
  // The reader has gone; what is written from now on is dropped.
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
 * Opens the pipe a second time, because making it non-blocking must not affect others who write to
 * it. Fails for another user's pipe, and without /proc.
 */
function ownDescription(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
