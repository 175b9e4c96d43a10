import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { blockSize } from '@inaam/server/draw/draw.rules.ts';
import { amendDraw, type Amended, type AmendmentRequest } from './amend-draw.sql.ts';
import { commandOf, wholeNumber } from '@inaam/server/operator/add-command.ts';
import { changeShape, dayOption, operatorOf } from '@inaam/server/operator/options.ts';
import type { CommandContext, CommandResult } from '@inaam/server/operator/command-context.ts';
import { confirm } from '@inaam/server/operator/read-mobile.ts';
import { readRevealConfig } from '@inaam/server/operator/settings/operator-config.ts';
import { withOpenDatabase } from '@inaam/server/operator/with-database.ts';
import { rupees } from '@inaam/server/platform/format.ts';
import { amendmentFor, type OfState } from './plan-amendment.ts';
import { dayAfter, indianDay } from '@inaam/server/platform/period.rules.ts';
import {
  drawSecretOf,
  plannedRupees,
  type DrawDocument,
} from '@inaam/server/draw/commitment.rules.ts';
import { gainsOf, type Amendment } from '@inaam/server/draw/ledger.rules.ts';

const command = 'campaign supplement';
const max = 999_999_999;

export const addCampaignSupplement = commandOf({
  detail:
    'Blocks of the deck, the reserve, or fixed rewards of a state. The blocks have the cards that were committed to and are drawn after those. Nothing that was drawn or promised changes. It is an entry of the ledger, published at /draw/amendments.jsonl and sealed with the secret: it needs both parts, where `draw` has them. Load the voucher codes too.',
  examples: [
    'campaign supplement --blocks 100 --dry-run',
    'campaign supplement --blocks 100 --reserve 5000 --why "approved by the brand, mail of 3 July"',
    'campaign supplement --fixed "Tamil Nadu=20000" --why "approved by the brand" --yes --json',
  ],
  add: (added) => {
    added
      .option('--blocks <count>', 'how many blocks', wholeNumber(1, max))
      .option('--reserve <count>', 'how many rewards of the reserve', wholeNumber(1, max))
      .option('--fixed <state=count>', "how many of a state's fixed rewards; repeatable", ofState);
  },
  shape: {
    blocks: z.number().default(0),
    reserve: z.number().default(0),
    fixed: z.array(z.object({ state: z.string(), rewards: z.number() })).default([]),
    ...changeShape,
  },
  run: ({ blocks, reserve, fixed, ...who }, { context }) =>
    amendByCommand(context, {
      command,
      who,
      amendmentOf: amendmentFor({ command, blocks, reserve, fixed }),
      warningOf: ({ document, amendment }) =>
        `The budget will grow by Rs ${rupees(additionsOf(document, amendment).added)}.`,
      answerOf,
    }),
});

function ofState(text: string, before: readonly OfState[] = []): OfState[] {
  const [, state, count] = /^(.+)=(\d{1,9})$/.exec(text) ?? [];
  if (state !== undefined && Number(count) > 0) {
    return [...before, { state, rewards: Number(count) }];
  }
  throw new InvalidArgumentError('Write a state and a number: "Tamil Nadu=20000".');
}

function answerOf(amended: Amended & { campaign: string }): CommandResult {
  const { campaign, entry, amendment, before, document } = amended;
  const cards = blockSize(document.deck) * amendment.blocks;
  const fixed = document.fixed.flatMap(({ state, amount }, place) => {
    const rewards = amendment.fixed[place] ?? 0;
    return rewards > 0 ? [{ state, amount, rewards }] : [];
  });
  const { parts, added } = additionsOf(document, amendment);
  const what = `${parts.join(', ')}: Rs ${rupees(added)}`;
  const text = entry
    ? `Added ${what}.\nEntry ${entry.number} of the ledger, hash ${entry.hash}; the site shows it at /draw/amendments.jsonl.`
    : `Dry run: nothing was changed. It would add ${what}.`;
  return {
    text,
    json: {
      campaign,
      result: entry ? 'supplemented' : 'wouldSupplement',
      blocks: amendment.blocks,
      cards,
      reserve: amendment.reserve,
      fixed,
      addedRupees: added,
      blocksInForce: before.blocks + amendment.blocks,
      entry: entry ?? null,
    },
  };
}

export const addCampaignExtend = movingCommand({
  name: 'campaign extend',
  option: '--to <day>',
  detail:
    'Site, terms, rewards and retention follow it within two seconds. A later day needs the budget for it: see campaign supplement.',
  example: '--to 2025-10-31 --why "approved by the brand, mail of 3 July"',
  result: 'extended',
  warningOf: (campaign, day) => `"${campaign}" will go on until ${day}.`,
});

export const addCampaignEnd = movingCommand({
  name: 'campaign end',
  option: '--on <day>',
  detail:
    'The given day is the last one. The page says so at once. After that day nobody is verified; who was verified by then has 24 hours for the reward, and vouchers that are owed are delivered. To stop at once, pause it too.',
  example: '--on 2025-07-31 --why "the issuer stops, approved by the brand"',
  result: 'ending',
  warningOf: (campaign, day) =>
    `"${campaign}" will end on ${day}: nobody can begin after that day, and nothing is granted after ${dayAfter(day)}.`,
});

type Moving = {
  name: 'campaign extend' | 'campaign end';
  option: string;
  detail: string;
  example: string;
  result: string;
  warningOf: (campaign: string, day: string) => string;
};

function movingCommand({ name, option, detail, example, result, warningOf }: Moving) {
  return commandOf({
    detail: `${detail} It is an entry of the ledger, published at /draw/amendments.jsonl and sealed with the secret: it needs both parts, where \`draw\` has them.`,
    examples: [`${name} ${example.split(' --why')[0]} --dry-run`, `${name} ${example}`],
    add: (added) => {
      added.requiredOption(option, 'the last day, YYYY-MM-DD, in India', dayOption);
    },
    shape: {
      to: z.string().optional(),
      on: z.string().optional(),
      ...changeShape,
    },
    run: ({ to, on, ...who }, { context }) => {
      const day = to ?? on ?? '';
      return amendByCommand(context, {
        command: name,
        who,
        amendmentOf: amendmentFor({ command: name, day }),
        warningOf: ({ document }) => warningOf(document.campaign, day),
        answerOf: (amended) => lastDayAnswer(amended, result),
      });
    },
  });
}

function lastDayAnswer(
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

/** @returns what it adds, such as `2 blocks with 8 cards`, and the rupees of all together */
function additionsOf(
  document: DrawDocument,
  amendment: Amendment,
): { parts: string[]; added: number } {
  const { blocks, fixed, reserve } = amendment;
  const cards = blocks * blockSize(document.deck);
  const parts = [
    ...(blocks > 0 ? [`${rupees(blocks)} blocks with ${rupees(cards)} cards`] : []),
    ...(reserve > 0 ? [`${rupees(reserve)} rewards of the reserve`] : []),
    ...document.fixed.flatMap(({ state }, place) => {
      const rewards = fixed[place] ?? 0;
      return rewards > 0 ? [`${rupees(rewards)} fixed rewards of ${state}`] : [];
    }),
  ];
  return { parts, added: plannedRupees(gainsOf(document, amendment)) };
}

type AmendOptions = {
  command: string;
  who: z.infer<z.ZodObject<typeof changeShape>>;
  amendmentOf: AmendmentRequest['amendmentOf'];
  /** What will happen, as a sentence. */
  warningOf: (amended: Amended) => string;
  answerOf: (amended: Amended & { campaign: string }) => CommandResult;
};

/** After the confirmation the amendment is decided again, on what is in force by then. */
function amendByCommand(
  context: CommandContext,
  { command, who, amendmentOf, warningOf, answerOf }: AmendOptions,
): Promise<CommandResult> {
  const config = readRevealConfig(context.variables);
  return withOpenDatabase(context, config, async ({ database, clocks, id, drawParts }) => {
    const amendment = {
      drawSecret: drawSecretOf(drawParts),
      amendmentOf,
      today: () => indianDay(clocks.campaign()),
    };
    const planned = await amendDraw(database, id, amendment);
    if (who.dryRun) return answerOf({ ...planned, campaign: id });
    operatorOf(who, clocks.wall());
    const warning = `${warningOf(planned)} It is published at once and cannot be undone.`;
    await confirm(context, { warning, campaign: id, yes: who.yes });
    const amended = await amendDraw(database, id, {
      ...amendment,
      auditOf: (made) => ({
        campaign: id,
        command,
        operator: operatorOf(who, clocks.wall()),
        details: { ...made, fixed: made.fixed.join(' ') },
      }),
    });
    return answerOf({ ...amended, campaign: id });
  });
}
