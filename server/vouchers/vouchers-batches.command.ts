import type { Command } from 'commander';
import { readVoucherBatches } from './voucher-batches.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import type { Session } from '../operator/command-context.ts';
import { formatTime } from '../platform/format.ts';
import { answerText } from '../operator/answer.ts';
import { withDatabase } from '../operator/with-database.ts';

export function addVouchersBatches(parent: Command, session: Session): void {
  addCommand(parent, session, {
    examples: ['vouchers batches', 'vouchers batches --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, id }) => {
        const batches = (await readVoucherBatches(database, id)).map((batch) => ({
          ...batch,
          loadedAt: formatTime(batch.loadedAt) ?? '',
        }));
        const text = batches.length === 0 ? 'No batch was loaded.' : answerText({ batches });
        return { text, json: { campaign: id, batches } };
      }),
  });
}
