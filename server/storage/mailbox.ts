// The mailbox provider's store. Everything in it is sealed; a number's messages are found by its blind index.
import type { Database } from './database.ts';
import { many, type Many } from './many.ts';
import { column, keyed, moment } from './rows.ts';

export type Mail = {
  messageId: string;
  toIndex: Buffer;
  toSealed: Buffer;
  textSealed: Buffer;
  /** Wall time, ms. */
  at: number;
};

/** Stores messages, each id once for good; `known` where the id was there before. */
export function storeMail(database: Database, campaign: string): Many<Mail, 'new' | 'known'> {
  return many(keyOfMail, async (mails) => {
    const { rows } = await database.query<{ message_id: string }>(
      `insert into inaam.mailbox (campaign, message_id, to_index, to_sealed, text_sealed, at)
       select $1, * from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[], $6::timestamptz[])
       on conflict (message_id) do nothing
       returning message_id`,
      [
        campaign,
        column(mails, (mail) => mail.messageId),
        column(mails, (mail) => mail.toIndex),
        column(mails, (mail) => mail.toSealed),
        column(mails, (mail) => mail.textSealed),
        column(mails, (mail) => moment(mail.at)),
      ],
    );
    const added = new Set(rows.map((row) => row.message_id));
    return new Map(
      mails.map((mail) => [keyOfMail(mail), added.has(mail.messageId) ? 'new' : 'known']),
    );
  });
}

const keyOfMail = (mail: Mail) => mail.messageId;

/** Reads what came for numbers, by their index, newest first, at most `most` each. */
export function readMail(
  database: Database,
  campaign: string,
  most = 100,
): Many<Buffer, readonly Mail[]> {
  return many(keyed, async (numbers) => {
    const { rows } = await database.query<{
      message_id: string;
      to_index: Buffer;
      to_sealed: Buffer;
      text_sealed: Buffer;
      at: Date;
    }>(
      `select mail.message_id, mail.to_index, mail.to_sealed, mail.text_sealed, mail.at
       from unnest($2::bytea[]) as asked (to_index)
       cross join lateral (
         select * from inaam.mailbox
         where campaign = $1 and mailbox.to_index = asked.to_index
         order by number desc limit $3) as mail
       order by mail.number desc`,
      [campaign, numbers, most],
    );
    const mails = rows.map((row) => ({
      messageId: row.message_id,
      toIndex: row.to_index,
      toSealed: row.to_sealed,
      textSealed: row.text_sealed,
      at: row.at.getTime(),
    }));
    const byNumber = Map.groupBy(mails, (mail) => keyed(mail.toIndex));
    return new Map(numbers.map((number) => [keyed(number), byNumber.get(keyed(number)) ?? []]));
  });
}
