import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Command } from 'commander';
import { recordAudit } from '../database/audit-log.ts';
import { readNumberStory, type MessageOfNumber } from '../messages/message-queries.sql.ts';
import { readNumberRecord, type NumberRecord } from './number-record.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import { addWhoAndWhy, whoAndWhy } from '../operator/change-options.ts';
import type { CommandResult, Session } from '../operator/command-context.ts';
import { formatTime } from '../platform/format.ts';
import { withNumber } from './with-number.command.ts';
import { hoursNote, messageTable, storyFacts } from './number-story.command.ts';

const messagesMax = 20;
const hourMs = 3_600_000;

export function addNumberShow(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'number show',
    summary: 'say in plain words how a number stands: state, reward, messages, limits, consent',
    detail:
      'Asks for the number, or reads it from stdin. Neither the number nor a name or code is shown.',
    examples: [
      'number show --why "complaint 4711"',
      'number show --why "complaint 4711" --json < number.txt',
    ],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withNumber(context, 'number show', who, async (number) => {
        const { database, campaign, mobileIndex, audit, now } = number;
        const record = await readNumberRecord(database, campaign, mobileIndex);
        const story = await readNumberStory(database, campaign, mobileIndex, messagesMax);
        await recordAudit(database, audit);
        const { sms } = await loadCampaign(campaign);
        const note = hoursNote(story.messages, story.reward, sms.vouchers);
        return answerOf(campaign, record, story.messages, { now, note });
      }),
  });
}

function answerOf(
  campaign: string,
  record: NumberRecord,
  messages: readonly MessageOfNumber[],
  { now, note }: { now: number; note: string | undefined },
): CommandResult {
  const { participant, reward, voucher, personalData } = record;
  const limits = limitsOf(record, now);
  const sessions = record.sessions.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now,
  ).length;
  const consent = record.consents.at(-1);
  const lines = [
    participantLine(record),
    ...(reward ? [`Rewarded Rs ${reward.amount} at ${formatTime(reward.grantedAt)}.`] : []),
    ...(voucher ? [`Its voucher code was assigned at ${formatTime(voucher.assignedAt)}.`] : []),
    ...(participant && !personalData ? ['Name and number were erased.'] : []),
    limits.blocked ? 'Blocked by an operator: it can neither register nor claim.' : 'Not blocked.',
    `Codes sent: ${limits.sends.hour} in the last hour, ${limits.sends.day} in the last day, ${limits.sends.programme} in all.`,
    `Codes tried: ${limits.tries.day} in the last day, ${limits.tries.programme} in all.`,
    `Registrations without a verification: ${limits.pending}. Sessions that are open: ${sessions}.`,
    consent
      ? `Newest answer to the privacy notice: ${consent.answer} at ${formatTime(consent.at)}.`
      : 'No answer to the privacy notice is known.',
    messages.length === 0 ? 'No message to it is known.' : messageTable(messages, reward),
    ...(note === undefined ? [] : [note]),
  ];
  const { messages: shownMessages, ...facts } = storyFacts({ participant, reward, messages });
  return {
    text: lines.join('\n'),
    json: {
      campaign,
      ...facts,
      voucherAssignedAt: formatTime(voucher?.assignedAt ?? null),
      isErased: participant !== undefined && personalData === undefined,
      limits,
      openSessions: sessions,
      consent: consent ? { answer: consent.answer, at: formatTime(consent.at) } : null,
      messages: shownMessages,
    },
  };
}

function participantLine({ participant, reward }: NumberRecord): string {
  if (!participant) return 'This number was never verified in this campaign: it has no reward.';
  const verified = `Verified at ${formatTime(participant.verifiedAt)}, of ${participant.state}.`;
  return reward ? verified : `${verified} It has not claimed its reward: PLAY was not pressed.`;
}

function limitsOf({ limits, registrations }: NumberRecord, now: number) {
  const { sends, tries, blocked } = limits ?? { sends: [], tries: [], blocked: false };
  const within = (times: readonly number[], ms: number) =>
    times.filter((time) => now - time < ms).length;
  return {
    blocked,
    sends: {
      hour: within(sends, hourMs),
      day: within(sends, 24 * hourMs),
      programme: sends.length,
    },
    tries: { day: within(tries, 24 * hourMs), programme: tries.length },
    pending: registrations.filter(({ codeUsedAt }) => codeUsedAt === null).length,
  };
}
