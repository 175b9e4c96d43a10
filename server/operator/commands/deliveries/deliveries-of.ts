import type { Command } from 'commander';
import { recordAudit } from '../../../storage/audit-log.ts';
import {
  readNumberStory,
  type MessageOfNumber,
  type NumberStory,
} from '../../../storage/messages/message-queries.ts';
import { withNumberKeys } from '../../database/with-database.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../options/change-options.ts';
import { addCommand } from '../../add-command.ts';
import type { CommandResult, Session } from '../../command-context.ts';
import { readMobile } from '../../prompts/read-mobile.ts';
import { table } from '../../output/table.ts';
import { formatTime, messageKind } from '../../../support/format.ts';

const messagesMost = 10;

export function addDeliveriesOf(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'deliveries of',
    summary: 'show the verification, the reward and the messages of one mobile number',
    detail:
      'Asks for the number, or reads it from stdin. Neither the number nor a code is ever shown.',
    examples: [
      'deliveries of --why "complaint 4711"',
      'deliveries of --why "complaint 4711" --json < number.txt',
    ],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withNumberKeys(context, async ({ database, clocks, id, keys }) => {
        const operator = operatorOf(who, clocks.wall());
        const mobile = await readMobile(context);
        const story = await readNumberStory(database, id, keys.mobileIndex(mobile), messagesMost);
        const details = { messages: story.messages.length };
        await recordAudit(database, { campaign: id, command: 'deliveries of', operator, details });
        return answerOf(id, story);
      }),
  });
}

function answerOf(campaign: string, { participant, reward, messages }: NumberStory): CommandResult {
  const lines = [
    participant
      ? `Verified at ${formatTime(participant.verifiedAt)}, state: ${participant.state}.`
      : 'This number has not been verified in this campaign, so it has no reward.',
    ...(participant ? [rewardLine(reward)] : []),
    messages.length === 0 ? 'No messages to this number.' : messageTable(messages, reward),
  ];
  return {
    text: lines.join('\n'),
    json: {
      campaign,
      participant: participant
        ? { state: participant.state, verifiedAt: formatTime(participant.verifiedAt) }
        : null,
      reward: reward ? { amount: reward.amount, grantedAt: formatTime(reward.grantedAt) } : null,
      messages: messages.map(({ owedAt, sentAt, ...message }) => ({
        ...message,
        owedAt: formatTime(owedAt),
        sentAt: formatTime(sentAt),
      })),
    },
  };
}

const rewardLine = (reward: NumberStory['reward']) =>
  reward
    ? `Reward of Rs ${reward.amount} granted at ${formatTime(reward.grantedAt)}.`
    : 'No reward yet: PLAY has not been pressed.';

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
