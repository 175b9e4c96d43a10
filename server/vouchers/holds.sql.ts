// Managers' decisions about vouchers that have not been sent. Messages are locked in the order of
// their ids, as delivery locks them, so that it is certain whether a hold was in time.
import {
  holdOutcome,
  refusalOutcome,
  type HoldOutcome,
  type RefusalOutcome,
} from '../messages/delivery-limits.rules.ts';
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { transaction, type Connection, type Database } from '../database/database.ts';
import { refusedHold } from '../messages/failure-reasons.rules.ts';
import { notifyDue } from '../messages/outbox.sql.ts';

type ReleaseOutcome = 'released' | 'notHeld';

/** @public For plugins. */
export type Outcome = HoldOutcome | RefusalOutcome | ReleaseOutcome;

/** @public By pseudonym, hex. */
export type Outcomes = ReadonlyMap<string, Outcome>;

type Decision = {
  pseudonyms: readonly Buffer[];
  /** The account's name. */
  by: string;
  reason: string;
  /** Wall time, ms. */
  now: number;
  auditOf: (outcomes: Outcomes) => Audit;
};

type Voucher = { message: string; state: string; sendingSince: number | undefined };
type Locked = Voucher & {
  name: string;
  pseudonym: Buffer;
  hold: 'held' | 'released' | 'refused' | undefined;
  bonus?: Voucher;
};

type Row = {
  id: string;
  pseudonym: Buffer;
  is_bonus: boolean;
  state: string;
  sending_since: Date | null;
  hold: 'held' | 'released' | 'refused' | null;
};

/** With their bonuses. Two statements: the second one sees what the lock has waited for. */
async function lockVouchers(
  connection: Connection,
  campaign: string,
  { pseudonyms }: Decision,
): Promise<Locked[]> {
  const { rows: found } = await connection.query<{ id: string }>(
    `select id from inaam.message
     where campaign = $1 and kind = 'voucher' and pseudonym = any ($2::bytea[])
     order by id for no key update`,
    [campaign, pseudonyms],
  );
  const { rows } = await connection.query<Row>(
    `select message.id, pseudonym, is_bonus, message.state, sending_since, hold.state as hold
     from inaam.message left join inaam.voucher_hold as hold using (campaign, pseudonym)
     where message.id = any ($2::uuid[]) and campaign = $1 order by is_bonus, message.id`,
    [campaign, found.map(({ id }) => id)],
  );
  const locked = new Map<string, Locked>();
  for (const { id: message, pseudonym, is_bonus, state, sending_since, hold } of rows) {
    const voucher = { message, state, sendingSince: sending_since?.getTime() };
    const name = pseudonym.toString('hex');
    const first = locked.get(name);
    if (first && is_bonus) first.bonus = voucher;
    else locked.set(name, { ...voucher, name, pseudonym, hold: hold ?? undefined });
  }
  return [...locked.values()];
}

/** A bonus follows the voucher of its reward. Writes no audit row if nothing changed. */
function decide<Kind extends Outcome>(
  database: Database,
  campaign: string,
  decision: Decision,
  outcomeOf: (voucher: Locked) => Kind,
  write: (connection: Connection, withOutcome: (kind: Kind) => Locked[]) => Promise<void>,
): Promise<ReadonlyMap<string, Kind>> {
  return transaction(database, async (connection) => {
    const locked = await lockVouchers(connection, campaign, decision);
    const outcomes = new Map(locked.map((one) => [one.name, outcomeOf(one)]));
    await write(connection, (kind) => locked.filter(({ name }) => outcomes.get(name) === kind));
    if ([...outcomes.values()].some((one) => changes.has(one))) {
      await recordAudit(connection, decision.auditOf(outcomes));
    }
    return outcomes;
  });
}

/** @public The others change nothing. */
export const changes: ReadonlySet<Outcome> = new Set(['inTime', 'underWay', 'released', 'refused']);

const namesOf = (locked: readonly Locked[]) => locked.map(({ pseudonym }) => pseudonym);
const idsOf = (locked: readonly Locked[]) =>
  locked.flatMap(({ message, bonus }) => (bonus ? [message, bonus.message] : [message]));

export function holdVouchers(
  database: Database,
  campaign: string,
  decision: Decision,
): Promise<ReadonlyMap<string, HoldOutcome>> {
  const { by, reason, now } = decision;
  return decide(
    database,
    campaign,
    decision,
    ({ state, sendingSince, hold: known }): HoldOutcome =>
      holdOutcome(state, sendingSince, known === 'held'),
    async (connection, withOutcome) => {
      const names = namesOf([...withOutcome('inTime'), ...withOutcome('underWay')]);
      // A rule never holds again what a person has released; a person may.
      await connection.query(
        `insert into inaam.voucher_hold as known (campaign, pseudonym, state, at, decided_by, why)
         select $1, pseudonym, 'held', $3, $4, $5 from unnest($2::bytea[]) as pseudonym
         on conflict (campaign, pseudonym) do update set state = 'held', at = excluded.at,
           decided_by = excluded.decided_by, why = excluded.why
         where known.state = 'released'`,
        [campaign, names, new Date(now), by, reason],
      );
    },
  );
}

/** Also reverts a refusal: the voucher is owed again. */
export function releaseVouchers(
  database: Database,
  campaign: string,
  decision: Decision,
): Promise<ReadonlyMap<string, ReleaseOutcome>> {
  const { by, reason, now } = decision;
  return decide(
    database,
    campaign,
    decision,
    ({ hold: known }): ReleaseOutcome =>
      known === 'held' || known === 'refused' ? 'released' : 'notHeld',
    async (connection, withOutcome) => {
      const released = withOutcome('released');
      await connection.query(
        `update inaam.voucher_hold set state = 'released', at = $3, decided_by = $4, why = $5
         where campaign = $1 and pseudonym = any ($2::bytea[])`,
        [campaign, namesOf(released), new Date(now), by, reason],
      );
      await connection.query(
        `with owed as (
           update inaam.message set due_at = now(), attempts = 0,
             ended_at = null, reason = null,
             state = case
               when state <> 'settled' then state
               when exists (
                 select from inaam.voucher
                 where voucher.campaign = $1 and voucher.pseudonym = message.pseudonym
                   and voucher.is_bonus = message.is_bonus) then 'assigned'
               else 'owed' end
           where id = any ($2::uuid[]) and (
             (state in ('owed', 'assigned') and due_at = 'infinity')
             or (state = 'settled' and reason = $3 and exists (
               select from inaam.personal_data as person
               where person.campaign = $1 and person.pseudonym = message.pseudonym)))
           returning id)
         select ${notifyDue('voucher')} where exists (select from owed)`,
        [campaign, idsOf(released), refusedHold],
      );
    },
  );
}

/** Closes the debt like one that was settled by hand: reward, draw and ledger stay. */
export function refuseVouchers(
  database: Database,
  campaign: string,
  decision: Decision,
): Promise<ReadonlyMap<string, RefusalOutcome>> {
  const { by, reason, now } = decision;
  return decide(
    database,
    campaign,
    decision,
    ({ bonus, ...voucher }): RefusalOutcome => {
      const outcome = refusalOutcome(voucher, now);
      const isSending = bonus && refusalOutcome({ ...voucher, ...bonus }, now) === 'sending';
      return outcome === 'refused' && isSending ? 'sending' : outcome;
    },
    async (connection, withOutcome) => {
      const at = new Date(now);
      const refused = withOutcome('refused');
      await connection.query(
        `insert into inaam.voucher_hold as known (campaign, pseudonym, state, at, decided_by, why)
         select $1, pseudonym, 'refused', $3, $4, $5 from unnest($2::bytea[]) as pseudonym
         on conflict (campaign, pseudonym) do update set state = 'refused', at = excluded.at,
           decided_by = excluded.decided_by, why = excluded.why`,
        [campaign, namesOf(refused), at, by, reason],
      );
      await connection.query(
        `update inaam.message set state = 'settled', ended_at = $2, reason = $3
         where id = any ($1::uuid[]) and state in ('owed', 'assigned')`,
        [idsOf(refused), at, refusedHold],
      );
    },
  );
}
