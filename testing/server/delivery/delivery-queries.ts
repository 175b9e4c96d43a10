// What a test of deliveries stores and reads beside the server's own calls.
import type { AllKeys } from '@inaam/server/platform/keys.ts';
import { sealContexts } from '@inaam/server/platform/seal.ts';
import { readMail } from '@inaam/server/messages/mailbox.sql.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import type { DeliveryOptions } from '@inaam/server/main/delivery/start-delivery.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { takeVouchers } from '@inaam/server/vouchers/take-vouchers.sql.ts';

type Parts = Pick<DeliveryOptions, 'campaign' | 'clocks'> & { database: Database; keys: AllKeys };

/**
 * Deletes messages, codes, the stock and rate-limit windows, but keeps participants and
 * rewards.
 */
export async function clear(database: Database): Promise<void> {
  const tables = [
    'delivery',
    'message',
    'code_request',
    'device_limits',
    'voucher',
    'mailbox',
    'process',
  ];
  for (const table of tables) await database.query(`delete from inaam.${table}`);
}

type MessageRow = { state: string; tries: number; reason: string | null; outcomes: string[] };
type WaitingRow = { id: string; attempts: number; due_at: Date; leased_until: Date | null };

export function queries({ database, campaign, keys, clocks }: Parts) {
  return {
    loadCodes: (amount: number, ...codes: string[]) =>
      loadVoucherCodes(
        { database, campaign, keys },
        codes.map((code) => ({ code, amount })),
        clocks.wall(),
      ),
    /** Codes in stock, by amount. */
    freeCodes: async () => {
      const { rows } = await database.query<{ amount: number; free: number }>(
        `select amount, count(*) filter (where pseudonym is null and withdrawn_at is null)::integer as free
         from inaam.voucher group by amount`,
      );
      return Object.fromEntries(rows.map(({ amount, free }) => [amount, free]));
    },
    /** Texts sent to a number, newest first. */
    textsTo: async (mobile: string) => {
      const mails = await readMail(database, campaign.id).one(keys.mobileIndex(mobile));
      return mails.map(({ messageId, textSealed }) =>
        keys.vouchers.open(textSealed, sealContexts.mailboxText(messageId)),
      );
    },
    message: async (id: string) => {
      const { rows } = await database.query<MessageRow>(
        `select state, tries, message.reason,
           array(select outcome from inaam.delivery where message_id = id order by number) as outcomes
         from inaam.message where id = $1`,
        [id],
      );
      return rows[0];
    },
    /** Messages that are to be sent and not held, oldest first. */
    waiting: async () => {
      const { rows } = await database.query<WaitingRow>(
        `select id, attempts, due_at, leased_until from inaam.message
         where state in ('owed', 'assigned') and due_at < 'infinity' order by id`,
      );
      return rows;
    },
    /** Makes messages that no process is sending due in this many seconds. */
    postpone: (seconds: number) =>
      database.query(
        `update inaam.message set due_at = now() + $1 * interval '1 second'
         where state in ('owed', 'assigned') and due_at < 'infinity' and leased_until is null`,
        [seconds],
      ),
    /** Takes vouchers as if no process had them. */
    takeVouchers: async (ids: readonly string[], own = clocks) => {
      await database.query(
        `update inaam.message set due_at = now(), leased_until = null
         where id = any ($1::uuid[]) and state in ('owed', 'assigned')`,
        [ids],
      );
      return takeVouchers(database, campaign.id, own)(ids.length, ids);
    },
    clear: () => clear(database),
  };
}
