// `deliveries of`: what became of one number, for who answers a complaint. The number is typed or piped in, never part of
// the command, which a shell would keep; it is not said again. Each look leaves a row in the audit log, without it.
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { mobileFault } from '@inaam/contract/fields.ts';
import { recordAudit } from '../storage/audits.ts';
import {
  readNumberStory,
  type MessageOfNumber,
  type NumberStory,
} from '../storage/message-looks.ts';
import { atStock } from './at-work.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from './change.ts';
import { addLeaf } from './command.ts';
import { WrongUse, type Answer, type Desk, type Session } from './desk.ts';
import { table } from './table.ts';
import { isoOf, kindOf } from './told.ts';

const messagesMost = 10;

export function addDeliveriesOf(parent: Command, session: Session): void {
  const { desk } = session;
  addLeaf(parent, session, {
    name: 'deliveries of',
    summary: 'say what became of one number: verified, rewarded, and its messages',
    detail: 'The number is asked for, or read from stdin. It is never shown, nor is a code.',
    examples: [
      'deliveries of --why "complaint 4711"',
      'deliveries of --why "complaint 4711" --json < number.txt',
    ],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    act: (who) =>
      atStock(desk, async ({ database, clocks, id, keys }) => {
        const operator = operatorOf(who, clocks.wall());
        const mobile = (await askedFor(desk))
          .replace(/\D/g, '')
          .replace(/^(?:91|0)(?=\d{10}$)/, '');
        if (mobileFault(mobile) !== undefined) {
          throw new WrongUse(
            'That is no Indian mobile number: write 10 digits, the first one 5 to 9.',
          );
        }
        const story = await readNumberStory(database, id, keys.numberIndex(mobile), messagesMost);
        const details = { messages: story.messages.length };
        await recordAudit(database, { campaign: id, command: 'deliveries of', operator, details });
        return answerOf(id, story);
      }),
  });
}

async function askedFor({ input, errors }: Desk): Promise<string> {
  const asking = createInterface({ input, output: errors, terminal: false });
  try {
    if (input.isTTY === true) errors.write('Mobile number: ');
    for await (const line of asking) return line;
    return '';
  } finally {
    asking.close();
  }
}

function answerOf(campaign: string, { participant, reward, messages }: NumberStory): Answer {
  const told = [
    participant
      ? `Verified at ${isoOf(participant.verifiedAt)}, of ${participant.state}.`
      : 'This number was never verified in this campaign: it has no reward.',
    ...(participant ? [rewardTold(reward)] : []),
    messages.length === 0 ? 'No message to it is known.' : messagesTold(messages, reward),
  ];
  return {
    told: told.join('\n'),
    json: {
      campaign,
      participant: participant
        ? { state: participant.state, verifiedAt: isoOf(participant.verifiedAt) }
        : null,
      reward: reward ? { amount: reward.amount, grantedAt: isoOf(reward.grantedAt) } : null,
      messages: messages.map(({ owedAt, sentAt, ...message }) => ({
        ...message,
        owedAt: isoOf(owedAt),
        sentAt: isoOf(sentAt),
      })),
    },
  };
}

const rewardTold = (reward: NumberStory['reward']) =>
  reward
    ? `Rewarded Rs ${reward.amount} at ${isoOf(reward.grantedAt)}.`
    : 'It has not claimed its reward: PLAY was not pressed.';

function messagesTold(messages: readonly MessageOfNumber[], reward: NumberStory['reward']): string {
  return table(
    ['message', 'what', 'state', 'owed at', 'sent at', 'tries', 'reason'],
    messages.map(({ message, kind, state, owedAt, sentAt, tries, reason }) => [
      message,
      kindOf(kind, reward?.amount ?? null),
      state,
      isoOf(owedAt) ?? '',
      isoOf(sentAt) ?? '-',
      tries,
      reason ?? '-',
    ]),
  );
}
