// For the operator. Neither mobiles nor codes are returned.
import {
  longStatement,
  transaction,
  type Connection,
  type Database,
} from '../database/database.ts';
import type { MessageState } from './messages.sql.ts';
import type { Uncertain } from './delivery-limits.rules.ts';
import { batched, type Batched, prepared } from '../database/batches/batch.ts';

/** Times in ms, amount in whole rupees. */
export type FailedMessage = {
  message: string;
  kind: 'otp' | 'voucher';
  /** Null for a one-time code. */
  amount: number | null;
  tries: number;
  owedAt: number;
  failedAt: number | null;
  reason: string | null;
};

const countMs = 60_000;

/** The newest permanently failed messages, and the total count. */
export function readFailedMessages(
  database: Database,
  campaign: string,
  most: number,
): Promise<{ count: number; messages: FailedMessage[] }> {
  return transaction(database, async (connection) => {
    const messages = await readNewestFailed(connection, campaign, most);
    // Applies where many thousands have failed.
    await connection.query(`set local statement_timeout = ${countMs}`);
    const { rows } = await connection.query<{ count: string }>(
      longStatement(
        `select count(*) as count from inaam.message where campaign = $1 and state = 'failed'`,
        [campaign],
        countMs,
      ),
    );
    return { count: Number(rows[0]?.count ?? 0), messages };
  });
}

async function readNewestFailed(
  connection: Connection,
  campaign: string,
  most: number,
): Promise<FailedMessage[]> {
  const { rows } = await connection.query<{
    id: string;
    kind: 'otp' | 'voucher';
    amount: number | null;
    tries: number;
    owed_at: Date;
    ended_at: Date | null;
    reason: string | null;
  }>(
    `with newest as materialized (
       select id, kind, pseudonym, tries, owed_at, ended_at, reason from inaam.message
       where campaign = $1 and state = 'failed'
       order by ended_at desc nulls last, id desc limit $2)
     select id, newest.kind, amount, tries, owed_at, ended_at, reason
     from newest left join lateral (
       select amount from inaam.reward
       where reward.campaign = $1 and reward.pseudonym = newest.pseudonym limit 1) as reward on true
     order by ended_at desc nulls last, id desc`,
    [campaign, most],
  );
  return rows.map(({ id, kind, amount, tries, reason, ...row }) => ({
    message: id,
    kind,
    amount,
    tries,
    owedAt: row.owed_at.getTime(),
    failedAt: row.ended_at?.getTime() ?? null,
    reason,
  }));
}

/** Times in ms. */
export type MessageOfNumber = {
  message: string;
  kind: 'otp' | 'voucher';
  state: MessageState;
  tries: number;
  owedAt: number;
  sentAt: number | null;
  reason: string | null;
};

export type NumberStory = {
  /** Undefined if never verified. */
  participant: { state: string; verifiedAt: number } | undefined;
  /** Undefined if nothing was granted. */
  reward: { amount: number; grantedAt: number } | undefined;
  /** Newest first. */
  messages: MessageOfNumber[];
};

type StoryRow = {
  state: string;
  verified_at: Date;
  amount: number | null;
  granted_at: Date | null;
};

export async function readNumberStory(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  most: number,
): Promise<NumberStory> {
  const { rows } = await database.query<StoryRow>(
    `select participant.state, verified_at, amount, granted_at
     from inaam.participant left join inaam.reward using (campaign, pseudonym)
     where campaign = $1 and mobile_index = $2`,
    [campaign, mobileIndex],
  );
  const [row] = rows;
  return {
    participant: row && { state: row.state, verifiedAt: row.verified_at.getTime() },
    reward: rewardOf(row),
    messages: await readMessagesOf(database, campaign, mobileIndex, most),
  };
}

function rewardOf(row: StoryRow | undefined): NumberStory['reward'] {
  if (!row || row.amount === null || row.granted_at === null) return undefined;
  return { amount: row.amount, grantedAt: row.granted_at.getTime() };
}

async function readMessagesOf(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  most: number,
): Promise<MessageOfNumber[]> {
  const { rows } = await database.query<{
    id: string;
    kind: 'otp' | 'voucher';
    state: MessageState;
    tries: number;
    owed_at: Date;
    sent_at: Date | null;
    reason: string | null;
  }>(
    `select id, kind, state, tries, owed_at, sent_at, reason from inaam.message
     where campaign = $1 and (mobile_index = $2 or (kind = 'voucher' and pseudonym = (
       select pseudonym from inaam.participant where campaign = $1 and mobile_index = $2)))
     order by owed_at desc, id desc limit $3`,
    [campaign, mobileIndex, most],
  );
  return rows.map(({ id, kind, state, tries, reason, ...times }) => ({
    message: id,
    kind,
    state,
    tries,
    owedAt: times.owed_at.getTime(),
    sentAt: times.sent_at?.getTime() ?? null,
    reason,
  }));
}

const dayMs = 86_400_000;

/**
 * How many codes were sent in the last 24 hours. A message's id begins with its time, so few rows
 * are read.
 * @param now wall time, ms
 */
export async function countCodesOfDay(
  database: Pick<Connection, 'query'>,
  campaign: string,
  now: number,
): Promise<number> {
  const oldest = (now - dayMs).toString(16).padStart(12, '0').padEnd(32, '0');
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message
     where id >= $2::uuid and campaign = $1 and kind = 'otp' and sent_at is not null`,
    [campaign, oldest],
  );
  return Number(rows[0]?.count);
}

export type WaitingMessage = {
  message: string;
  /** Wall time, ms. */
  owedAt: number;
} & ({ kind: 'otp'; userKey: string } | { kind: 'voucher'; pseudonym: Buffer });

/** Messages that nobody has tried to send yet, oldest first. */
export async function readWaitingMessages(
  database: Database,
  campaign: string,
): Promise<WaitingMessage[]> {
  const { rows } = await database.query<{
    id: string;
    kind: 'otp' | 'voucher';
    owed_at: Date;
    user_key: string | null;
    pseudonym: Buffer | null;
  }>(
    `select id, kind, owed_at, user_key, pseudonym from inaam.message
     where campaign = $1 and state = 'owed' and tries = 0 order by owed_at, id`,
    [campaign],
  );
  return rows.flatMap(({ id, kind, user_key: userKey, pseudonym, ...row }): WaitingMessage[] => {
    const facts = { message: id, owedAt: row.owed_at.getTime() };
    if (kind === 'otp') return userKey === null ? [] : [{ ...facts, kind, userKey }];
    return pseudonym === null ? [] : [{ ...facts, kind, pseudonym }];
  });
}

/** The path that may have accepted a message that is still owed. */
export function readUncertainPaths(
  database: Database,
  campaign: string,
): Batched<string, Uncertain | 'none'> {
  return batched(keyOfId, async (ids) => {
    const { rows } = await database.query<{ id: string; path: string; since: Date }>(
      prepared(
        `select message.id, message.path, min(delivery.at) as since
         from inaam.message join inaam.delivery on message_id = message.id and outcome = 'unknown'
         where message.id = any ($2::uuid[]) and campaign = $1 and state in ('owed', 'assigned')
           and message.path is not null
           and not exists (
             select from inaam.delivery as again
             where again.message_id = message.id and again.outcome = 'resent' and again.number > delivery.number)
         group by message.id`,
        [campaign, ids],
      ),
    );
    const found = new Map(
      rows.map(({ id, path, since }) => [id, { path, since: since.getTime() }]),
    );
    return new Map(ids.map((id) => [id, found.get(id) ?? 'none']));
  });
}

const keyOfId = (id: string) => id;
