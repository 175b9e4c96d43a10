import { Option, type Command } from 'commander';
import * as z from 'zod';
import { readReplacedSecret, replaceableSecrets } from '../main/settings/operator-config.ts';
import { secretChecksOf } from '../platform/secret-checks.ts';
import { recordAudit } from '../database/audit-log.ts';
import { replaceSecretChecks } from '../database/secret-checks.ts';
import { addCommand } from './add-command.ts';
import type { Session } from './command-context.ts';
import { withOpenDatabase } from './with-database.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from './change-options.ts';

export function addKeysReplace(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'keys replace',
    summary:
      'let `serve` start with another IDENTITY_SECRET or CODE_SECRET, and no longer with the old one',
    detail:
      'Reads the new one from the variable. See "Change a key" in docs/runbook.md for when, and for what shoppers notice.',
    examples: ['keys replace --of CODE_SECRET --why "it was in a log"'],
    add: (command) => {
      command.addOption(
        new Option('--of <variable>', 'the variable, which has the new secret')
          .choices(replaceableSecrets)
          .makeOptionMandatory(),
      );
      addWhoAndWhy(command);
    },
    shape: { ...whoAndWhy, of: z.enum(replaceableSecrets) },
    run: ({ of, ...who }) => {
      const { replaced, ...config } = readReplacedSecret(session.context.variables, of);
      const { campaign } = config;
      return withOpenDatabase(session.context, config, async ({ database, clocks }) => {
        const operator = operatorOf(who, clocks.wall());
        await replaceSecretChecks(database, campaign, secretChecksOf(replaced, campaign));
        const details = { variable: of };
        await recordAudit(database, { campaign, command: 'keys replace', operator, details });
        return {
          text: `${of} is replaced: start every \`serve\` again, with the new one.`,
          json: { campaign, replaced: of },
        };
      });
    },
  });
}
