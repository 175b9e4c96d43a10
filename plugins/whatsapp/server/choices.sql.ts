import { batched, prepared, rowKey, type Batched } from '@inaam/server/database/batches/batch.ts';
import type { Database } from '@inaam/server/database/database.ts';

export type StatedChoice = { userKey: string; mobileIndex: Buffer; agrees: boolean; at: number };

const keyOf = ({ userKey }: StatedChoice) => userKey;

/** The device's newest choice counts, and is that of one number. */
export const recordChoices = (
  database: Database,
  campaign: string,
): Batched<StatedChoice, 'done'> =>
  batched(keyOf, async (choices) => {
    const withdrawn = choices.filter(({ agrees }) => !agrees);
    const given = choices.filter(({ agrees }) => agrees);
    if (withdrawn.length > 0) {
      await database.query(
        prepared(
          'delete from inaam.whatsapp_opt_in where campaign = $1 and user_key = any ($2::text[])',
          [campaign, withdrawn.map(keyOf)],
        ),
      );
    }
    if (given.length > 0) {
      await database.query(
        prepared(
          `insert into inaam.whatsapp_opt_in as old (campaign, user_key, mobile_index, at)
           select $1, * from unnest($2::text[], $3::bytea[], $4::timestamptz[])
           on conflict (campaign, user_key) do update set
             at = case when old.mobile_index = excluded.mobile_index then old.at else excluded.at end,
             verified_at = case when old.mobile_index = excluded.mobile_index then old.verified_at end,
             unreachable_at = case when old.mobile_index = excluded.mobile_index then old.unreachable_at end,
             mobile_index = excluded.mobile_index`,
          [
            campaign,
            given.map(keyOf),
            given.map(({ mobileIndex }) => mobileIndex),
            given.map(({ at }) => new Date(at)),
          ],
        ),
      );
    }
    return new Map(choices.map((choice) => [keyOf(choice), 'done']));
  });

/** Keeps that a device has proven the number, longer than the registration is kept. */
export const keepProven = (database: Database, campaign: string, now: number): Promise<unknown> =>
  database.query(
    `update inaam.whatsapp_opt_in as choice set verified_at = $2
     where choice.campaign = $1 and choice.verified_at is null
       and choice.at > $2::timestamptz - interval '8 days'
       and exists (
         select from inaam.code_request as request
         where request.campaign = $1 and request.user_key = choice.user_key
           and request.mobile_index = choice.mobile_index and request.verified_at is not null)`,
    [campaign, new Date(now)],
  );

/** For a while no message to this number is tried by WhatsApp. */
export const markUnreachable = (
  database: Database,
  campaign: string,
): Batched<{ mobileIndex: Buffer; at: number }, 'done'> =>
  batched(
    ({ mobileIndex }) => rowKey(mobileIndex),
    async (numbers) => {
      await database.query(
        prepared(
          `update inaam.whatsapp_opt_in set unreachable_at = number.at
           from unnest($2::bytea[], $3::timestamptz[]) as number (mobile_index, at)
           where whatsapp_opt_in.mobile_index = any ($2::bytea[])
             and whatsapp_opt_in.mobile_index = number.mobile_index and campaign = $1`,
          [
            campaign,
            numbers.map(({ mobileIndex }) => mobileIndex),
            numbers.map(({ at }) => new Date(at)),
          ],
        ),
      );
      return new Map(numbers.map(({ mobileIndex }) => [rowKey(mobileIndex), 'done']));
    },
  );

/** What a person is told: since when each number gets messages by WhatsApp. */
export async function readChoices(
  database: Database,
  campaign: string,
  pseudonyms: readonly Buffer[],
): Promise<ReadonlyMap<string, object>> {
  const { rows } = await database.query<{ pseudonym: Buffer; since: Date }>(
    `select pseudonym, choice.since from unnest($2::bytea[]) as asked (pseudonym)
     cross join lateral (
       select mobile_index from inaam.participation
       where campaign = $1 and participation.pseudonym = asked.pseudonym) as person
     cross join lateral (
       select min(at) as since from inaam.whatsapp_opt_in
       where mobile_index = person.mobile_index and campaign = $1) as choice
     where choice.since is not null`,
    [campaign, pseudonyms],
  );
  return new Map(
    rows.map(({ pseudonym, since }) => [
      pseudonym.toString('hex'),
      { whatsApp: { since: since.toISOString() } },
    ]),
  );
}
