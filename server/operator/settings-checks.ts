import {
  ConfigError,
  readDeliverConfig,
  readDrawConfig,
  readServeConfig,
} from '../main/settings/program-config.ts';
import type { DeliverConfig, ServeConfig, Variables } from '../main/settings/program-config.ts';
import { readConsoleConfig } from '../main/settings/console-config.ts';
import { readSettings, settingsOf } from '../main/settings/read-settings.ts';
import { checkOf, type Finding } from '../console/checks/finding.ts';

export const checkedPrograms = ['serve', 'deliver', 'draw', 'console'] as const;
export type CheckedProgram = (typeof checkedPrograms)[number];

/** Undefined: not requested, or incomplete. */
export type Settings = { serve?: ServeConfig; deliver?: DeliverConfig };

const readers = {
  serve: (variables: Variables): Settings => ({
    serve: readServeConfig(settingsOf('serve', variables)),
  }),
  deliver: (variables: Variables): Settings => ({
    deliver: readDeliverConfig(settingsOf('deliver', variables)),
  }),
  draw: (variables: Variables): Settings => {
    readDrawConfig(settingsOf('draw', variables));
    return {};
  },
  console: (variables: Variables): Settings => {
    readConsoleConfig(settingsOf('console', variables));
    return {};
  },
} as const satisfies Record<CheckedProgram, (variables: Variables) => Settings>;

/** `problems`: what is missing or wrong. */
export function settingsProblems(
  program: CheckedProgram,
  variables: Variables,
): { settings: Settings; problems: readonly string[] } {
  try {
    return { settings: readers[program](variables), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { settings: {}, problems: error.problems };
  }
}

/** Reads the environment as each program would. */
export function checkSettings(
  variables: Variables,
  programs: readonly CheckedProgram[],
): { findings: Finding[]; settings: Settings } {
  let settings: Settings = {};
  const findings = programs.map((program): Finding => {
    const check = checkOf(`settings of ${program}`);
    const found = settingsProblems(program, variables);
    settings = { ...settings, ...found.settings };
    return found.problems.length === 0
      ? check.ok(`\`${program}\` would start with them.`)
      : check.fault(
          found.problems.join(' '),
          '`npx inaam settings` shows where each comes from. --of names the programs of this machine.',
        );
  });
  return { findings: [...checkSettingsFile(variables), ...findings], settings };
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
