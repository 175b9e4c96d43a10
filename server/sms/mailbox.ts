// The provider that sends nothing: it keeps messages as sealed rows, for the demonstration phone and for trials.
// The default, so that nobody is charged or texted by accident.
import { contexts } from '../keys/contexts.ts';
import type { Keys } from '../keys/keys.ts';
import type { Database } from '../storage/database.ts';
import { storeMail } from '../storage/mailbox.ts';
import type { SmsProvider } from './provider.ts';

export type MailboxOptions = {
  database: Database;
  campaign: string;
  keys: Pick<Keys, 'seal' | 'numberIndex'>;
  /** Wall time, ms. */
  clocks: { wall: () => number };
  /** Told once of each message that is new in the mailbox, in this process. Its fault harms no message. */
  onStored?: (mail: { to: string; text: string; at: number }) => void;
};

/** A provider that accepts everything; the same message id again stores nothing and is accepted. */
export function mailboxProvider(door: MailboxOptions): SmsProvider {
  const store = storeMail(door.database, door.campaign);
  return {
    async send({ id, to, text }) {
      const at = door.clocks.wall();
      const stored = await store.one({
        messageId: id,
        toIndex: door.keys.numberIndex(to),
        toSealed: door.keys.seal(to, contexts.mailboxTo(id)),
        textSealed: door.keys.seal(text, contexts.mailboxText(id)),
        at,
      });
      if (stored === 'new') tell(door, { to, text, at });
      return { kind: 'accepted', reference: id };
    },
  };
}

function tell({ onStored }: MailboxOptions, mail: { to: string; text: string; at: number }) {
  try {
    onStored?.(mail);
  } catch {
    // The message is stored: whoever watches must not make it look as if it were not.
  }
}
