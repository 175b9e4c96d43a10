// Verified participants as the server creates them, with promise and ledger entry, but without the
// preceding calls.
import { randomBytes } from 'node:crypto';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { rewardRulesOf } from '@inaam/server/draw/promise.rules.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { RewardClaim } from '@inaam/server/draw/grants.sql.ts';
import type { BoundDraw } from '@inaam/server/draw/read-cards.ts';
import { verifyCodes } from '@inaam/server/participants/verifications.sql.ts';

export type Enrolment = {
  database: Database;
  campaign: Pick<ServerCampaign, 'id' | 'fixed' | 'draw' | 'programme'>;
};

type When = { today?: string; now?: number };

/**
 * In the order of their draw numbers.
 * @param pseudonyms random by default
 * @returns their pseudonyms
 */
export async function insertParticipants(
  { database, campaign }: Enrolment,
  count: number,
  state: string,
  { today = '2025-07-01', now = Date.now() }: When = {},
  pseudonyms: readonly Buffer[] = Array.from({ length: count }, () => randomBytes(16)),
): Promise<Buffer[]> {
  const people = pseudonyms.map((pseudonym) => ({
    pseudonym,
    userKey: randomBytes(16).toString('hex'),
    mobileIndex: randomBytes(32),
  }));
  await database.query(
    `insert into inaam.code_request (campaign, user_key, mobile_index, requested_t, registered_at, mobile_sealed,
       registration_sealed, code_hash, code_sealed, code_at, code_expires_at)
     select $1, user_key, mobile_index, 1, now(), 'x', 'x', mobile_index, 'x', $4, $4::timestamptz + interval '5 minutes'
     from unnest($2::text[], $3::bytea[]) as person (user_key, mobile_index)`,
    [
      campaign.id,
      people.map(({ userKey }) => userKey),
      people.map(({ mobileIndex }) => mobileIndex),
      new Date(now),
    ],
  );
  const rules = rewardRulesOf(campaign);
  const verify = verifyCodes(database, campaign.id, { rules, rateLimits });
  for (const { pseudonym, userKey, mobileIndex } of people) {
    const typed = {
      hash: mobileIndex,
      isOwnCode: (hash: Buffer) => hash.equals(mobileIndex),
      tryHash: randomBytes(16),
      isGuardedCode: () => false,
    };
    const verificationOf = () => ({
      today,
      state,
      pseudonymFor: () => pseudonym,
      sealFor: () => ({ mobileSealed: mobileIndex, nameSealed: mobileIndex }),
      token: { hash: randomBytes(32), expiresAt: now + 60_000 },
    });
    const verified = await verify.one({ userKey, mobileIndex, t: 1, now, typed, verificationOf });
    if (verified.kind !== 'first') throw new Error(`Nobody was verified: ${verified.kind}.`);
  }
  return people.map(({ pseudonym }) => pseudonym);
}

/** Undefined for participants who are not promised a card. */
async function drawNumbersOf(
  database: Database,
  pseudonyms: readonly Buffer[],
): Promise<(number | undefined)[]> {
  const { rows } = await database.query<{ pseudonym: Buffer; draw_number: string | null }>(
    'select pseudonym, draw_number from inaam.participation where pseudonym = any ($1::bytea[])',
    [pseudonyms],
  );
  return pseudonyms.map((pseudonym) => {
    const number = rows.find((row) => row.pseudonym.equals(pseudonym))?.draw_number ?? undefined;
    return number === undefined ? undefined : Number(number);
  });
}

/** The first draw numbers, bound to these pseudonyms in their order. */
export const drawsOf = (pseudonyms: readonly Buffer[]): BoundDraw[] => [
  ...pseudonyms.map((pseudonym) => pseudonym.toString('hex')).entries(),
];

/** The storage calls of `users/getReward/`. */
export async function claimsOf(
  database: Database,
  pseudonyms: readonly Buffer[],
  today = '2025-07-01',
): Promise<RewardClaim[]> {
  const drawNumbers = await drawNumbersOf(database, pseudonyms);
  return pseudonyms.map((pseudonym, at) => {
    return { pseudonym, today, now: Date.now(), drawNumber: drawNumbers[at] };
  });
}
