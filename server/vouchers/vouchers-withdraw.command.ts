import type { Command } from 'commander';
import * as z from 'zod';
import { readVoucherBatches, withdrawVoucherBatch } from './voucher-batches.sql.ts';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import {
  addProposalOptions,
  assertOneMay,
  propose,
  proposalShape,
} from '../draw/amendments/propose.command.ts';
import { readStateNow } from '../draw/amendments/read-proposal.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { RefusedError, type Session } from '../operator/command-context.ts';
import { confirm } from '../operator/read-mobile.ts';
import { createProgress } from '../operator/progress.ts';
import { rupees } from '../platform/format.ts';
import { withDatabase } from '../operator/with-database.ts';

const command = 'vouchers withdraw';

export function addVouchersWithdraw(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'For a batch that the issuer recalls. Codes that belong to a winner stay valid here, and the same codes cannot be loaded again. `vouchers batches` lists the batches.',
    examples: [
      'vouchers withdraw 7 --dry-run',
      'vouchers withdraw 7 --why "recalled by the issuer"',
    ],
    add: (added) => {
      added.argument('<batch>', 'the number of the batch', wholeNumber(1, 999_999_999));
      addChangeOptions(added);
      addProposalOptions(added);
    },
    shape: { argument: z.number(), ...changeShape, ...proposalShape },
    run: ({ argument: number, ...options }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const [batch] = await readVoucherBatches(database, id, number);
        if (!batch) {
          throw new RefusedError(
            `There is no batch ${number} of "${id}". \`vouchers batches\` lists them.`,
          );
        }
        const { free, assigned } = batch;
        if (free === 0) {
          throw new RefusedError(
            `Nothing was withdrawn: no code of batch ${number} is free, and ${rupees(assigned)} belong to winners.`,
          );
        }
        const json = { campaign: id, batch: number, assigned };
        if (options.dryRun) {
          return {
            text: `Dry run: nothing was changed. ${rupees(free)} codes of batch ${number} would be withdrawn; ${rupees(assigned)} belong to winners and stay.`,
            json: { ...json, result: 'wouldWithdraw', withdrawn: free },
          };
        }
        const warning = `${rupees(free)} codes of batch ${number} of "${id}" will be withdrawn and never given. This cannot be undone.`;
        const state = await readStateNow(database, id);
        const { key } = options;
        if (key !== undefined) {
          const action = { kind: 'withdrawn', batch: number, codes: free } as const;
          const wanted = { campaign: id, command, who: options, key, action, state, warning };
          return propose(context, { ...wanted, database, wall: clocks.wall });
        }
        assertOneMay(state);
        const operator = operatorOf(options, clocks.wall());
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const progress = createProgress(session.context);
        progress.show('Withdrawing');
        const withdrawn = await withdrawVoucherBatch(database, id, {
          batch: number,
          now: operator.at,
          auditOf: (codes) => ({
            campaign: id,
            command,
            operator,
            details: { batch: number, codes },
          }),
        });
        progress.clear();
        const kept = batch.codes - batch.withdrawn - withdrawn;
        return {
          text: `Withdrawn: ${rupees(withdrawn)} codes of batch ${number}. ${rupees(kept)} belong to winners.`,
          json: { ...json, assigned: kept, result: 'withdrawn', withdrawn },
        };
      }),
  });
}
