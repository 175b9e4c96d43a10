import type { Command } from 'commander';
import * as z from 'zod';
import { resendsMax } from './delivery-limits.rules.ts';
import { refuseResend, type ResendRefusal } from './resend-voucher.rules.ts';
import {
  countResendable,
  readMessageFacts,
  resendVouchers,
  type Chosen,
} from '../vouchers/voucher-debts.sql.ts';
import type { Database } from '../database/database.ts';
import { addCommand, messageId, wholeNumber } from '../operator/add-command.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/change-options.ts';
import { RefusedError, UsageError, type Session } from '../operator/command-context.ts';
import { confirm } from '../operator/confirm.ts';
import { rupees } from '../platform/format.ts';
import { withDatabase } from '../operator/with-database.ts';

const command = 'deliveries resend';

export function addDeliveriesResend(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: command,
    summary: 'send a voucher again, or all that failed for a reason: same code, same number',
    detail: `A message is one that "deliveries failed" or "deliveries of" lists. It can be sent again ${resendsMax} times. One-time codes are not: the shopper asks for another one.`,
    examples: [
      'deliveries resend 01990000-0000-7000-8000-000000000000 --why "complaint 4711"',
      'deliveries resend --reason "DLT template not found" --dry-run',
      'deliveries resend --reason "DLT template not found" --most 500 --why "template is registered now"',
    ],
    add: (added) => {
      added
        .argument('[message]', 'the id of one message', messageId)
        .option(
          '--reason <text>',
          'all that failed with exactly this reason, or that have "no receipt"',
        )
        .option('--most <count>', 'how many at most, oldest first', wholeNumber(1, 10_000), 1000);
      addChangeOptions(added);
    },
    shape: {
      argument: z.string().optional(),
      reason: z.string().optional(),
      most: z.number(),
      ...changeShape,
    },
    run: ({ argument, reason, most: max, ...options }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const chosen = chosenBy(argument, reason);
        const found = await countResendable(database, id, chosen);
        if (found === 0) throw new RefusedError(await whyNot(database, id, chosen));
        const count = Math.min(found, max);
        const left = found - count;
        const json = { campaign: id, count, left };
        if (options.dryRun) {
          const text = `Dry run: nothing was changed. Vouchers that would be sent again: ${rupees(count)}${leftWords(left)}.`;
          return { text, json: { ...json, result: 'wouldResend' } };
        }
        const operator = operatorOf(options, clocks.wall());
        const warning = `Vouchers that will be sent again: ${rupees(count)}, each with its code to its number. Each is an SMS that costs.`;
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const sent = await resendVouchers(database, id, chosen, {
          max,
          now: operator.at,
          auditOf: (resent) => ({
            campaign: id,
            command,
            operator,
            details: { ...chosen, count: resent },
          }),
        });
        return {
          text: `Vouchers that are sent again: ${rupees(sent)}${leftWords(found - sent)}.`,
          json: { ...json, count: sent, left: found - sent, result: 'resent' },
        };
      }),
  });
}

const leftWords = (left: number) => (left === 0 ? '' : `; left for the next time: ${rupees(left)}`);

function chosenBy(message: string | undefined, reason: string | undefined): Chosen {
  if (message !== undefined && reason === undefined) return { message };
  if (message === undefined && reason !== undefined) return { reason };
  throw new UsageError('Name either one message or --reason "…", as "deliveries failed" shows it.');
}

async function whyNot(database: Database, campaign: string, chosen: Chosen): Promise<string> {
  const nothing = 'Nothing was sent again:';
  if ('reason' in chosen) {
    return `${nothing} no voucher that failed for this reason can be. "deliveries failed" shows the reasons; one is written exactly as there.`;
  }
  const facts = await readMessageFacts(database, campaign, chosen.message);
  if (!facts) return `${nothing} there is no such message in "${campaign}".`;
  const refusal = refuseResend(facts);
  // It was possible a moment ago: somebody else was faster.
  return `${nothing} ${refusal === undefined ? 'it has just been changed. Try again.' : because[refusal]}`;
}

const because: Readonly<Record<ResendRefusal, string>> = {
  otp: 'it is a one-time code. The shopper asks for another one.',
  erased: "the winner's data has been erased.",
  refused: 'it was refused in the review of the console, where a manager can release it.',
  settled: 'it was settled by hand.',
  held: 'it is held in the review of the console, and sent once a manager releases it.',
  sending: 'it is still being sent. See "A failed delivery" in docs/runbook.md.',
  tooOften: `that was done ${resendsMax} times already. Settle it by hand: "deliveries settle".`,
};
