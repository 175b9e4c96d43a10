import {
  everywhere,
  isGiven,
  usedAt,
  type CampaignRole,
} from '@inaam/server/console/sign-in/accounts.sql.ts';
import { ms, type Connection, type Queryable } from '@inaam/server/database/database.ts';

/** The roles of account `a` in each place. */
const roles = `coalesce((select json_agg(json_build_object('campaign', campaign, 'role', role)
    order by campaign)
  from inaam.console_role where account = a.id and role is not null), '[]') as roles`;

/** Whether account `a` has come: it has a way to sign in. */
const hasCome = `(exists (select from inaam.console_passkey where account = a.id)
  or exists (select from inaam.console_identity where account = a.id)
  or exists (select from inaam.console_session where account = a.id))`;

export type Member = { id: string; name: string; roles: CampaignRole[]; hasCome: boolean };

export type ListedMember = Member & {
  seenAt: number | null;
  /** Of the newest invitation. */
  invitedBy: string | null;
  /** Null: there was none, as in tests. */
  until: number | null;
  isOpen: boolean | null;
};

/** Open accounts with a role in the campaign or everywhere, by name. @param now wall time, ms */
export async function readMembers(
  database: Queryable,
  campaign: string,
  now: number,
): Promise<ListedMember[]> {
  const { rows } = await database.query<ListedMember>(
    `select a.id, a.name, ${roles}, ${hasCome} as "hasCome", ${usedAt} as "seenAt",
       giver.name as "invitedBy", ${ms('i.expires_at')} as until,
       i.used_at is null and i.expires_at > $2 and ${isGiven} as "isOpen"
     from inaam.console_account a
     left join lateral (
       select * from inaam.console_invitation where account = a.id
       order by created_at desc limit 1) i on true
     left join inaam.console_account giver on giver.id = i.given_by
     where a.closed_at is null and exists (
       select from inaam.console_role r
       where r.account = a.id and r.campaign in ($1, '${everywhere}') and r.role is not null)
     order by a.name, a.id`,
    [campaign, new Date(now)],
  );
  return rows;
}

/** Undefined if it is closed. Its row is locked. */
export async function lockMember(connection: Connection, id: string): Promise<Member | undefined> {
  const { rows } = await connection.query<Member>(
    `select a.id, a.name, ${roles}, ${hasCome} as "hasCome"
     from inaam.console_account a where a.id = $1 and a.closed_at is null for no key update`,
    [id],
  );
  return rows[0];
}

/** Of two, a manager's counts, then the campaign's own. */
export function roleIn(held: readonly CampaignRole[], campaign: string): CampaignRole | undefined {
  const here = held.filter((one) => one.campaign === campaign || one.campaign === everywhere);
  return (
    here.find(({ role }) => role === 'manager') ??
    here.find((one) => one.campaign === campaign) ??
    here[0]
  );
}
