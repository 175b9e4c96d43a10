import { ms, type Database } from '../database/database.ts';
import { batched, type Batched, rowKey } from '../database/batches/batch.ts';
import { sealContexts, type Sealer } from '../platform/seal.ts';
import type { Keys } from '../platform/keys.ts';
import type { OutgoingSms, SendOutcome } from '../sms/provider.ts';

export type Mail = {
  messageId: string;
  mobileIndex: Buffer;
  mobileSealed: Buffer;
  textSealed: Buffer;
  /** Wall time, ms. */
  at: number;
};

/** Stores each id once; `known` if it was stored before. */
export function storeMail(database: Database, campaign: string): Batched<Mail, 'new' | 'known'> {
  return batched(keyOfMail, async (mails) => {
    const { rows } = await database.query<{ message_id: string }>(
      `insert into inaam.mailbox (campaign, message_id, mobile_index, mobile_sealed, text_sealed, at)
       select $1, * from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[], $6::timestamptz[])
       on conflict (message_id) do nothing
       returning message_id`,
      [
        campaign,
        mails.map((mail) => mail.messageId),
        mails.map((mail) => mail.mobileIndex),
        mails.map((mail) => mail.mobileSealed),
        mails.map((mail) => mail.textSealed),
        mails.map((mail) => new Date(mail.at)),
      ],
    );
    const added = new Set(rows.map((row) => row.message_id));
    return new Map(
      mails.map((mail) => [keyOfMail(mail), added.has(mail.messageId) ? 'new' : 'known']),
    );
  });
}

const keyOfMail = (mail: Mail) => mail.messageId;

/** Newest first, at most `max` per mobile. */
export function readMail(
  database: Database,
  campaign: string,
  max = 100,
): Batched<Buffer, readonly Mail[]> {
  return batched(rowKey, async (mobileIndexes) => {
    const { rows } = await database.query<Mail>(
      `select message_id as "messageId", mail.mobile_index as "mobileIndex",
         mobile_sealed as "mobileSealed", text_sealed as "textSealed", ${ms('at')} as at
       from unnest($2::bytea[]) as wanted (mobile_index)
       cross join lateral (
         select * from inaam.mailbox
         where campaign = $1 and mailbox.mobile_index = wanted.mobile_index
         order by number desc limit $3) as mail
       order by mail.number desc`,
      [campaign, mobileIndexes, max],
    );
    const byMobile = Map.groupBy(rows, (mail) => rowKey(mail.mobileIndex));
    return new Map(
      mobileIndexes.map((index) => [rowKey(index), byMobile.get(rowKey(index)) ?? []]),
    );
  });
}

export type MailboxOptions = {
  database: Database;
  campaign: string;
  keys: Pick<Keys, 'seal' | 'mobileIndex'> & { vouchers: Pick<Sealer, 'seal'> };
  clocks: { wall: () => number };
  /** Its errors are ignored. */
  onStored?: (mail: { to: string; text: string; at: number }) => void;
};

/** A provider that ignores the abort signal: the statement's time limit ends it. */
export type Mailbox = {
  send: (sms: Pick<OutgoingSms, 'id' | 'to' | 'text'>) => Promise<SendOutcome>;
};

export function mailboxProvider(options: MailboxOptions): Mailbox {
  const store = storeMail(options.database, options.campaign);
  return {
    async send({ id, to, text }) {
      const at = options.clocks.wall();
      const stored = await store.one({
        messageId: id,
        mobileIndex: options.keys.mobileIndex(to),
        mobileSealed: options.keys.seal(to, sealContexts.mailboxMobile(id)),
        textSealed: options.keys.vouchers.seal(text, sealContexts.mailboxText(id)),
        at,
      });
      if (stored === 'new') notify(options, { to, text, at });
      return { kind: 'accepted', reference: id };
    },
  };
}

function notify({ onStored }: MailboxOptions, mail: { to: string; text: string; at: number }) {
  try {
    onStored?.(mail);
  } catch {}
}
