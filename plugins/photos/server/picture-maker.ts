// Starts a separate process for each photo, one at a time: a hostile file ends that one.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { factsOfError } from '@inaam/server/platform/log-line.ts';
import type { Log } from '@inaam/server/platform/log.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { isRefusal, refusals } from './photo.rules.ts';

const program = path.join(import.meta.dirname, 'make-picture.ts');
/** With the programs' cache of compiled modules it starts in half the time. */
const runner = path.resolve(import.meta.dirname, '../../../runtime/run.mjs');
const timeLimitMs = 60_000;
/** Each holds its photo in memory. */
const waitingMax = 3;

export type PictureMaker = {
  /** @param fields as JSON @throws ConsoleRefusal */
  make: (photo: Buffer, fields: string) => Promise<Buffer>;
  stop: () => Promise<void>;
};

export function createPictureMaker(log: Log, limitMs = timeLimitMs): PictureMaker {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    make: async (photo, fields) => {
      if (waiting >= waitingMax) {
        throw new ConsoleRefusal('busy', 'Other photos are being read. Try again in a minute.');
      }
      waiting += 1;
      const next = last.then(() => run(photo, fields, { log, limitMs, stop: stopping.signal }));
      last = next.catch(() => undefined).finally(() => (waiting -= 1));
      return next;
    },
    stop: async () => {
      stopping.abort();
      await last;
    },
  };
}

type Around = { log: Log; limitMs: number; stop: AbortSignal };

async function run(photo: Buffer, fields: string, { log, limitMs, stop }: Around): Promise<Buffer> {
  if (stop.aborted) throw stopped();
  const limit = AbortSignal.timeout(limitMs);
  const child = spawn(process.execPath, ['--max-old-space-size=256', runner, program, fields], {
    // No environment: it needs no setting.
    env: {},
    signal: AbortSignal.any([limit, stop]),
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      if (!limit.aborted && !stop.aborted) {
        log.error(factsOfError(error), 'The program for photos could not be started.');
      }
      resolve(null);
    });
    child.once('close', resolve);
  });
  // It may have ended before it has read all.
  child.stdin.on('error', () => undefined);
  child.stdin.end(photo);
  const outputs = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const [code, [picture, said]] = await Promise.all([ended, outputs]);
  if (stop.aborted) throw stopped();
  if (code === 0) return picture;
  const why = limit.aborted ? 'slow' : said.toString('utf8');
  throw new ConsoleRefusal('refused', refusals[isRefusal(why) ? why : 'broken']);
}

const stopped = () => new ConsoleRefusal('busy', 'The console is being restarted. Try again.');
