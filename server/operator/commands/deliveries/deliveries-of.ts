import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Command } from 'commander';
import { recordAudit } from '../../../storage/audit-log.ts';
import {
  readNumberStory,
  type NumberStory,
} from '../../../storage/delivery/messages/message-queries.ts';
import { withNumberKeys } from '../../database/with-database.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../options/change-options.ts';
import { addCommand } from '../../add-command.ts';
import type { CommandResult, Session } from '../../command-context.ts';
import { readMobile } from '../../prompts/read-mobile.ts';
import { hoursNote, messageTable, storyFacts } from '../../person/number-story.ts';
import { formatTime } from '../../../support/format.ts';

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
        const { sms } = await loadCampaign(id);
        const story = await readNumberStory(database, id, keys.mobileIndex(mobile), messagesMost);
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
