// What a number's messages and reward are called in a command's answer.
import type {
  MessageOfNumber,
  NumberStory,
} from '../../storage/delivery/messages/message-queries.ts';
import { formatTime, messageKind } from '../../support/format.ts';
import { table } from '../output/table.ts';

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
