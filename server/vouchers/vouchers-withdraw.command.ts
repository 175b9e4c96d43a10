import type { Command } from 'commander';
import * as z from 'zod';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import { RefusedError, type Session } from '../operator/command-context.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { createProgress } from '../operator/progress.ts';
import { confirm } from '../operator/read-mobile.ts';
import { withDatabase } from '../operator/with-database.ts';
import { rupees } from '../platform/format.ts';
import { countWithdrawable, withdrawVoucherBatch } from './voucher-batches.sql.ts';

const command = 'vouchers withdraw';

export function addVouchersWithdraw(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'For a batch that the issuer recalls. Codes that belong to a winner stay valid here, and the same codes cannot be loaded again. The console lists the batches.',
    examples: [
      'vouchers withdraw 7 --dry-run',
      'vouchers withdraw 7 --why "recalled by the issuer"',
    ],
    add: (added) => {
      added.argument('<batch>', 'the number of the batch', wholeNumber(1, 999_999_999));
      addChangeOptions(added);
    },
    shape: { argument: z.number(), ...changeShape },
    run: ({ argument: batch, ...options }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const found = await countWithdrawable(database, id, { batch, max: codesMax });
        if (!found) {
          throw new RefusedError(`There is no batch ${batch} of "${id}". The console lists them.`);
        }
        const { free, kept } = found;
        if (free === 0) {
          throw new RefusedError(`Nothing was withdrawn: no code of batch ${batch} is free.`);
        }
        const json = { campaign: id, batch };
        const dry = `${rupees(free)} codes of batch ${batch} would be withdrawn; ${rupees(kept)} belong to winners and stay.`;
        if (options.dryRun) {
          return {
            text: `Dry run: nothing was changed. ${dry}`,
            json: { ...json, assigned: kept, result: 'wouldWithdraw', withdrawn: free },
          };
        }
        const warning = `${rupees(free)} codes of batch ${batch} of "${id}" will be withdrawn and never given. This cannot be undone.`;
        const operator = operatorOf(options, clocks.wall());
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const progress = createProgress(session.context);
        progress.show('Withdrawing');
        const withdrawn = await withdrawVoucherBatch(database, id, {
          batch,
          now: operator.at,
          auditOf: (codes) => ({ campaign: id, command, operator, details: { batch, codes } }),
        });
        progress.clear();
        // Some may have gone to winners meanwhile.
        const assigned = kept + free - withdrawn;
        return {
          text: `Withdrawn: ${rupees(withdrawn)} codes of batch ${batch}. ${rupees(assigned)} belong to winners.`,
          json: { ...json, assigned, result: 'withdrawn', withdrawn },
        };
      }),
  });
}

/** Of a batch, and more than any has. */
const codesMax = 1_000_000_000;
