// All data stored about the owner of one number, for the operator. Encrypted values stay encrypted
// here; times are in ms.
import { transaction, type Database } from '../database/database.ts';

type Sealed = { mobileSealed: Buffer | null };

export type Participation = {
  pseudonym: Buffer;
  state: string;
  verifiedAt: number;
  /** Of a right answer, not of a pack or a spin. */
  isBonus: boolean;
  /** Undefined if it was erased. */
  personalData:
    | { mobileSealed: Buffer; nameSealed: Buffer; detailsSealed: Buffer | undefined }
    | undefined;
  reward: { amount: number; kind: string; grantedAt: number } | undefined;
  voucherAssignedAt: number | undefined;
  /** The one after the reward; both count from 0. */
  question:
    | {
        question: number;
        askedAt: number;
        answer: number | null;
        isRight: boolean | null;
        answeredAt: number | null;
      }
    | undefined;
};

export type NumberRecord = {
  /** Oldest first; bonuses among them. */
  participations: Participation[];
  limits:
    | {
        sends: number[];
        tries: number[];
        guardedSends: number[];
        guardedUsedAt: number | undefined;
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

const time = (at: Date) => at.getTime();
const timeOrNull = (at: Date | null) => at?.getTime() ?? null;

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

async function readParticipations(database: Database, key: unknown[]): Promise<Participation[]> {
  const { rows } = await database.query<{
    pseudonym: Buffer;
    state: string;
    verified_at: Date;
    is_bonus: boolean;
    mobile_sealed: Buffer | null;
    name_sealed: Buffer | null;
    details_sealed: Buffer | null;
    amount: number | null;
    kind: string | null;
    granted_at: Date | null;
    assigned_at: Date | null;
    question: number | null;
    asked_at: Date | null;
    answer: number | null;
    is_right: boolean | null;
    answered_at: Date | null;
  }>(
    `select participant.pseudonym, state, verified_at, bonus_of is not null as is_bonus, mobile_sealed,
       name_sealed, details_sealed, reward.amount, reward.kind, granted_at, assigned_at,
       question, asked_at, answer, is_right, answered_at
     from inaam.participant
     left join inaam.personal_data using (campaign, pseudonym)
     left join inaam.reward using (campaign, pseudonym)
     left join inaam.voucher using (campaign, pseudonym)
     left join inaam.question using (campaign, pseudonym)
     where campaign = $1 and participant.mobile_index = $2 order by verified_at, claim, bonus_of nulls first`,
    key,
  );
  return rows.map((row) => ({
    pseudonym: row.pseudonym,
    state: row.state,
    verifiedAt: time(row.verified_at),
    isBonus: row.is_bonus,
    personalData:
      row.mobile_sealed && row.name_sealed
        ? {
            mobileSealed: row.mobile_sealed,
            nameSealed: row.name_sealed,
            detailsSealed: row.details_sealed ?? undefined,
          }
        : undefined,
    reward:
      row.amount !== null && row.kind !== null && row.granted_at
        ? { amount: row.amount, kind: row.kind, grantedAt: time(row.granted_at) }
        : undefined,
    voucherAssignedAt: row.assigned_at?.getTime(),
    question:
      row.question !== null && row.asked_at
        ? {
            question: row.question,
            askedAt: time(row.asked_at),
            answer: row.answer,
            isRight: row.is_right,
            answeredAt: timeOrNull(row.answered_at),
          }
        : undefined,
  }));
}

async function readLimits(database: Database, key: unknown[]): Promise<NumberRecord['limits']> {
  const { rows } = await database.query<{
    sends: Date[];
    tries: Date[];
    guarded_sends: Date[];
    guarded_used_at: Date | null;
    guarded_misses: number;
    blocked: boolean;
    codes_stopped: boolean;
  }>(
    `select sends, tries, guarded_sends, guarded_used_at, guarded_misses, blocked, codes_stopped
     from inaam.mobile_limits where campaign = $1 and mobile_index = $2`,
    key,
  );
  const [row] = rows;
  return (
    row && {
      sends: row.sends.map(time),
      tries: row.tries.map(time),
      guardedSends: row.guarded_sends.map(time),
      guardedUsedAt: row.guarded_used_at?.getTime(),
      guardedMisses: row.guarded_misses,
      blocked: row.blocked,
      codesStopped: row.codes_stopped,
    }
  );
}

async function readRegistrationsOf(database: Database, key: unknown[]) {
  const { rows } = await database.query<{
    user_key: string;
    mobile_sealed: Buffer | null;
    registration_sealed: Buffer | null;
    registered_at: Date;
    code_expires_at: Date | null;
    code_used_at: Date | null;
    tries: number;
  }>(
    `select user_key, mobile_sealed, registration_sealed, registered_at, code_expires_at, code_used_at, tries
     from inaam.challenge where campaign = $1 and mobile_index = $2 order by registered_at`,
    key,
  );
  return rows.map((row) => ({
    userKey: row.user_key,
    mobileSealed: row.mobile_sealed,
    registrationSealed: row.registration_sealed,
    registeredAt: time(row.registered_at),
    codeExpiresAt: timeOrNull(row.code_expires_at),
    codeUsedAt: timeOrNull(row.code_used_at),
    tries: row.tries,
  }));
}

async function readSessions(database: Database, key: unknown[]) {
  const { rows } = await database.query<{
    user_key: string;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  }>(
    `select user_key, created_at, expires_at, revoked_at from inaam.token
     where campaign = $1 and pseudonym = any ($2::bytea[]) order by number`,
    key,
  );
  return rows.map((row) => ({
    userKey: row.user_key,
    createdAt: time(row.created_at),
    expiresAt: time(row.expires_at),
    revokedAt: timeOrNull(row.revoked_at),
  }));
}

async function readConsents(database: Database, key: unknown[]) {
  const { rows } = await database.query<{
    user_key: string;
    answer: string;
    notice_hash: string;
    at: Date;
  }>(
    `select user_key, answer, notice_hash, at from inaam.consent
     where campaign = $1 and user_key = any ($2::text[]) order by at, t`,
    key,
  );
  return rows.map((row) => ({
    userKey: row.user_key,
    answer: row.answer,
    noticeHash: row.notice_hash,
    at: time(row.at),
  }));
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
    const { rows } = await connection.query<Omit<VisitOfNumber, 'at'> & { at: Date }>(
      `select user_key as "userKey", at, query, ip_info as "ipInfo"
       from unnest($2::text[]) as device
       cross join lateral (
         select * from inaam.visit where campaign = $1 and user_key = device order by at limit $3) as visit
       order by at`,
      [campaign, [...devices].slice(0, devicesMax), visitsMax ?? null],
    );
    return rows.map((row) => ({ ...row, at: time(row.at) }));
  });
}
