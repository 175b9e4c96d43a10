import { recordAudit } from '../../database/audit-log.ts';
import { endSession, endSessionsOf } from './sessions.sql.ts';
import { transaction } from '../../database/database.ts';
import type { ConsoleHandler } from '../context.ts';

export const signOut: ConsoleHandler<'signOut'> = async (
  { database },
  _fields,
  { session },
  visitor,
) => {
  await endSession(database, session);
  visitor.forgetSession();
  return {};
};

export const signOutEverywhere: ConsoleHandler<'signOutEverywhere'> = async (
  { database, campaign, clocks },
  _fields,
  { id, name },
  visitor,
) => {
  await transaction(database, async (connection) => {
    const sessions = await endSessionsOf(connection, id);
    await recordAudit(connection, {
      campaign: campaign.id,
      command: 'console sign-out',
      operator: { by: name, why: 'signed out everywhere', at: clocks.wall() },
      details: { sessions },
    });
  });
  visitor.forgetSession();
  return {};
};
