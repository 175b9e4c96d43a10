import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import { gainsOf } from './amendment.rules.ts';
import { plannedRupees } from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import type { Amended } from './amendments.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import { amendByCommand } from './amend-draw.command.ts';
import { addProposalOptions, proposalShape } from './propose.command.ts';
import { addChangeOptions, changeShape } from '../../operator/options.ts';
import type { CommandResult, Session } from '../../operator/command-context.ts';
import { rupees } from '../../platform/format.ts';
import { amendmentFor, type OfState } from './plan-amendment.ts';

const command = 'campaign supplement';
const max = 999_999_999;

export function addCampaignSupplement(parent: Command, session: Session): void {
  addCommand(parent, session, {
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
        .option(
          '--fixed <state=count>',
          "how many of a state's fixed rewards; repeatable",
          ofState,
        );
      addChangeOptions(added);
      addProposalOptions(added);
    },
    shape: {
      blocks: z.number().default(0),
      reserve: z.number().default(0),
      fixed: z.array(z.object({ state: z.string(), rewards: z.number() })).default([]),
      ...changeShape,
      ...proposalShape,
    },
    run: ({ blocks, reserve, fixed, ...who }) =>
      amendByCommand(session.context, {
        command,
        who,
        amendmentOf: amendmentFor({ command, blocks, reserve, fixed }),
        warningOf: (planned) => `The budget will grow by Rs ${rupees(addedRupees(planned))}.`,
        answerOf,
      }),
  });
}

function ofState(text: string, before: readonly OfState[] = []): OfState[] {
  const [, state, count] = /^(.+)=(\d{1,9})$/.exec(text) ?? [];
  if (state !== undefined && Number(count) > 0) {
    return [...before, { state, rewards: Number(count) }];
  }
  throw new InvalidArgumentError('Write a state and a number: "Tamil Nadu=20000".');
}

const addedRupees = ({ amendment, document }: Pick<Amended, 'amendment' | 'document'>) =>
  plannedRupees(gainsOf(document, amendment));

function answerOf({ campaign, entry, ...amended }: Amended & { campaign: string }): CommandResult {
  const { amendment, before, document } = amended;
  const cards = blockSize(document.deck) * amendment.blocks;
  const fixed = document.fixed.flatMap(({ state, amount }, place) => {
    const rewards = amendment.fixed[place] ?? 0;
    return rewards > 0 ? [{ state, amount, rewards }] : [];
  });
  const added = addedRupees(amended);
  const parts = [
    ...(cards > 0 ? [`${rupees(amendment.blocks)} blocks with ${rupees(cards)} cards`] : []),
    ...(amendment.reserve > 0 ? [`${rupees(amendment.reserve)} rewards of the reserve`] : []),
    ...fixed.map(({ state, rewards }) => `${rupees(rewards)} fixed rewards of ${state}`),
  ];
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
