import { batched, type Batched } from '../database/batches/batch.ts';
import { prepared } from '../database/batches/prepared.ts';
import type { Database } from '../database/database.ts';

/** Of messages that were refused: only then does a release add a job. */
export function recordEndedJobs(database: Database, campaign: string): Batched<string, 'recorded'> {
  return batched(
    (message) => message,
    async (messages) => {
      await database.query(
        prepared(
          `with locked as materialized (
             select id, pseudonym from inaam.message
             where id = any ($2::uuid[]) and campaign = $1 order by id for no key update)
           update inaam.review_hold set has_job = false from locked
           where review_hold.campaign = $1 and review_hold.pseudonym = locked.pseudonym
             and review_hold.state = 'refused' and has_job`,
          [campaign, messages],
        ),
      );
      return new Map(messages.map((message) => [message, 'recorded']));
    },
  );
}
