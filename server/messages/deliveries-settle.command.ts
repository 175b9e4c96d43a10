import type { Command } from 'commander';
import * as z from 'zod';
import { readMessageFacts, settleVoucher } from '../vouchers/voucher-debts.sql.ts';
import { addCommand, messageId } from '../operator/add-command.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { RefusedError, type Session } from '../operator/command-context.ts';
import { confirm } from '../operator/read-mobile.ts';
import { withDatabase } from '../operator/with-database.ts';

const command = 'deliveries settle';

export function addDeliveriesSettle(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'For a number that is dead. It is never sent again, and no alarm counts it. Its code stays assigned, so that nobody else gets it. Say in --why how it was paid, without name and number.',
    examples: [
      'deliveries settle 01990000-0000-7000-8000-000000000000 --why "paid by post, receipt 12"',
    ],
    add: (added) => {
      added.argument('<message>', 'the id of the message', messageId);
      addChangeOptions(added);
    },
    shape: {
      argument: z.string(),
      ...changeShape,
    },
    run: ({ argument: message, ...options }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const facts = await readMessageFacts(database, id, message);
        if (facts?.kind !== 'voucher') {
          throw new RefusedError(`Nothing was changed: there is no such voucher in "${id}".`);
        }
        const json = { campaign: id, message };
        if (facts.state === 'settled') {
          return {
            text: 'It was settled already. Nothing was changed.',
            json: { ...json, result: 'already' },
          };
        }
        if (facts.state !== 'failed' && facts.state !== 'sent')
          throw new RefusedError(refusalOf(facts.state));
        if (options.dryRun) {
          return {
            text: 'Dry run: nothing was changed. It would be settled.',
            json: { ...json, result: 'wouldSettle' },
          };
        }
        const warning = 'The voucher will be closed as paid by hand. This cannot be undone.';
        const operator = operatorOf(options, clocks.wall());
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const audit = { campaign: id, command, operator, details: { message } };
        if (!(await settleVoucher(database, id, { message, now: operator.at, audit }))) {
          throw new RefusedError('Nothing was changed: its state has just changed. Try again.');
        }
        return { text: 'Settled: it is closed.', json: { ...json, result: 'settled' } };
      }),
  });
}

const refusalOf = (state: string) =>
  state === 'delivered'
    ? 'Nothing was changed: the phone has received it.'
    : 'Nothing was changed: it is still being sent. Only a voucher that failed or was sent can be settled.';
