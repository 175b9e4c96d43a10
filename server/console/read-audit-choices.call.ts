import { readAuditChoices as read } from '../database/audits.ts';
import type { ConsoleHandler } from './context.ts';
import { commandInWords } from './audit-words.ts';

export const readAuditChoices: ConsoleHandler<'readAuditChoices'> = async ({
  database,
  campaign,
}) => {
  const people = await read(database, campaign.id, 'operator');
  const commands = await read(database, campaign.id, 'command');
  return {
    people,
    commands: commands.map((command) => ({ command, what: commandInWords(command) })),
  };
};
