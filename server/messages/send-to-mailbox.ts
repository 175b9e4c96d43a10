import { sealContexts, type Sealer } from '../platform/seal.ts';
import type { Keys } from '../platform/keys.ts';
import type { Database } from '../database/database.ts';
import { storeMail } from './mailbox.sql.ts';
import type { OutgoingSms, SendOutcome } from '../sms/provider.ts';

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
