import { serverPlugins } from '@inaam/plugins/server.ts';
import { openPersonalData, openRegistration } from '../platform/personal-data.ts';
import { sealContexts, type Sealer } from '../platform/seal.ts';
import { formatTime } from '../platform/format.ts';
import type { Database } from '../database/database.ts';
import {
  readNumberRecord,
  readVisitsOf,
  type NumberRecord,
  type Participation,
} from './number-record.sql.ts';
import { readPersonEvents } from './person-events.sql.ts';

import { indianDay } from '../platform/period.rules.ts';
import { recordLookup, type LookupLimit } from './person-reads.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { assertKnownNumber } from './change-number.call.ts';
import { changeOf } from '../console/audit-words.ts';

/** How many people one account may export: each file has a number and a name. */
export const exportLimit: LookupLimit = { max: 20, withinMs: 3_600_000 };

/** Exports a person's own data. The audit log records it before anything is read. */
export const exportNumber: ConsoleHandler<'exportNumber'> = async (context, fields, signedIn) => {
  const { database, keys } = context;
  const change = changeOf(context, fields, signedIn, 'console person export');
  const { campaign, mobileIndex, audit } = change;
  await assertKnownNumber(context, mobileIndex);
  const details = { ...audit.details, account: signedIn.id };
  const read = { ...audit, details };
  if (!(await recordLookup(database, 'console person export', read, exportLimit))) {
    throw new ConsoleRefusal(
      'locked',
      `You have exported ${exportLimit.max} people within an hour, which is the limit. Try again later, or ask a colleague.`,
    );
  }
  const stored = await readNumber({ database, campaign, keys, mobileIndex });
  const day = indianDay(context.clocks.campaign());
  const json = `${JSON.stringify(stored, null, 2)}\n`;
  return { fileName: `${campaign}-person-${day}.json`, json };
};

type Keys = Pick<Sealer, 'open'>;

type Exported = { database: Database; campaign: string; keys: Keys; mobileIndex: Buffer };

function participationIn(participation: Participation, keys: Keys) {
  const { pseudonym, isBonus, state, verifiedAt, reward, voucherAssignedAt } = participation;
  return {
    pseudonym: pseudonym.toString('hex'),
    isBonus,
    state,
    verifiedAt: formatTime(verifiedAt),
    ...personalDataOf(participation, keys),
    reward: reward ? { ...reward, grantedAt: formatTime(reward.grantedAt) } : null,
    voucherAssignedAt: formatTime(voucherAssignedAt),
  };
}

/** For the number's owner only: contains number and name, but no voucher code. */
async function readNumber({
  database,
  campaign,
  keys,
  mobileIndex,
}: Exported): Promise<Readonly<Record<string, unknown>>> {
  const record = await readNumberRecord(database, campaign, mobileIndex);
  const { participations, limits } = record;
  const { messages } = await readPersonEvents(database, campaign, mobileIndex, participations);
  const pseudonyms = participations.map(({ pseudonym }) => pseudonym);
  const others = await Promise.all(
    serverPlugins.map(async ({ person }) => person?.(database, campaign, pseudonyms)),
  );
  return {
    campaign,
    participations: participations.map((one) => ({
      ...participationIn(one, keys),
      ...(!one.isBonus &&
        Object.assign({}, ...others.map((own) => own?.get(one.pseudonym.toString('hex'))))),
    })),
    limits: limits
      ? {
          codesSentAt: limits.sends.map(formatTime),
          codesTriedAt: limits.tries.map(formatTime),
          isBlocked: limits.blocked,
        }
      : null,
    registrations: record.registrations.map((registration) => ({
      device: registration.userKey,
      registeredAt: formatTime(registration.registeredAt),
      codeExpiresAt: formatTime(registration.codeExpiresAt),
      codeUsedAt: formatTime(registration.codeUsedAt),
      ...typedIn(registration, keys, mobileIndex),
    })),
    sessions: record.sessions.map((session) => ({
      device: session.userKey,
      createdAt: formatTime(session.createdAt),
      expiresAt: formatTime(session.expiresAt),
      revokedAt: formatTime(session.revokedAt),
    })),
    consents: record.consents.map(({ userKey, at, ...consent }) => ({
      device: userKey,
      ...consent,
      at: formatTime(at),
    })),
    messages: messages
      .toReversed()
      .map(({ message, kind, state, tries, owedAt, sentAt, reason }) => ({
        message,
        kind,
        state,
        tries,
        reason,
        owedAt: formatTime(owedAt),
        sentAt: formatTime(sentAt),
      })),
    visits: (await readVisitsOf(database, campaign, record)).map(({ userKey, at, ...visit }) => ({
      device: userKey,
      at: formatTime(at),
      ...visit,
    })),
  };
}

function personalDataOf(
  { pseudonym, personalData }: Pick<Participation, 'pseudonym' | 'personalData'>,
  keys: Keys,
) {
  if (!personalData) return { isErased: true };
  const mobile = keys.open(personalData.mobileSealed, sealContexts.personalDataMobile(pseudonym));
  const { profile = null, ...registered } = openPersonalData(keys, personalData, pseudonym);
  return { mobile, ...registered, profile };
}

/** The typed values, until they are wiped. */
function typedIn(
  { userKey, mobileSealed, registrationSealed }: NumberRecord['registrations'][number],
  keys: Keys,
  mobileIndex: Buffer,
) {
  if (!mobileSealed || !registrationSealed) return {};
  return openRegistration(keys, { mobileIndex, mobileSealed, registrationSealed }, userKey);
}
