// Every update is conditional on the old state, so that a message processed twice is sent once.
import { ms, type Database } from '../database/database.ts';
import { batched, type Batched, prepared, rowsByKey } from '../database/batches/batch.ts';
import { leaseDue, type Leased } from './outbox.sql.ts';

export type MessageState =
  | 'owed'
  | 'assigned'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'lapsed'
  | 'settled';

export type CodeMessage = Leased & {
  userKey: string;
  mobileIndex: Buffer;
  /** When a guarded code was sent; part of the seal's context. */
  guardedAt: number | null;
  isCurrent: boolean;
  codeSealed: Buffer | null;
  mobileSealed: Buffer | null;
  /** Wall time, ms. */
  expiresAt: number | null;
  isUsed: boolean;
};

/** Leases codes that are due, with everything that is needed to send them. */
export function leaseCodes(
  database: Database,
  campaign: string,
  guardedLifetimeMs: number,
): (max: number) => Promise<CodeMessage[]> {
  return leaseDue<Omit<CodeMessage, keyof Leased>, CodeMessage>(database, campaign, {
    kind: 'otp',
    // `offset 0`: without statistics the planner would read all code requests of the campaign.
    select: `
      select leased.id, attempts, priority, was_due, unclear, leased.user_key as "userKey",
        leased.mobile_index as "mobileIndex", ${ms('guarded_at')} as "guardedAt",
        mobile_sealed as "mobileSealed",
        coalesce(leased.code_sealed, code_request.code_sealed) as "codeSealed",
        ${ms(`case when guarded_at is null then code_expires_at
          else guarded_at + $10 * interval '1 ms' end`)} as "expiresAt",
        guarded_at is not null or coalesce(code_request.code_hash = leased.code_hash, false) as "isCurrent",
        case when guarded_at is null then code_used_at is not null
             else coalesce(guarded_at <= guarded_used_at, false) end as "isUsed"
      from leased
      left join lateral (
        select * from inaam.code_request
        where code_request.campaign = $1 and code_request.user_key = leased.user_key
          and code_request.mobile_index = leased.mobile_index offset 0) as code_request on true
      left join lateral (
        select guarded_used_at from inaam.mobile_limits
        where mobile_limits.campaign = $1 and guarded_at is not null
          and mobile_limits.mobile_index = leased.mobile_index offset 0) as mobile on true
      order by priority, was_due`,
    values: () => [guardedLifetimeMs],
    itemOf: ({ priority: _priority, was_due: _due, ...message }, until) => ({ ...message, until }),
  });
}

/** The outcome of one attempt. Reasons contain no personal data. */
export type Attempt = {
  messageId: string;
  /** Wall time, ms. */
  at: number;
  path: string;
  /** Another path is tried at once. */
  goesOn?: boolean;
  /** The answer to an attempt whose outcome was recorded as unknown. */
  isLate?: boolean;
} & (
  | { outcome: 'accepted'; reference: string | undefined }
  | { outcome: 'refused'; reason: string; isFinal: boolean }
  | { outcome: 'unknown'; reason: string }
);

/**
 * Accepted: `sent`; refused permanently: `failed`; otherwise the message is retried. Final states
 * do not change. @returns the new state of each message, or `none`
 */
export function recordAttempts(
  database: Database,
  campaign: string,
): Batched<Attempt, MessageState | 'none'> {
  return batched<Attempt, MessageState | 'none'>(keyOfMessage, async (attempts) => {
    const { rows } = await database.query<{ id: string; state: MessageState }>(
      prepared(
        `with attempted as (
         select * from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                                $9::boolean[], $10::boolean[])
           as attempted (id, at, outcome, reason, reference, state, path, goes_on, is_late)),
       logged as (
         insert into inaam.delivery (message_id, at, outcome, reason, path)
         select id, attempted.at, attempted.outcome, attempted.reason, attempted.path
         from attempted join inaam.message using (id)
         where message.id = any ($2::uuid[]) and campaign = $1)
       update inaam.message set
         tries = tries + case when is_late then 0 else 1 end,
         state = case when message.state in ('owed', 'assigned') then coalesce(attempted.state, message.state)
                      else message.state end,
         sent_at = coalesce(sent_at, case when attempted.state = 'sent' then attempted.at end),
         ended_at = case when message.state in ('owed', 'assigned') and attempted.state = 'failed' then attempted.at
                         else ended_at end,
         code_sealed = case when attempted.state is null then code_sealed end,
         leased_until = case when attempted.state is null then leased_until end,
         -- "path" still names a path that may have accepted it, even after a later refusal.
         sending_since = case when attempted.state is null
             and (attempted.outcome = 'unknown' or attempted.goes_on or message.path is not null)
           then sending_since end,
         provider_reference = coalesce(provider_reference, attempted.reference),
         path = case when attempted.outcome <> 'refused' and message.state in ('owed', 'assigned')
                     then attempted.path else message.path end,
         reason = case when message.state in ('owed', 'assigned') then attempted.reason else message.reason end
       from attempted
       where message.id = any ($2::uuid[]) and message.id = attempted.id and message.campaign = $1
       returning message.id, message.state`,
        [
          campaign,
          attempts.map((attempt) => attempt.messageId),
          attempts.map((attempt) => new Date(attempt.at)),
          attempts.map((attempt) => attempt.outcome),
          attempts.map((attempt) => (attempt.outcome === 'accepted' ? null : attempt.reason)),
          attempts.map((attempt) =>
            attempt.outcome === 'accepted' ? (attempt.reference ?? null) : null,
          ),
          attempts.map(stateAfter),
          attempts.map((attempt) => attempt.path),
          attempts.map((attempt) => attempt.goesOn ?? false),
          attempts.map((attempt) => attempt.isLate ?? false),
        ],
      ),
    );
    return answers(attempts, rows);
  });
}

function stateAfter(attempt: Attempt): MessageState | null {
  if (attempt.outcome === 'accepted') return 'sent';
  return attempt.outcome === 'refused' && attempt.isFinal ? 'failed' : null;
}

export type Ending = { messageId: string; at: number; reason: string };

export function expireMessages(
  database: Database,
  campaign: string,
): Batched<Ending, MessageState | 'none'> {
  return endMessages(database, campaign, 'lapsed', ['owed']);
}

export function failMessages(
  database: Database,
  campaign: string,
): Batched<Ending, MessageState | 'none'> {
  return endMessages(database, campaign, 'failed', ['owed', 'assigned']);
}

function endMessages(
  database: Database,
  campaign: string,
  state: 'lapsed' | 'failed',
  from: readonly MessageState[],
): Batched<Ending, MessageState | 'none'> {
  return batched<Ending, MessageState | 'none'>(keyOfMessage, async (endings) => {
    const { rows } = await database.query<{ id: string; state: MessageState }>(
      prepared(
        `with ending as (
         select * from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as ending (id, at, reason)),
       ended as (
         update inaam.message set state = $5, ended_at = ending.at, reason = ending.reason, code_sealed = null,
           leased_until = null
         from ending
         where message.id = any ($2::uuid[]) and message.id = ending.id and message.campaign = $1
           and state = any ($6::text[])
         returning message.id, message.state)
       select id, coalesce(ended.state, message.state) as state
       from ending join inaam.message using (id) left join ended using (id)
       where message.id = any ($2::uuid[]) and campaign = $1`,
        [
          campaign,
          endings.map((ending) => ending.messageId),
          endings.map((ending) => new Date(ending.at)),
          endings.map((ending) => ending.reason),
          state,
          from,
        ],
      ),
    );
    return answers(endings, rows);
  });
}

const keyOfMessage = (item: { messageId: string }) => item.messageId;

function answers(
  items: readonly { messageId: string }[],
  rows: readonly { id: string; state: MessageState }[],
): Map<string, MessageState | 'none'> {
  const found = rowsByKey(rows, (row) => row.id);
  return new Map(items.map((item) => [item.messageId, found.get(item.messageId)?.state ?? 'none']));
}
