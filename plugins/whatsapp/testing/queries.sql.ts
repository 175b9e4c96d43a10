// What tests of WhatsApp store and read beside the server's own calls.
import type { Database } from '@inaam/server/database/database.ts';

export const queries = (database: Database, campaign: string) => ({
  forget: async () => {
    for (const table of ['whatsapp_opt_in', 'whatsapp_send', 'whatsapp_status', 'sms_receipt']) {
      await database.query(`delete from inaam.${table}`);
    }
  },
  /** The device has agreed, and has proven the number. */
  prove: async (userKey: string) => {
    await database.query(
      `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
       values ($1, $2, 1, 'YES', 'notice', now()) on conflict do nothing`,
      [campaign, userKey],
    );
    await database.query(
      'update inaam.whatsapp_opt_in set verified_at = now() where user_key = $1',
      [userKey],
    );
  },
  /** As another process left it. */
  begin: (id: string) =>
    database.query(
      `insert into inaam.whatsapp_send (id, campaign, state, at) values ($1, $2, 'begun', now())`,
      [id, campaign],
    ),
  /** As if those of a process that is gone had run out. */
  endLeases: () =>
    database.query(
      `update inaam.message set due_at = now(), leased_until = null
       where campaign = $1 and state in ('owed', 'assigned')`,
      [campaign],
    ),
  /** What the time line of the person says beside the outcomes. */
  told: async (id: string) => {
    const { rows } = await database.query<{ reason: string }>(
      'select reason from inaam.delivery where message_id = $1 and reason is not null',
      [id],
    );
    return rows.map(({ reason }) => reason);
  },
  attempts: async (id: string) => {
    const { rows } = await database.query<{ path: string | null; outcome: string }>(
      'select path, outcome from inaam.delivery where message_id = $1 order by number',
      [id],
    );
    return rows.map(({ path, outcome }) => `${path ?? ''} ${outcome}`.trim());
  },
});
