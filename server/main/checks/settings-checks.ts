import {
  addressProblem,
  ConfigError,
  readConsoleConfig,
  readDeliverConfig,
  readDrawConfig,
  readMigrateConfig,
  readServeConfig,
  type Variables,
} from '../../operator/settings/program-config.ts';
import type { SettingsProgram } from '../../operator/settings/environments.ts';
import { readOperatorConfig } from '../../operator/settings/operator-config.ts';
import { readSettings, settingsOf } from '../../operator/settings/read-settings.ts';
import type { RunningProgram } from '../../database/processes.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';

const programs = {
  serve: readServeConfig,
  deliver: readDeliverConfig,
  draw: readDrawConfig,
  console: readConsoleConfig,
  migrate: readMigrateConfig,
  operator: readOperatorConfig,
};
type Configs = { [Program in SettingsProgram]: ReturnType<(typeof programs)[Program]> };
/** Undefined: not requested, or incomplete. */
export type Settings = { [Program in 'serve' | 'deliver']?: Configs[Program] | undefined };

const readers: { [Program in SettingsProgram]: (of: Variables) => Configs[Program] } = programs;

/** As the program reads them. With `problems`, what is missing or wrong, there is no `config`. */
export function readProgram<Program extends SettingsProgram>(
  program: Program,
  variables: Variables,
): { config: Configs[Program] | undefined; problems: readonly string[] } {
  try {
    // Of `operator`, each command reads the settings that it needs.
    const own = program === 'operator' ? variables : settingsOf(program, variables);
    return { config: readers[program](own), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: undefined, problems: error.problems };
  }
}

export function checkSettings(
  variables: Variables,
  programs: readonly RunningProgram[],
): { findings: Finding[]; settings: Settings } {
  const settings: Settings = {
    serve: programs.includes('serve') ? readProgram('serve', variables).config : undefined,
    deliver: programs.includes('deliver') ? readProgram('deliver', variables).config : undefined,
  };
  const findings = programs.map((program): Finding => {
    const check = checkOf(`settings of ${program}`);
    const { problems } = readProgram(program, variables);
    const shared = sharedAddress(program, variables);
    if (shared !== undefined) return check.fault(shared);
    return problems.length === 0
      ? check.ok(`\`${program}\` would start with them.`)
      : check.fault(
          problems.join(' '),
          '`npx inaam settings` shows where each comes from. --of names the programs of this machine.',
        );
  });
  return { findings: [...checkSettingsFile(variables), ...findings], settings };
}

function sharedAddress(program: RunningProgram, variables: Variables): string | undefined {
  const serve = program === 'serve' ? readProgram(program, variables).config : undefined;
  if (serve) return addressProblem('PUBLIC_ORIGIN', serve.publicOrigin, serve.trustedProxies);
  const site = program === 'console' ? readProgram(program, variables).config : undefined;
  return site && addressProblem('CONSOLE_ORIGIN', site.consoleOrigin, site.trustedProxies);
}

/** Its faults are those of each program. */
function checkSettingsFile(variables: Variables): Finding[] {
  const { file, warnings } = readSettings('operator', [], variables);
  const check = checkOf('settings file');
  if (file.path === undefined) return [];
  return warnings.length === 0
    ? [check.ok('Every name in it is known.')]
    : warnings.map((warning) =>
        check.warning(warning, '`npx inaam settings` shows what each program reads.'),
      );
}
