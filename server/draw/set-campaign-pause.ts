import type { Audit } from '../database/audit-log.ts';
import { readCommitment } from './commitments.sql.ts';
import type { Database } from '../database/database.ts';
import { readPause, setPause } from './pause.sql.ts';
import { InaamError } from '../platform/errors.ts';
import { formatTime } from '../platform/format.ts';

/** The campaign has not begun. Nothing was changed. */
export class NothingToPause extends InaamError {
  override name = 'NothingToPause';
}

/** `since`: wall time, ms; undefined: not paused now. */
type Paused = { isChanged: boolean; since: number | undefined; sentence: string };

/**
 * Waits for grants in progress. While the campaign is paused nothing is granted.
 * @throws NothingToPause
 */
export async function setCampaignPause(
  database: Database,
  id: string,
  { isPaused, audit }: { isPaused: boolean; audit: Audit },
): Promise<Paused> {
  if ((await readCommitment(database, id)) === undefined) {
    throw new NothingToPause(
      `Nothing was changed: "${id}" has not begun, because its draw has not been committed to.`,
    );
  }
  const isChanged = await setPause(database, id, {
    at: isPaused ? audit.operator.at : null,
    audit,
  });
  const since = await readPause(database, id);
  const done = isPaused ? 'Paused: nothing is granted any more.' : 'Resumed.';
  const already = isPaused
    ? `It has been paused since ${formatTime(since ?? null)}.`
    : 'It was not paused.';
  return { isChanged, since, sentence: isChanged ? done : `${already} Nothing was changed.` };
}
