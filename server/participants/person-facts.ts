import type { Database } from '../database/database.ts';
import { readNumberRecord, type NumberRecord, type VisitOfNumber } from './number-record.sql.ts';
import { readPersonEvents } from './person-events.sql.ts';
import type { PersonFacts } from './time-line.ts';

type ReadVisits = (
  database: Database,
  campaign: string,
  record: NumberRecord,
) => Promise<VisitOfNumber[]>;

/** @param readVisits reads all visits, or as many as can be read quickly */
export async function readPersonFacts(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  readVisits: ReadVisits,
): Promise<PersonFacts> {
  const record = await readNumberRecord(database, campaign, mobileIndex);
  const pseudonym = record.participant?.pseudonym ?? null;
  return {
    record,
    events: await readPersonEvents(database, campaign, mobileIndex, pseudonym),
    visits: await readVisits(database, campaign, record),
  };
}
