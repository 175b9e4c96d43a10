import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import * as z from 'zod';
import {
  describeSettings,
  environmentOf,
  isPrivate,
  namesOf,
  settingsPrograms,
  type SettingsProgram,
} from '../../main/settings/environments.ts';
import type { Variables } from '../../main/settings/program-config.ts';
import { readSettings, type Found, type Settings } from '../../main/settings/read-settings.ts';
import { settingsLine } from '../../main/settings/settings-file.ts';
import { errorCode } from '../../platform/errors.ts';
import { writeFiles } from '../../platform/new-files.ts';
import { addCommand } from '../add-command.ts';
import { RefusedError, UsageError, type CommandResult, type Session } from '../command-context.ts';
import { readProgram } from '../settings-checks.ts';
import { table } from '../table.ts';

export function addSettings(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'Secrets are not shown. With --for and --out it writes the settings of one program into a new folder, for another machine: that folder contains secrets. The exit code is 1 if a program would not start.',
    examples: ['settings', 'settings --for draw', 'settings --for draw --out draw-settings'],
    add: (command) => {
      command.addOption(new Option('--for <program>', 'one program').choices(settingsPrograms));
      command.option('--out <folder>', 'write its settings into this new folder');
    },
    shape: { for: z.enum(settingsPrograms).optional(), out: z.string().min(1).optional() },
    run: async ({ for: program, out }) => {
      const { variables } = session.context;
      if (out === undefined) return show(variables, program ? [program] : settingsPrograms);
      if (!program) throw new UsageError('--out needs --for: one program has one folder.');
      return writePart(variables, program, out);
    },
  });
}

/** `value` undefined: a secret, or what could not be read. */
type Row = { name: string; value: string | undefined; source: string };

function rowsOf(program: SettingsProgram, { found }: Settings): Row[] {
  const described = describeSettings(environmentOf(program));
  const set = [...found].map(([name, one]) => ({
    name,
    value: 'text' in one ? shown(name, one) : undefined,
    source: one.source,
  }));
  const byDefault = described.flatMap(({ name, byDefault: value }) =>
    value === undefined || found.has(name) ? [] : [{ name, value, source: 'default' }],
  );
  return [...set, ...byDefault];
}

/** A file that a variable names could be any, so what it contains is not shown. */
function shown(name: string, { source, text }: Found & { text: string }): string | undefined {
  if (isPrivate(name) || source.includes('_FILE')) return undefined;
  // A receiver's address may have a token in it.
  return name === 'WEBHOOK_URL' && URL.canParse(text) ? new URL(text).origin : text;
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

/** Whole or not at all: made beside the folder, and then renamed. */
async function writePart(
  environment: Variables,
  program: SettingsProgram,
  out: string,
): Promise<CommandResult> {
  const settings = readSettings(program, namesOf(program), environment);
  const { general, lines, secrets, paths } = partOf(settings);
  if (general.length > 0) throw new RefusedError(`Nothing was written. ${general.join(' ')}`);
  const target = path.resolve(out);
  await mkdir(path.dirname(target), { recursive: true });
  const made = await mkdtemp(`${target}.`);
  try {
    await writeFiles(made, { 'inaam.env': lines });
    await writeFiles(path.join(made, 'secrets'), secrets);
    await rename(made, target);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (/^(?:ENOTEMPTY|EEXIST|ENOTDIR)$/.test(errorCode(error))) {
      throw new RefusedError(`${out} already exists and was not changed. Choose another place.`);
    }
    throw error;
  }
  const missing = readProgram(program, environment).problems;
  const names = Object.keys(secrets);
  return {
    text: [
      `Written to ${out}: the settings of \`${program}\` with ${names.length} secrets, which only this user can read.`,
      `Move it to the other machine, and start there with INAAM_SETTINGS=<its place>/inaam.env.`,
      ...(paths.length > 0
        ? [`These name files, which must be there too: ${paths.join(', ')}.`]
        : []),
      ...(missing.length > 0 ? ['It would not start yet:'] : []),
      ...missing.map((problem) => `  - ${problem}`),
    ].join('\n'),
    json: { folder: out, program, secrets: names, paths, problems: missing },
  };
}

const namesFile = /^(?:SMS_PATHS_FILE|IP_DATABASE|DRAW_HEAD_FILE|DATABASE_FOLDER)$/;

function partOf({ found, file }: Settings) {
  const readable = [...found].flatMap(([name, one]) =>
    'text' in one ? [{ name, spelling: one.spelling, text: one.text }] : [],
  );
  const plain = readable.filter(({ name }) => !isPrivate(name));
  const lines = plain.map(({ spelling, text }) => settingsLine(spelling, text));
  const unwritable = plain.filter((_, at) => lines[at] === undefined);
  const unread = [...found].filter(([, one]) => 'problem' in one);
  return {
    general: [
      ...file.problems,
      ...unread.map(([name, one]) => `${name} could not be read (${one.source}).`),
      ...unwritable.map(({ name }) => `${name} has both kinds of quotes in it.`),
    ],
    lines: lines.map((line) => `${line ?? ''}\n`).join(''),
    secrets: Object.fromEntries(
      readable
        .filter(({ name }) => isPrivate(name))
        .map(({ spelling, text }) => [spelling, `${text}\n`]),
    ),
    paths: plain.filter(({ name }) => namesFile.test(name)).map(({ name }) => name),
  };
}
