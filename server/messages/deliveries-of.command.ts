import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Command } from 'commander';
import { recordAudit } from '../database/audit-log.ts';
import { readNumberStory, type NumberStory } from './message-queries.sql.ts';
import { withNumberKeys } from '../operator/with-database.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../operator/change-options.ts';
import { addCommand } from '../operator/add-command.ts';
import type { CommandResult, Session } from '../operator/command-context.ts';
import { readMobile } from '../operator/read-mobile.ts';
import { hoursNote, messageTable, storyFacts } from '../participants/number-story.command.ts';
import { formatTime } from '../platform/format.ts';

const messagesMax = 10;

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
        const { sms } = await loadCampaign(id);
        const story = await readNumberStory(database, id, keys.mobileIndex(mobile), messagesMax);
        const details = { messages: story.messages.length };
        await recordAudit(database, { campaign: id, command: 'deliveries of', operator, details });
        return answerOf(id, story, hoursNote(story.messages, story.reward, sms.vouchers));
      }),
  });
}

function answerOf(campaign: string, story: NumberStory, note?: string): CommandResult {
  const { participant, reward, messages } = story;
  const lines = [
    participant
      ? `Verified at ${formatTime(participant.verifiedAt)}, state: ${participant.state}.`
      : 'This number has not been verified in this campaign, so it has no reward.',
    ...(participant ? [rewardLine(reward)] : []),
    messages.length === 0 ? 'No messages to this number.' : messageTable(messages, reward),
    ...(note === undefined ? [] : [note]),
  ];
  return { text: lines.join('\n'), json: { campaign, ...storyFacts(story) } };
}

const rewardLine = (reward: NumberStory['reward']) =>
  reward
    ? `Reward of Rs ${reward.amount} granted at ${formatTime(reward.grantedAt)}.`
    : 'No reward yet: PLAY has not been pressed.';
