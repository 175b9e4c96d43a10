// What a number's messages and reward are called in a command's answer.
import type { Sms } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import type { MessageOfNumber, NumberStory } from '../messages/message-queries.sql.ts';
import { formatTime, messageKind } from '../platform/format.ts';
import { table } from '../operator/table.ts';

export function messageTable(
  messages: readonly MessageOfNumber[],
  reward: { amount: number } | undefined,
): string {
  return table(
    ['message', 'what', 'state', 'owed at', 'sent at', 'tries', 'reason'],
    messages.map(({ message, kind, state, owedAt, sentAt, tries, reason }) => [
      message,
      messageKind(kind, reward?.amount ?? null),
      state,
      formatTime(owedAt) ?? '',
      formatTime(sentAt) ?? '-',
      tries,
      reason ?? '-',
    ]),
  );
}

/**
 * A sentence about the hours of the voucher's text, if one waits to be sent: why nothing happens at
 * night.
 */
export function hoursNote(
  messages: readonly MessageOfNumber[],
  reward: { amount: number } | undefined,
  vouchers: Sms['vouchers'],
): string | undefined {
  const isWaiting = messages.some(
    ({ kind, state }) => kind === 'voucher' && (state === 'owed' || state === 'assigned'),
  );
  const text = reward && vouchers[reward.amount];
  const hours = text && sendingHours[text.category];
  if (!isWaiting || !hours) return undefined;
  return `The SMS with the voucher is sent from ${spellHours(hours)} in India only.`;
}

type Story = Pick<NumberStory, 'participant' | 'reward'> & {
  messages: readonly MessageOfNumber[];
};

/** For `--json`. */
export function storyFacts({ participant, reward, messages }: Story) {
  return {
    participant: participant
      ? { state: participant.state, verifiedAt: formatTime(participant.verifiedAt) }
      : null,
    reward: reward ? { amount: reward.amount, grantedAt: formatTime(reward.grantedAt) } : null,
    messages: messages.map(({ owedAt, sentAt, ...message }) => ({
      ...message,
      owedAt: formatTime(owedAt),
      sentAt: formatTime(sentAt),
    })),
  };
}
