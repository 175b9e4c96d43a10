import { Option } from 'commander';
import { serverPlugins } from '@inaam/plugins/server.ts';
import * as z from 'zod';
import { commandOf, optionOf } from '../../operator/add-command.ts';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { readOperatorConfig } from '../../operator/settings/operator-config.ts';
import { openDatabase } from '../../database/database.ts';
import { runningPrograms, type RunningProgram } from '../../database/processes.ts';
import { checkAnswers, checkReceipts } from './campaign-checks.ts';
import { examineDatabase, type Examined, type NamedCheck } from './examine-database.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';
import {
  checkDrawProgram,
  checkKeys,
  checkLimits,
  checkRetention,
  checkSmsPath,
} from './program-checks.ts';
import type { CommandContext, CommandResult } from '../../operator/command-context.ts';
import { checkSettings, type Settings } from './settings-checks.ts';

/** @param byDefault if the option is not given */
export const programsOption = (byDefault: readonly RunningProgram[]) =>
  optionOf(
    new Option('--of <program...>', 'the programs whose settings are here')
      .choices(runningPrograms)
      .default([...byDefault]),
    z.array(z.enum(runningPrograms)),
  );

export const addDoctor = commandOf({
  of: 'each',
  detail:
    'One line each: settings, database, migrations, clock, roles, campaign, commitment, draw, limits, SMS, what plugins have, answers, receipts, keys, retention, and what the overview says. Run it with the variables of the programs; it changes nothing. The exit code is 1 if there is a fault; warnings are not faults.',
  examples: ['doctor', 'doctor --of deliver --json'],
  add: (command) => {
    command.option('--no-settings', 'skip what needs settings other than DATABASE_URL');
  },
  shape: { of: programsOption(['serve', 'deliver']), settings: z.boolean() },
  run: async ({ of, settings }, { context }) => {
    const { campaign, findings } = await runChecks(context, settings ? of : []);
    return doctorReport(campaign, findings);
  },
});

const connections = 2;

/** @throws ConfigError if DATABASE_URL or CAMPAIGN cannot be read at all */
export async function runChecks(
  context: CommandContext,
  programs: readonly RunningProgram[],
): Promise<{ campaign: string; findings: Finding[] }> {
  const config = readOperatorConfig(context.variables);
  const { findings, settings } = checkSettings(context.variables, programs);
  const database = openDatabase(config.databaseUrl, connections, 'general', 'inaam_operator');
  let clocks: Awaited<ReturnType<CommandContext['clocksOf']>> | undefined;
  try {
    const found = await examineDatabase({
      database,
      loadCampaign: async () => context.campaign ?? loadLaunched(config.campaign),
      openClocks: async () => (clocks = await context.clocksOf(database)),
      pseudonymSecret: settings.serve?.secrets.pseudonym,
      isDemonstration: context.isDemonstration === true,
      ownChecks: (examined) => ownChecks(examined, settings),
    });
    return { campaign: config.campaign, findings: [...findings, ...found] };
  } finally {
    clocks?.stop();
    await database.end();
  }
}

const needs = (check: string, program: string) => () =>
  checkOf(check).skipped(`It needs the settings of \`${program}\`.`);

function ownChecks(
  { database, campaign, clocks }: Examined,
  { serve, deliver }: Settings,
): NamedCheck[] {
  const { id } = campaign;
  const now = clocks.wall();
  return [
    ['draw', serve ? () => checkDrawProgram(serve) : needs('draw', 'serve')],
    ['limits', serve ? () => checkLimits(database, serve, now) : needs('limits', 'serve')],
    ['SMS path', deliver ? () => checkSmsPath(deliver) : needs('SMS path', 'deliver')],
    ...serverPlugins.flatMap(({ check }): NamedCheck[] => {
      if (!check || check.isOf?.(campaign) === false) return [];
      const { name, run, needsNone } = check;
      const variables = needsNone ? {} : deliver?.variables;
      const own = variables && (() => run(database, id, variables));
      return [[name, own ?? needs(name, 'deliver')]];
    }),
    ['answers', () => checkAnswers(database, id, now)],
    ['receipts', () => checkReceipts(database, id, now)],
    [
      'keys',
      serve || deliver
        ? () => checkKeys(database, campaign, { ...serve?.secrets, ...deliver?.secrets })
        : needs('keys', 'deliver'),
    ],
    ['retention', () => checkRetention(database, id, now)],
  ];
}

export function doctorReport(campaign: string, findings: readonly Finding[]): CommandResult {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, state, found, mend }) =>
    [`${state.padEnd(7)}  ${check.padEnd(width)}  ${found}`, mend].filter(Boolean).join(' '),
  );
  const result =
    faults === 0 && warnings === 0
      ? 'Everything is well.'
      : `Faults: ${faults}, warnings: ${warnings}.`;
  return {
    text: [...lines, result].join('\n'),
    json: { campaign, good: faults === 0, faults, warnings, findings },
    failed: faults > 0,
  };
}
