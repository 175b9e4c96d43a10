import { setTimeout as pause } from 'node:timers/promises';
import { factsOfError } from '../../platform/log-line.ts';
import type { Log } from '../../platform/log.ts';
import { LedgerBroken, type BoundDraws } from './bound-draws.ts';

/** Shorter than the time from the code to PLAY, so that the card is usually ready for PLAY. */
const everyMs = 500;

export type Follower = { stop: () => Promise<void> };

/** Reads new ledger entries until it is stopped or the ledger is found to have been replaced. */
export function followLedger(
  draws: Pick<BoundDraws, 'readNewEntries'>,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async () => {
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await draws.readNewEntries();
        if (isFailing) log.info({}, 'The ledger is read again.');
        isFailing = false;
      } catch (error) {
        if (error instanceof LedgerBroken) {
          log.error({ alarm: true, entry: error.entry }, error.message);
          return;
        }
        if (!isFailing) log.warn(factsOfError(error), 'The ledger cannot be read; trying again.');
        isFailing = true;
      }
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const following = follow();
  return {
    stop: () => {
      stopping.abort();
      return following;
    },
  };
}
