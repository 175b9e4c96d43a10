import { Option, type Command } from 'commander';
import * as z from 'zod';
import { addCommand } from './add-command.ts';
import type { Session } from './command-context.ts';
import { doctorReport, runChecks } from './run-checks.ts';
import { checkedPrograms } from './settings-checks.ts';

export function addDoctor(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'doctor',
    detail:
      'One line each: settings, database, migrations, clock, roles, campaign, commitment, draw, budget, limits, SMS, delivery, web hooks, receipts, stock, keys, retention. Run it with the variables of the programs; it changes nothing. The exit code is 1 if there is a fault; warnings are not faults.',
    examples: ['doctor', 'doctor --of deliver --json'],
    add: (command) => {
      command.addOption(
        new Option('--of <program...>', 'the programs whose settings are here')
          .choices(checkedPrograms)
          .default(['serve', 'deliver']),
      );
      command.option('--no-settings', 'leave out what needs settings beside DATABASE_URL');
    },
    shape: { of: z.array(z.enum(checkedPrograms)), settings: z.boolean() },
    run: async ({ of, settings }) => {
      const { campaign, findings } = await runChecks(session.context, settings ? of : []);
      return doctorReport(campaign, findings);
    },
  });
}
