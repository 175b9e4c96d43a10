import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import type { Variables } from '../operator/settings/program-config.ts';
import { Refusal } from '../platform/errors.ts';
import type { CommandContext, Session } from '../operator/command-context.ts';
import { commands, entries, groups } from './commands.ts';
import { clearProgress } from '../operator/progress.ts';

/** What a run begins with. */
export type Terminal = Omit<CommandContext, 'variables'> & {
  /** Called before a command runs: help needs no settings. */
  readVariables: () => Variables | Promise<Variables>;
};

/**
 * Runs one command. Only its own modules are loaded, and none for a help or a wrong command.
 * @param typed the words after the program's name
 * @returns the exit code. 0: done. 1: refused, or a check failed. 2: wrong usage or environment
 */
export async function runOperator(typed: readonly string[], terminal: Terminal): Promise<number> {
  const { readVariables, ...rest } = terminal;
  const context: CommandContext = { ...rest, variables: {} };
  // `help draw commit` is `draw commit --help`.
  const words = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
  const entry = entryOf(words);
  const session: Session = { context, command: entry ?? { name: '', summary: '' }, failed: false };
  const program = newProgram(context);
  program.hook('preAction', async () => {
    context.variables = await readVariables();
  });
  try {
    assertKnown(program, words);
    if (entry && 'load' in entry) {
      const [group = '', second] = entry.name.split(' ');
      const parent = second === undefined ? program : program.command(group);
      (await entry.load())(parent, session);
    } else if (words[0] === undefined || words[0].startsWith('-')) addAll(program, context);
    else addGroups(program, context);
    await program.parseAsync(words, { from: 'user' });
    return session.failed ? 1 : 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return reportError(error, words, context);
  }
}

const entryOf = ([first = '', second = '']: readonly string[]) =>
  namedEntry(`${first} ${second}`) ?? namedEntry(first);

const namedEntry = (name: string) =>
  entries.find((entry) => 'load' in entry && entry.name === name);

function newProgram({ name, output, errors }: CommandContext): Command {
  return new Command(name)
    .exitOverride()
    .helpCommand(false)
    .showHelpAfterError('(add --help for what it takes, with examples)')
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errors.write(text),
      getOutHelpWidth: () => (output.isTTY === true ? (output.columns ?? 80) : 80),
      getErrHelpWidth: () => (errors.isTTY === true ? (errors.columns ?? 80) : 80),
    });
}

/** The list of all commands, by what a person wants to do. */
function addAll(program: Command, { name, isDemonstration }: CommandContext): void {
  program
    .description(
      isDemonstration === true
        ? `The commands on the demonstration's database. \`${name} fill\` fills it with shoppers.`
        : 'Programs and commands of Inaam, a site for consumer promotions.',
    )
    .usage('<command> [options]');
  if (isDemonstration !== true) {
    program
      .usage('[--settings <file>] [--campaign <id>] <command> [options]')
      .option(
        '--settings <file>',
        'the settings, before the command (default: /etc/inaam/inaam.env, else .inaam/inaam.env here)',
      )
      .option('--campaign <id>', 'before the command: which campaign of the installation')
      .option('--demo', "before the command: on the demonstration's database")
      .option('-V, --version', 'show the version');
  }
  for (const [heading, listed] of Object.entries(commands)) {
    for (const [listedName, entry] of Object.entries(listed)) {
      if (isDemonstration === true && !('load' in entry)) continue;
      const command = new Command(listedName).summary(entry.summary).helpGroup(`${heading}:`);
      program.addCommand(command);
    }
  }
  const examples = [
    'doctor',
    'overview',
    'draw commit --help',
    'number erase --dry-run --why "request 12"',
  ];
  const lines = examples.map((example) => `  ${name} ${example}`);
  program.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Each first word with its commands, for its help and for what is mistyped. */
function addGroups(program: Command, { name }: CommandContext): void {
  for (const entry of entries) {
    const [first = '', second] = entry.name.split(' ');
    const group =
      program.commands.find((command) => command.name() === first) ??
      program
        .command(first)
        .description(groups[first] ?? '')
        .helpCommand(false)
        .usage('<command> [options]')
        .configureHelp({ subcommandTerm: (command) => `${first} ${command.name()}` });
    if (second !== undefined) group.command(second).summary(entry.summary);
    else if ('detail' in entry) {
      group
        .usage(groups[first] === undefined ? '' : '[<command> [options]]')
        .description([entry.detail, groups[first]].filter(Boolean).join('\n\n'))
        .addHelpText('after', `\nSettings: docs/reference/settings.md`);
      // With subcommands it lists them, as any group.
      if (groups[first] === undefined) group.action(() => notHere(group, `${name} ${first}`));
    }
  }
}

const notHere = (command: Command, started: string) =>
  command.error(`error: this is a program: start it with \`${started}\` and no options`);

/** What is known better than commander's own error can say it. */
function assertKnown(program: Command, words: readonly string[]): void {
  const [first = ''] = words;
  if (words.some((word) => /^--(?:settings|demo)\b/.test(word))) {
    program.error('error: --settings or --demo comes once, before the command');
  }
  const isFirst = entries.some(({ name }) => name.split(' ')[0] === first);
  const meant = entries.filter(({ name }) => name.split(' ')[1] === first);
  if (isFirst || meant.length === 0) return;
  const names = meant.map(({ name }) => name).join(' or ');
  program.error(`error: unknown command '${first}'\n(Did you mean ${names}?)`, {
    code: 'commander.unknownCommand',
  });
}

/** @returns the exit code */
async function reportError(
  error: unknown,
  words: readonly string[],
  { output, errors }: CommandContext,
): Promise<number> {
  const isRefused = error instanceof Refusal || error instanceof CampaignError;
  const exit = isRefused ? 1 : 2;
  const sentence = await sentenceOf(error);
  // commander has printed its own errors.
  if (!(error instanceof CommanderError)) {
    clearProgress(errors);
    errors.write(`${sentence}\n`);
  }
  if (words.includes('--json')) output.write(`${JSON.stringify({ error: sentence, exit })}\n`);
  return exit;
}

async function sentenceOf(error: unknown): Promise<string> {
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '');
  const { operatorMessage } = await import('../database/run-program.ts');
  return operatorMessage(error, 'The command failed');
}
