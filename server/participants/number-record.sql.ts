// All data stored about the owner of one number, for the operator. Encrypted values stay encrypted
// here; times are in ms.
import { ms, transaction, type Database } from '../database/database.ts';

type Sealed = { mobileSealed: Buffer | null };

/** With its reward; a participation with a bonus is there a second time, with that. */
export type Participation = {
  pseudonym: Buffer;
  state: string;
  verifiedAt: number;
  isBonus: boolean;
  /** Undefined if it was erased. */
  personalData:
    | { mobileSealed: Buffer; nameSealed: Buffer; detailsSealed: Buffer | null }
    | undefined;
  reward: { amount: number; kind: string; grantedAt: number } | undefined;
  voucherAssignedAt: number | null;
};

export type NumberRecord = {
  /** Oldest first. */
  participations: Participation[];
  limits:
    | {
        sends: number[];
        tries: number[];
        provenSends: number[];
        provenTries: number[];
        guardedSends: number[];
        guardedUsedAt: number | null;
        guardedMisses: number;
        blocked: boolean;
        codesStopped: boolean;
      }
    | undefined;
  registrations: (Sealed & {
    userKey: string;
    registrationSealed: Buffer | null;
    registeredAt: number;
    codeExpiresAt: number | null;
    codeUsedAt: number | null;
    tries: number;
  })[];
  sessions: { userKey: string; createdAt: number; expiresAt: number; revokedAt: number | null }[];
  consents: { userKey: string; answer: string; noticeHash: string; at: number }[];
};

export async function readNumberRecord(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
): Promise<NumberRecord> {
  const key = [campaign, mobileIndex];
  const participations = await readParticipations(database, key);
  const registrations = await readRegistrationsOf(database, key);
  const pseudonyms = participations.map(({ pseudonym }) => pseudonym);
  const sessions = await readSessions(database, [campaign, pseudonyms]);
  const devices = new Set([...registrations, ...sessions].map(({ userKey }) => userKey));
  return {
    participations,
    limits: await readLimits(database, key),
    registrations,
    sessions,
    consents: await readConsents(database, [campaign, [...devices]]),
  };
}

type ParticipationRow = Omit<Participation, 'personalData' | 'reward'> & {
  mobileSealed: Buffer | null;
  nameSealed: Buffer | null;
  detailsSealed: Buffer | null;
  amount: number | null;
  kind: string | null;
  grantedAt: number | null;
};

async function readParticipations(database: Database, key: unknown[]): Promise<Participation[]> {
  const { rows } = await database.query<ParticipationRow>(
    `select participation.pseudonym, state,
       ${ms('case when is_bonus then granted_at else verified_at end')} as "verifiedAt",
       coalesce(is_bonus, false) as "isBonus", mobile_sealed as "mobileSealed",
       name_sealed as "nameSealed", details_sealed as "detailsSealed", reward.amount, reward.kind,
       ${ms('granted_at')} as "grantedAt", ${ms('assigned_at')} as "voucherAssignedAt"
     from inaam.participation
     left join inaam.personal_data using (campaign, pseudonym)
     left join inaam.reward using (campaign, pseudonym)
     left join inaam.voucher using (campaign, pseudonym, is_bonus)
     where participation.campaign = $1 and participation.mobile_index = $2
     order by "verifiedAt", claim, is_bonus`,
    key,
  );
  return rows.map((row) => {
    const { pseudonym, state, verifiedAt, isBonus, voucherAssignedAt } = row;
    const { mobileSealed, nameSealed, detailsSealed, amount, kind, grantedAt } = row;
    return {
      pseudonym,
      state,
      verifiedAt,
      isBonus,
      voucherAssignedAt,
      personalData:
        mobileSealed && nameSealed ? { mobileSealed, nameSealed, detailsSealed } : undefined,
      reward:
        amount !== null && kind !== null && grantedAt !== null
          ? { amount, kind, grantedAt }
          : undefined,
    };
  });
}

const times = (column: string) =>
  `array(select ${ms('at')} from unnest(${column}) with ordinality as one (at, place) order by place)`;

async function readLimits(database: Database, key: unknown[]): Promise<NumberRecord['limits']> {
  const { rows } = await database.query<NonNullable<NumberRecord['limits']>>(
    `select ${times('sends')} as sends, ${times('tries')} as tries,
       ${times('proven_sends')} as "provenSends", ${times('proven_tries')} as "provenTries",
       ${times('guarded_sends')} as "guardedSends", ${ms('guarded_used_at')} as "guardedUsedAt",
       guarded_misses as "guardedMisses", blocked, codes_stopped as "codesStopped"
     from inaam.mobile_limits where campaign = $1 and mobile_index = $2`,
    key,
  );
  return rows[0];
}

async function readRegistrationsOf(database: Database, key: unknown[]) {
  const { rows } = await database.query<NumberRecord['registrations'][number]>(
    `select user_key as "userKey", mobile_sealed as "mobileSealed",
       registration_sealed as "registrationSealed", ${ms('registered_at')} as "registeredAt",
       ${ms('code_expires_at')} as "codeExpiresAt", ${ms('code_used_at')} as "codeUsedAt", tries
     from inaam.code_request where campaign = $1 and mobile_index = $2 order by registered_at`,
    key,
  );
  return rows;
}

async function readSessions(database: Database, key: unknown[]) {
  const { rows } = await database.query<NumberRecord['sessions'][number]>(
    `select user_key as "userKey", ${ms('created_at')} as "createdAt",
       ${ms('expires_at')} as "expiresAt", ${ms('revoked_at')} as "revokedAt"
     from inaam.token where campaign = $1 and pseudonym = any ($2::bytea[]) order by number`,
    key,
  );
  return rows;
}

async function readConsents(database: Database, key: unknown[]) {
  const { rows } = await database.query<NumberRecord['consents'][number]>(
    `select user_key as "userKey", answer, notice_hash as "noticeHash", ${ms('at')} as at
     from inaam.consent where campaign = $1 and user_key = any ($2::text[]) order by consent.at, t`,
    key,
  );
  return rows;
}

export type VisitOfNumber = { userKey: string; at: number; query: unknown; ipInfo: unknown };

/**
 * Visits of a number's devices, oldest first.
 * @param devicesMax anybody can register a number on thousands of devices
 * @param visitsMax the first of each device
 */
export async function readVisitsOf(
  database: Database,
  campaign: string,
  { registrations, sessions }: NumberRecord,
  { devicesMax, visitsMax }: { devicesMax?: number; visitsMax?: number } = {},
): Promise<VisitOfNumber[]> {
  const devices = new Set([...registrations, ...sessions].map(({ userKey }) => userKey));
  return transaction(database, async (connection) => {
    await connection.query(`set local statement_timeout = '60s'`);
    const { rows } = await connection.query<VisitOfNumber>(
      `select user_key as "userKey", ${ms('visit.at')} as at, query, ip_info as "ipInfo"
       from unnest($2::text[]) as device
       cross join lateral (
         select * from inaam.visit where campaign = $1 and user_key = device order by at limit $3) as visit
       order by visit.at`,
      [campaign, [...devices].slice(0, devicesMax), visitsMax ?? null],
    );
    return rows;
  });
}
