import type { Command } from 'commander';
import * as z from 'zod';
import { dayAfter } from '../../platform/period.rules.ts';
import type { Amended } from './amendments.sql.ts';
import { addCommand } from '../../operator/add-command.ts';
import { amendByCommand } from './amend-draw.command.ts';
import { addProposalOptions, proposalShape } from './propose.command.ts';
import { addChangeOptions, changeShape, dayOption } from '../../operator/options.ts';
import { amendmentFor } from './plan-amendment.ts';
import type { CommandResult, Session } from '../../operator/command-context.ts';

export function addCampaignExtend(parent: Command, session: Session): void {
  addMoving(parent, session, {
    name: 'campaign extend',
    option: '--to <day>',
    detail:
      'Site, terms, rewards and retention follow it within two seconds. A later day needs the budget for it: see campaign supplement.',
    example: '--to 2025-10-31 --why "approved by the brand, mail of 3 July"',
    result: 'extended',
    warningOf: (campaign, day) => `"${campaign}" will go on until ${day}.`,
  });
}

export function addCampaignEnd(parent: Command, session: Session): void {
  addMoving(parent, session, {
    name: 'campaign end',
    option: '--on <day>',
    detail:
      'The given day is the last one. The page says so at once. After that day nobody is verified; who was verified by then has 24 hours for the reward, and vouchers that are owed are delivered. To stop at once, pause it too.',
    example: '--on 2025-07-31 --why "the issuer stops, approved by the brand"',
    result: 'ending',
    warningOf: (campaign, day) =>
      `"${campaign}" will end on ${day}: nobody can begin after that day, and nothing is granted after ${dayAfter(day)}.`,
  });
}

type Moving = {
  name: 'campaign extend' | 'campaign end';
  option: string;
  detail: string;
  example: string;
  result: string;
  warningOf: (campaign: string, day: string) => string;
};

function addMoving(parent: Command, session: Session, moving: Moving): void {
  const { name, option, detail, example, result } = moving;
  addCommand(parent, session, {
    detail: `${detail} It is an entry of the ledger, published at /draw/amendments.jsonl and sealed with the secret: it needs both parts, where \`draw\` has them.`,
    examples: [`${name} ${example.split(' --why')[0]} --dry-run`, `${name} ${example}`],
    add: (added) => {
      added.requiredOption(option, 'the last day, YYYY-MM-DD, in India', dayOption);
      addChangeOptions(added);
      addProposalOptions(added);
    },
    shape: {
      to: z.string().optional(),
      on: z.string().optional(),
      ...changeShape,
      ...proposalShape,
    },
    run: ({ to, on, ...who }) => {
      const day = to ?? on ?? '';
      return amendByCommand(session.context, {
        command: name,
        who,
        amendmentOf: amendmentFor({ command: name, day }),
        warningOf: ({ document }) => moving.warningOf(document.campaign, day),
        answerOf: (amended) => answerOf(amended, result),
      });
    },
  });
}

function answerOf(
  { amendment, before, entry, campaign }: Amended & { campaign: string },
  result: string,
): CommandResult {
  const text = entry
    ? `Done: the last day is ${amendment.to} instead of ${before.lastDay}.\nEntry ${entry.number} of the ledger, hash ${entry.hash}; the site shows it at /draw/amendments.jsonl.`
    : `Dry run: nothing was changed. The last day would be ${amendment.to} instead of ${before.lastDay}.`;
  return {
    text,
    json: {
      campaign,
      result: entry ? result : 'wouldMove',
      lastDay: amendment.to,
      lastDayBefore: before.lastDay,
      entry: entry ?? null,
    },
  };
}
