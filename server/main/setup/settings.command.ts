import path from 'node:path';
import { Option } from 'commander';
import * as z from 'zod';
import {
  describeSettings,
  environmentOf,
  isPrivate,
  namesOf,
  settingsPrograms,
  type SettingsProgram,
} from '../../operator/settings/environments.ts';
import type { Variables } from '../../operator/settings/program-config.ts';
import { readSettings, type Settings } from '../../operator/settings/read-settings.ts';
import { commandOf } from '../../operator/add-command.ts';
import type { CommandResult } from '../../operator/command-context.ts';
import { readProgram } from '../checks/settings-checks.ts';
import { table } from '../../operator/answer.ts';

export const addSettings = commandOf({
  of: 'each',
  detail: 'Secrets are not shown. The exit code is 1 if a program would not start.',
  examples: ['settings', 'settings --for draw'],
  add: (command) => {
    command.addOption(new Option('--for <program>', 'one program').choices(settingsPrograms));
  },
  shape: { for: z.enum(settingsPrograms).optional() },
  run: async ({ for: program }, { context }) =>
    show(context.variables, program ? [program] : settingsPrograms),
});

/** `value` undefined: a secret, or what could not be read. */
type Row = { name: string; value: string | undefined; source: string };

function rowsOf(program: SettingsProgram, { found }: Settings): Row[] {
  const described = describeSettings(environmentOf(program));
  const set = [...found].map(([name, one]) => ({
    name,
    value: 'text' in one ? shown(name, one.text) : undefined,
    source: one.source,
  }));
  const byDefault = described.flatMap(({ name, byDefault: value }) =>
    value === undefined || found.has(name) ? [] : [{ name, value, source: 'default' }],
  );
  return [...set, ...byDefault];
}

function shown(name: string, text: string): string | undefined {
  if (isPrivate(name)) return undefined;
  // The path of an address may have a token in it.
  return name.endsWith('_URL') && URL.canParse(text) ? new URL(text).origin : text;
}

function show(environment: Variables, programs: readonly SettingsProgram[]): CommandResult {
  const parts = programs.map((program) => {
    const settings = readSettings(program, namesOf(program), environment);
    const { problems } = readProgram(program, environment);
    return { program, settings, problems, rows: rowsOf(program, settings) };
  });
  const [first] = parts;
  const { file, warnings = [] } = first?.settings ?? {};
  const isGood = parts.every(({ problems }) => problems.length === 0);
  const sections = parts.map(({ program, problems, rows }) =>
    [
      problems.length === 0 ? `${program}: complete.` : `${program} would not start:`,
      ...problems.map((problem) => `  - ${problem}`),
      table(
        ['setting', 'value', 'source'],
        rows.map(({ name, value, source }) => [name, value ?? 'not shown', source]),
      ),
    ].join('\n'),
  );
  const named = file?.path === undefined ? 'none: the environment alone' : path.resolve(file.path);
  return {
    text: [
      [`Settings file: ${named}.`, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n'),
      ...sections,
    ].join('\n\n'),
    json: {
      file: file?.path ?? null,
      good: isGood,
      warnings,
      programs: Object.fromEntries(
        parts.map(({ program, problems, rows }) => [
          program,
          {
            good: problems.length === 0,
            problems,
            settings: rows.map((row) => ({ ...row, value: row.value ?? null })),
          },
        ]),
      ),
    },
    failed: !isGood,
  };
}
