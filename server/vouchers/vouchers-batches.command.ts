import type { Command } from 'commander';
import { readVoucherBatches } from './voucher-batches.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import type { Session } from '../operator/command-context.ts';
import { formatTime } from '../platform/format.ts';
import { table } from '../operator/table.ts';
import { withDatabase } from '../operator/with-database.ts';

export function addVouchersBatches(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'vouchers batches',
    summary: 'list the files that were loaded, and what is left of each',
    examples: ['vouchers batches', 'vouchers batches --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, id }) => {
        const batches = (await readVoucherBatches(database, id)).map((batch) => ({
          ...batch,
          loadedAt: formatTime(batch.loadedAt) ?? '',
        }));
        if (batches.length === 0)
          return { text: 'No batch was loaded.', json: { campaign: id, batches } };
        const text = table(
          ['batch', 'loaded', 'codes', 'free', 'assigned', 'withdrawn', 'free ones expire from'],
          batches.map(({ number, loadedAt, codes, free, assigned, withdrawn, expiresFrom }) => [
            String(number),
            loadedAt,
            codes,
            free,
            assigned,
            withdrawn,
            expiresFrom ?? '',
          ]),
        );
        return { text, json: { campaign: id, batches } };
      }),
  });
}
