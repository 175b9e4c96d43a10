import { ms, type Queryable } from '@inaam/server/database/database.ts';
import type { SentMail } from '../../plugin.ts';

export async function writeMails(
  database: Queryable,
  campaign: string,
  { at, name, about, refused }: SentMail,
): Promise<void> {
  await database.query(
    `insert into inaam.alert_mail (campaign, at, name, kind, event, text, refused)
     select $1, $2, $3, kind, event, text, $7
     from unnest($4::text[], $5::text[], $6::text[]) as about (kind, event, text)`,
    [
      campaign,
      new Date(at),
      name,
      about.map(({ kind }) => kind),
      about.map(({ event }) => event),
      about.map(({ text }) => text),
      refused,
    ],
  );
}

type Mail = Pick<SentMail, 'at' | 'name' | 'refused'> & { number: number; text: string };

/** Newest first. @param before only those with a smaller number; null: all */
export async function readMails(
  database: Queryable,
  campaign: string,
  { before, max }: { before: number | null; max: number },
): Promise<Mail[]> {
  const { rows } = await database.query<Mail>(
    `select number::float8, ${ms('at')} as at, name, text, refused from inaam.alert_mail
     where campaign = $1 and ($2::bigint is null or number < $2) order by alert_mail.number desc limit $3`,
    [campaign, before, max],
  );
  return rows;
}
