import { recordAudit } from '../../database/audit-log.ts';
import { transaction } from '../../database/database.ts';
import { takeOverIdentity } from '../../database/identity.ts';
import { commandOf } from '../../operator/add-command.ts';
import { operatorOf, whoAndWhy } from '../../operator/options.ts';
import { withDatabase } from '../../operator/with-database.ts';

export const addTakeOver = commandOf({
  detail:
    'After a restore, or an upgrade of PostgreSQL that copies it, once nothing runs on the other database any more. No program starts on a copy before.',
  examples: ['take-over --why "the database was destroyed"'],
  shape: whoAndWhy,
  run: (who, { context }) =>
    withDatabase(context, async ({ database, clocks, id: campaign }) => {
      const operator = operatorOf(who, clocks.wall());
      await transaction(database, async (connection) => {
        await takeOverIdentity(connection);
        await recordAudit(connection, { campaign, command: 'take-over', operator, details: {} });
      });
      const text = 'The programs run on this database from now on. Drop the other one.';
      return { text, json: { campaign, result: 'takenOver' } };
    }),
});
