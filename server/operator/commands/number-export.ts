import type { Command } from 'commander';
import * as z from 'zod';
import { sealContexts } from '../../keys/seal-contexts.ts';
import { openProfile, openRegistration } from '../../keys/personal-data.ts';
import { recordAudit } from '../../storage/audit-log.ts';
import { readNumberStory } from '../../storage/messages/message-queries.ts';
import {
  readNumberRecord,
  readVisitsOf,
  type NumberRecord,
} from '../../storage/personal-data/number-record.ts';
import { addCommand } from '../add-command.ts';
import { writeNewFile } from '../audit-files.ts';
import { addWhoAndWhy, whoAndWhy } from '../change-options.ts';
import type { Session } from '../command-context.ts';
import { formatTime } from '../format.ts';
import { withNumber, type NumberContext } from '../number-command.ts';

const messagesMost = 10_000;

export function addNumberExport(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'number export',
    summary: 'write everything that is stored about a person, as JSON, for that person',
    detail:
      'To stdout, or to a new file that only you can read. It has the name and the number in it: hand it to their owner alone. A voucher code went out by SMS and is not in it.',
    examples: ['number export --out request-12.json --why "access request 12"'],
    add: (command) => {
      command.option('--out <file>', 'a file that is not there yet');
      addWhoAndWhy(command);
    },
    shape: { ...whoAndWhy, out: z.string().optional() },
    run: ({ out, ...who }) =>
      withNumber(context, 'number export', who, async (number) => {
        const stored = await describe(number);
        await recordAudit(number.database, number.audit);
        const json = { campaign: number.campaign, ...stored };
        if (out === undefined) return { text: JSON.stringify(json, null, 2), json };
        await writeNewFile(out, [`${JSON.stringify(json, null, 2)}\n`]);
        return { text: `Written to ${out}.`, json: { campaign: number.campaign, file: out } };
      }),
  });
}

async function describe({ database, campaign, keys, mobileIndex }: NumberContext) {
  const record = await readNumberRecord(database, campaign, mobileIndex);
  const { messages } = await readNumberStory(database, campaign, mobileIndex, messagesMost);
  const { participant, reward, voucher, limits } = record;
  return {
    participant: participant
      ? {
          pseudonym: participant.pseudonym.toString('hex'),
          state: participant.state,
          verifiedAt: formatTime(participant.verifiedAt),
          ...personalDataOf(record, keys),
        }
      : null,
    reward: reward ? { ...reward, grantedAt: formatTime(reward.grantedAt) } : null,
    voucherAssignedAt: formatTime(voucher?.assignedAt ?? null),
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
    messages: messages.map(({ owedAt, sentAt, ...message }) => ({
      ...message,
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

type Keys = NumberContext['keys'];

function personalDataOf({ participant, personalData }: NumberRecord, keys: Keys) {
  if (!participant || !personalData) return { isErased: true };
  const { pseudonym } = participant;
  const { nameSealed, detailsSealed } = personalData;
  const { name, profile } = openProfile(
    keys,
    { nameSealed, detailsSealed: detailsSealed ?? undefined },
    pseudonym,
  );
  const mobile = keys.open(personalData.mobileSealed, sealContexts.personalDataMobile(pseudonym));
  return { mobile, name, profile: profile ?? null };
}

/** What was typed, until it is wiped. */
function typedIn(
  { userKey, mobileSealed, registrationSealed }: NumberRecord['registrations'][number],
  keys: Keys,
  mobileIndex: Buffer,
) {
  if (!mobileSealed || !registrationSealed) return {};
  return openRegistration(keys, { mobileIndex, mobileSealed, registrationSealed }, userKey);
}
