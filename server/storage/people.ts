// The person behind a pseudonym: read for the profile, changed by its edit. Ciphertext in, ciphertext out.
import type { Database } from './database.ts';
import { many, type Many } from './many.ts';
import { byKey, column, keyed } from './rows.ts';

export type Person = { nameSealed: Buffer; detailsSealed: Buffer | undefined };

/** Reads persons; `none` where one was erased. */
export function readPeople(database: Database, campaign: string): Many<Buffer, Person | 'none'> {
  return many(
    (pseudonym) => keyed(pseudonym),
    async (pseudonyms) => {
      const { rows } = await database.query<{
        pseudonym: Buffer;
        name_sealed: Buffer;
        details_sealed: Buffer | null;
      }>(
        `select pseudonym, name_sealed, details_sealed from inaam.person
       where campaign = $1 and pseudonym = any ($2::bytea[])`,
        [campaign, pseudonyms],
      );
      const found = byKey(rows, (row) => keyed(row.pseudonym));
      return new Map(
        pseudonyms.map((pseudonym): [string, Person | 'none'] => {
          const row = found.get(keyed(pseudonym));
          if (!row) return [keyed(pseudonym), 'none'];
          return [
            keyed(pseudonym),
            { nameSealed: row.name_sealed, detailsSealed: row.details_sealed ?? undefined },
          ];
        }),
      );
    },
  );
}

export type Edit = { pseudonym: Buffer; t: number; nameSealed: Buffer; detailsSealed: Buffer };

/**
 * Writes edits that are newer than the newest accepted one.
 * @returns whether it was: an older or equal `t` changes nothing (Protocol: Order and repeats)
 */
export function writePeople(database: Database, campaign: string): Many<Edit, boolean> {
  const keyOf = (edit: Edit) => keyed(edit.pseudonym);
  return many(keyOf, async (edits) => {
    const { rows } = await database.query<{ pseudonym: Buffer }>(
      `with asked as (
         select * from unnest($2::bytea[], $3::bigint[], $4::bytea[], $5::bytea[])
           as asked (pseudonym, t, name_sealed, details_sealed)),
       newer as (
         update inaam.participant set details_t = asked.t from asked
         where campaign = $1 and participant.pseudonym = asked.pseudonym
           and participant.details_t < asked.t
         returning participant.pseudonym)
       update inaam.person set name_sealed = asked.name_sealed, details_sealed = asked.details_sealed
       from asked join newer using (pseudonym)
       where campaign = $1 and person.pseudonym = asked.pseudonym
       returning person.pseudonym`,
      [
        campaign,
        column(edits, (edit) => edit.pseudonym),
        column(edits, (edit) => edit.t),
        column(edits, (edit) => edit.nameSealed),
        column(edits, (edit) => edit.detailsSealed),
      ],
    );
    const written = new Set(rows.map((row) => keyed(row.pseudonym)));
    return new Map(edits.map((edit) => [keyOf(edit), written.has(keyOf(edit))]));
  });
}
