// Recipients, what is wrong now, and what was sent to each.
import type { AlertKind } from '../contract.ts';
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { ms, transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';
import { alertTimes, noticeAfter, type Alert, type Notice } from './alerts.rules.ts';

/** Times in ms. */
export type Recipient = {
  id: string;
  name: string;
  targetSealed: Buffer;
  kinds: AlertKind[];
  reportHour: number | null;
  sentAt: number | null;
  failingSince: number | null;
  failure: string | null;
};

const columns = `id, name, target_sealed as "targetSealed", kinds,
  report_hour as "reportHour", ${ms('sent_at')} as "sentAt",
  ${ms('failing_since')} as "failingSince", failure`;

const time = (at: number) => new Date(at);

export async function readRecipients(database: Queryable, campaign: string): Promise<Recipient[]> {
  const query = `select ${columns} from inaam.alert_recipient where campaign = $1 order by lower(name), id`;
  return (await database.query<Recipient>(query, [campaign])).rows;
}

/** `reportedDay` counts if a report is newly wanted. */
type SavedRecipient = Pick<Recipient, 'id' | 'name' | 'kinds' | 'reportHour'> & {
  /** Undefined: as it is. */
  targetSealed: Buffer | undefined;
  reportedDay: string | null;
};

/** A new target gets everything again. @returns false: there is none of this id */
export function saveRecipient(
  database: Database,
  { id, name, kinds, reportHour, reportedDay, targetSealed }: SavedRecipient,
  { isNew, audit }: { isNew: boolean; audit: Audit },
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const values = [audit.campaign, id, name, kinds, reportHour, reportedDay];
    const { rowCount } = isNew
      ? await connection.query(
          `insert into inaam.alert_recipient
             (campaign, id, name, kinds, report_hour, reported_day, target_sealed)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [...values, targetSealed],
        )
      : await connection.query(
          `update inaam.alert_recipient
           set name = $3, kinds = $4, report_hour = $5,
             reported_day = case when report_hour is null then $6::date else reported_day end,
             target_sealed = coalesce($7, target_sealed), due_at = '-infinity', tries = 0,
             sent_at = case when $7 is null then sent_at end,
             failing_since = case when $7 is null then failing_since end,
             failure = case when $7 is null then failure end
           where campaign = $1 and id = $2`,
          [...values, targetSealed ?? null],
        );
    if (rowCount !== 1) return false;
    await connection.query(
      `delete from inaam.alert_notice where recipient = $1 and ($3 or kind <> all ($2))`,
      [id, kinds, targetSealed !== undefined],
    );
    await recordAudit(connection, audit);
    return true;
  });
}

/** @returns false: there is none of this id */
export function removeRecipient(database: Database, id: string, audit: Audit): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      'delete from inaam.alert_recipient where campaign = $1 and id = $2',
      [audit.campaign, id],
    );
    if (rowCount !== 1) return false;
    await recordAudit(connection, audit);
    return true;
  });
}

export async function readAlerts(database: Queryable, campaign: string): Promise<Alert[]> {
  const { rows } = await database.query<Alert>(
    `select kind, level, text, todo, ${ms('since')} as since, ${ms('gone_at')} as "goneAt"
     from inaam.alert where campaign = $1 order by level, kind`,
    [campaign],
  );
  return rows;
}

/** When a process last looked, ms. */
export async function readTurn(database: Queryable, campaign: string): Promise<number | null> {
  const query = `select ${ms('at')} as at from inaam.alert_turn where campaign = $1`;
  return (await database.query<{ at: number }>(query, [campaign])).rows[0]?.at ?? null;
}

/** @returns whether this process looks now, and no other one. The clock may have been set back. */
export async function takeTurn(
  database: Queryable,
  campaign: string,
  { now, everyMs }: { now: number; everyMs: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into inaam.alert_turn as turn (campaign, at) values ($1, $2)
     on conflict (campaign) do update set at = excluded.at where turn.at <= $3 or turn.at > $4`,
    [campaign, time(now), time(now - everyMs), time(now + everyMs)],
  );
  return rowCount === 1;
}

const noticeColumns = `kind, event, level, text, todo, ${ms('at')} as at,
  is_pending as "isPending", was_sent as "wasSent"`;

/**
 * Stores what is wrong, and decides what each recipient gets.
 * @param alertsOf what is wrong, by what was wrong before
 */
export function updateAlerts(
  database: Database,
  campaign: string,
  { now, alertsOf }: { now: number; alertsOf: (known: readonly Alert[]) => Alert[] },
): Promise<void> {
  return transaction(database, async (connection) => {
    // Locks it, in case another process looks by now.
    await connection.query('select from inaam.alert_turn where campaign = $1 for update', [
      campaign,
    ]);
    const known = await readAlerts(connection, campaign);
    const alerts = alertsOf(known);
    await writeAlerts(connection, campaign, alerts);
    const recipients = await readRecipients(connection, campaign);
    const { rows } = await connection.query<Notice & { recipient: string }>(
      `select recipient, ${noticeColumns} from inaam.alert_notice where recipient = any ($1) for update`,
      [recipients.map(({ id }) => id)],
    );
    for (const { id, kinds } of recipients) {
      for (const kind of kinds) {
        const last = rows.find((one) => one.recipient === id && one.kind === kind);
        const alert = alerts.find((one) => one.kind === kind);
        const next = noticeAfter(alert, last, now);
        if (next !== last) await writeNotice(connection, { recipient: id, kind, next });
      }
    }
  });
}

async function writeAlerts(connection: Queryable, campaign: string, alerts: readonly Alert[]) {
  await connection.query('delete from inaam.alert where campaign = $1', [campaign]);
  for (const { kind, level, text, todo, since, goneAt } of alerts) {
    await connection.query(
      `insert into inaam.alert (campaign, kind, level, text, todo, since, gone_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [campaign, kind, level, text, todo, time(since), goneAt === null ? null : time(goneAt)],
    );
  }
}

async function writeNotice(
  connection: Queryable,
  { recipient, kind, next }: { recipient: string; kind: AlertKind; next: Notice | undefined },
) {
  const before = 'delete from inaam.alert_notice where recipient = $1 and kind = $2';
  await connection.query(before, [recipient, kind]);
  if (next === undefined) return;
  const { event, level, text, todo, at, isPending, wasSent } = next;
  await connection.query(
    `insert into inaam.alert_notice
       (recipient, kind, event, level, text, todo, at, is_pending, was_sent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [recipient, kind, event, level, text, todo, time(at), isPending, wasSent],
  );
}

export type Due = Recipient & { tries: number; isReportDue: boolean };

type Taking = {
  now: number;
  leaseMs: number;
  /** As `reportDue` gives it. */
  report: { day: string; hour: number };
};

/** Leases recipients to whom something is to be sent: until then no other process sends to them. */
export async function takeDue(
  database: Queryable,
  campaign: string,
  { now, leaseMs, report }: Taking,
): Promise<Due[]> {
  const isReportDue = '(report_hour <= $4 and (reported_day is null or reported_day < $5::date))';
  const { rows } = await database.query<Due>(
    `with due as materialized (
       select id from inaam.alert_recipient
       where campaign = $1 and (due_at <= $2 or due_at > $2::timestamptz + interval '2 hours')
         and (${isReportDue} or exists (
           select from inaam.alert_notice where recipient = id and is_pending))
       order by id limit 20 for update skip locked)
     update inaam.alert_recipient set due_at = $3 from due where alert_recipient.id = due.id
     returning ${columns.replace('id,', 'alert_recipient.id,')}, tries,
       coalesce(${isReportDue}, false) as "isReportDue"`,
    [campaign, time(now), time(now + leaseMs), report.hour, report.day],
  );
  return rows;
}

/** The oldest first. */
export async function readPending(database: Queryable, recipient: string): Promise<Notice[]> {
  const { rows } = await database.query<Notice>(
    `select ${noticeColumns} from inaam.alert_notice
     where recipient = $1 and is_pending order by level, alert_notice.at, kind`,
    [recipient],
  );
  return rows;
}

type Sent = { now: number; notices: readonly Notice[]; reportedDay: string | undefined };

/** Ends the lease. What has changed meanwhile is still sent. */
export function recordSent(
  database: Database,
  recipient: string,
  { now, notices, reportedDay }: Sent,
): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query(
      `update inaam.alert_recipient
       set due_at = '-infinity', tries = 0, sent_at = $2, failing_since = null, failure = null,
         reported_day = coalesce($3::date, reported_day)
       where id = $1`,
      [recipient, time(now), reportedDay ?? null],
    );
    for (const { kind, event, at } of notices) {
      await connection.query(
        event === 'resolved'
          ? `delete from inaam.alert_notice
             where recipient = $1 and kind = $2 and event = $3 and at = $4`
          : `update inaam.alert_notice
             set was_sent = true, is_pending = is_pending and (event <> $3 or at <> $4)
             where recipient = $1 and kind = $2`,
        [recipient, kind, event, time(at)],
      );
    }
  });
}

type Failed = { now: number; dueAt: number; failure: string };

/** What nobody has accepted for a day is given up; an alert that goes on is sent again. */
export function recordFailure(
  database: Database,
  recipient: string,
  { now, dueAt, failure }: Failed,
): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query(
      `update inaam.alert_recipient
       set due_at = $2, tries = tries + 1, failing_since = coalesce(failing_since, $3), failure = $4
       where id = $1`,
      [recipient, time(dueAt), time(now), failure],
    );
    await connection.query(
      `with ended as (
         delete from inaam.alert_notice
         where recipient = $1 and event = 'resolved' and is_pending and at <= $2)
       update inaam.alert_notice set is_pending = false
       where recipient = $1 and event <> 'resolved' and is_pending and at <= $2`,
      [recipient, time(now - alertTimes.giveUpAfterMs)],
    );
  });
}
