import path from 'node:path';
import * as z from 'zod';
import { campaignsFolder } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { planOf } from '@inaam/server/draw/campaign-commitment.ts';
import { plannedRupees, budgetPoolsOf } from '@inaam/server/draw/commitment.rules.ts';
import {
  commandOf,
  defaultOption,
  requiredOption,
  textOption,
} from '@inaam/server/operator/add-command.ts';
import { UsageError, type CommandResult } from '@inaam/server/operator/command-context.ts';
import { campaignAnswers, writeCampaign } from './write-campaign.ts';
import { rupees } from '@inaam/server/platform/format.ts';

const preview = 'http://localhost:3000/?utm_source=qrcode';

export const addCampaignNew = commandOf({
  of: 'installation',
  detail:
    'With the amounts, words and pictures of another one, and your facts. Nothing invalid is written.',
  examples: [
    'campaign new coffee-2027 --name "Inaam Coffee Mornings" --promoter "Inaam Coffee"',
    'campaign new coffee-2027 --name "Inaam Coffee Mornings" --promoter "Inaam Coffee" --brand Coffee --from 2027-01-10 --until 2027-03-31',
  ],
  add: (command) => command.argument('<id>', 'the name of the folder, such as coffee-2027'),
  shape: {
    argument: z.string(),
    name: requiredOption('--name <text>', 'the name that shoppers read'),
    promoter: requiredOption('--promoter <text>', 'the company that promotes it'),
    brand: textOption(
      '--brand <text>',
      'the short name in the header; by default the first words of the name',
    ),
    from: textOption('--from <day>', 'the first day, in India; by default in two weeks'),
    until: textOption(
      '--until <day>',
      'the last day, in India; by default 90 days after those two weeks',
    ),
    languages: textOption(
      '--languages <tags>',
      'which of its languages to take, such as ml,en,hi: the first is the default',
    ),
    like: defaultOption('--like <id>', 'the campaign to start from', 'biscuit-2025'),
    folder: defaultOption(
      '--folder <folder>',
      'of the campaigns, including the one to start from',
      campaignsFolder,
    ),
  },
  run: async ({ argument: id, like, folder, languages, ...given }) => {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) {
      throw new UsageError('The id is lower-case letters and digits, with hyphens between them.');
    }
    const answers = campaignAnswers({ id, ...given }, Date.now());
    const written = await writeCampaign(folder, like, {
      ...answers,
      languages: languages?.split(','),
    });
    return answerOf(written, path.join(folder, id), like);
  },
});

function answerOf(campaign: ServerCampaign, folder: string, like: string): CommandResult {
  const { id, name, programme, languages } = campaign;
  const planned = plannedRupees(budgetPoolsOf(planOf(campaign)));
  const start = `CAMPAIGN=${id} npm start`;
  const toChange = [
    'art/ and theme in campaign.json: the pictures and colours of the brand',
    `words/: the sentences of ${languages.join(', ')}, above all their terms, read by a lawyer`,
    'states.json, rewards.json and draw.json: where it takes place, amounts, laws and budget',
    'contacts, packPrice and redeemAt in campaign.json',
    'sms.json: register each text, and write the ids of the registration',
    'unreviewedLanguages in campaign.json, or sign-offs.json of the campaigns: what no speaker has signed off is not served',
  ];
  const lines = [
    `${folder} is written, and valid: ${name}, ${programme.from} to ${programme.to}.`,
    `It promises Rs ${rupees(planned)}, as "${like}" does. Still to write:`,
    ...toChange.map((line) => `  - ${line}`),
    `\`campaign check ${id}\` lists what a launch still refuses.`,
    `Look at it: ${start}, then open ${preview}`,
  ];
  return {
    text: lines.join('\n'),
    json: { campaign: id, folder, programme, plannedRupees: planned, start, preview, toChange },
  };
}
