// A database with debts in it, for tests of the delivery: writes messages and their jobs as asking for a code and
// granting a reward do, and reads what became of them. Runs in vitest and, for a worker that is to be killed, outside.
import { openTestDatabase } from '../setup/open-test-database.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startDelivery, type DeliveryOptions } from '@inaam/server/delivery/start-delivery.ts';
import { sealContexts } from '@inaam/server/keys/seal-contexts.ts';
import { keysOf, type Secrets } from '@inaam/server/keys/keys.ts';
import { codeLifetimeMs } from '@inaam/server/rules/rate-limits.ts';
import { mailboxProvider } from '@inaam/server/sms/mailbox.ts';
import { readMail } from '@inaam/server/storage/mailbox.ts';
import { committedBiscuitCampaign } from './committed-campaign.ts';

export const testSecrets: Secrets = {
  identity: new Uint8Array(32).fill(1),
  index: new Uint8Array(32).fill(2),
  code: new Uint8Array(32).fill(3),
  draw: new Uint8Array(32).fill(4),
  seal: [{ id: 1, key: new Uint8Array(32).fill(5) }],
};

export type DeliveryFixture = Awaited<ReturnType<typeof deliveryFixture>>;

/** What a delivery said, as JSON lines. */
export type Said = { level: 'info' | 'warn' | 'error'; facts: object; sentence: string };

/** @param url a migrated database */
export async function deliveryFixture(url: string, secrets: Secrets = testSecrets) {
  const database = openTestDatabase(url, 12);
  const campaign = await committedBiscuitCampaign(database, secrets.draw);
  const keys = keysOf(secrets, campaign.id);
  /** Ahead of the real clock, ms; a test moves it. */
  const ahead = { wall: 0 };
  const wall = () => Date.now() + ahead.wall;
  const campaignAhead = Date.parse('2025-07-01T06:00:00Z') - Date.now();
  const clocks = { wall, campaign: () => wall() + campaignAhead };
  const said: Said[] = [];
  const line = (level: Said['level']) => (facts: object, sentence: string) =>
    void said.push({ level, facts, sentence });
  const log = { info: line('info'), warn: line('warn'), error: line('error') };
  const mailbox = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  const door = { database, campaign, keys, clocks, log, host: 'inaam.example', provider: mailbox };
  return {
    ...door,
    url,
    ahead,
    said,
    deliver: (options: Partial<DeliveryOptions> = {}) =>
      startDelivery({ ...door, intervals: { pollMs: 100 }, ...options }),
    /** Texts that came for a number, newest first. */
    mail: async (mobile: string) => {
      const mails = await readMail(database, campaign.id).one(keys.mobileIndex(mobile));
      return mails.map(({ messageId, textSealed }) =>
        keys.open(textSealed, sealContexts.mailboxText(messageId)),
      );
    },
    ...debts({ database, campaign, keys, clocks }),
    ...looks(database),
  };
}

type Stage = Pick<DeliveryOptions, 'database' | 'campaign' | 'clocks'> & {
  keys: ReturnType<typeof keysOf>;
};

function debts({ database, campaign, keys, clocks }: Stage) {
  return {
    /** Asks for a code; answers the message's id. A second time for the same user key replaces the first. */
    owedCode: async (mobile: string, code: string, userKey = randomBytes(8).toString('hex')) => {
      const number = keys.mobileIndex(mobile);
      const now = clocks.wall();
      const { rows } = await database.query<{ id: string }>(
        `with challenge as (
           insert into inaam.challenge (campaign, user_key, mobile_index, requested_t, registered_at, mobile_sealed,
             registration_sealed, code_hash, code_sealed, code_at, code_expires_at)
           values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $4, $9)
           on conflict (campaign, user_key, mobile_index) do update set
             code_hash = excluded.code_hash, code_sealed = excluded.code_sealed, code_at = excluded.code_at,
             code_expires_at = excluded.code_expires_at),
         owed as (
           insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
           values ($1, 'otp', $2, $3, $7, $4) returning id)
         select id, graphile_worker.add_job('send_otp:' || $1::text, json_build_object('id', id), priority := 0, max_attempts := 6)
         from owed`,
        [
          campaign.id,
          userKey,
          number,
          new Date(now),
          keys.seal(mobile, sealContexts.challengeMobile(userKey, number)),
          keys.seal('{}', sealContexts.challengeRegistration(userKey, number)),
          keys.codeHash(code, userKey, number),
          keys.seal(code, sealContexts.challengeCode(userKey, number)),
          new Date(now + codeLifetimeMs),
        ],
      );
      return idOf(rows);
    },
    /** Grants a reward; answers its message's id. */
    owedVoucher: async (mobile: string, amount: number) => {
      const pseudonym = keys.newPseudonym();
      const { rows } = await database.query<{ id: string }>(
        `with participant as (
           insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at)
           values ($1, $2, $3, 'Kerala', $4)),
         person as (
           insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed) values ($1, $2, $5, $6)),
         reward as (
           insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
           values ($1, $2, $7, 'chance', (random() * 1e15)::bigint, 0, $4, '2025-07-01', 'chance:' || $7::integer)),
         owed as (
           insert into inaam.message (campaign, kind, pseudonym, owed_at)
           values ($1, 'voucher', $2, $4) returning id)
         select id, graphile_worker.add_job('send_voucher:' || $1::text, json_build_object('id', id), priority := 10, max_attempts := 25)
         from owed`,
        [
          campaign.id,
          pseudonym,
          keys.mobileIndex(mobile),
          new Date(clocks.wall()),
          keys.seal(mobile, sealContexts.personalDataMobile(pseudonym)),
          keys.seal('Asha', sealContexts.personalDataName(pseudonym)),
          amount,
        ],
      );
      return idOf(rows);
    },
  };
}

function idOf(rows: readonly { id: string }[]): string {
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('No message was made.');
  return id;
}

function looks(database: Stage['database']) {
  return {
    message: async (id: string) => {
      const { rows } = await database.query<{
        state: string;
        tries: number;
        reason: string | null;
        outcomes: string[];
      }>(
        `select state, tries, message.reason,
           array(select outcome from inaam.delivery where message_id = id order by number) as outcomes
         from inaam.message where id = $1`,
        [id],
      );
      return rows[0];
    },
    jobs: async () => {
      const { rows } = await database.query<{
        id: string;
        attempts: number;
        max_attempts: number;
        last_error: string | null;
        run_at: Date;
        locked_by: string | null;
      }>('select * from graphile_worker.jobs order by id');
      return rows;
    },
    /** Pays and forgets all debts, and empties the stock. */
    clear: async () => {
      await database.query(`delete from graphile_worker._private_jobs`);
      for (const table of ['delivery', 'message', 'challenge', 'voucher', 'mailbox', 'worker']) {
        await database.query(`delete from inaam.${table}`);
      }
    },
    workers: async () => {
      const { rows } = await database.query<{ id: string }>('select id from inaam.worker');
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * Asks again and again until `look` answers something true.
 * @throws where it has not within the deadline
 */
export async function waitUntil<Found>(
  look: () => Promise<Found> | Found,
  withinMs = 60_000,
): Promise<Found> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It was not so within ${withinMs} ms.`);
    await pause(5);
  }
}

let number = 0;
/** A number that nobody else of this test file has. */
export const newMobile = () => String(9_100_000_000 + (number += 1));
