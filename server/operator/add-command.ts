import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { UsageError, type CommandResult, type Session } from './command-context.ts';
import type { Variables } from './settings/program-config.ts';

type CommandDefinition<Shape extends z.ZodRawShape> = {
  detail?: string;
  /**
   * Of an installation with several campaigns: runs for each; or once, with its settings. Otherwise
   * it is about one, which must be named.
   */
  of?: 'each' | 'installation';
  /** Without the program's name: `overview --json`. */
  examples: readonly string[];
  /** Adds arguments, and options that are not of the shape; `--json` is added to every command. */
  add?: (command: Command) => void;
  /** Checks what commander has parsed; the first argument is named `argument`. */
  shape: Shape;
  run: (options: z.infer<z.ZodObject<Shape>>, session: Session) => Promise<CommandResult>;
};

const options = new WeakMap<object, Option>();

/** A field of a shape, named as commander names its option. */
export function optionOf<Field extends z.ZodType>(option: Option, field: Field): Field {
  options.set(field, option);
  return field;
}

export const textOption = (flags: string, about: string) =>
  optionOf(new Option(flags, about), z.string().optional());

export const defaultOption = (flags: string, about: string, byDefault: string) =>
  optionOf(new Option(flags, about).default(byDefault), z.string());

export const requiredOption = (flags: string, about: string) =>
  optionOf(new Option(flags, about).makeOptionMandatory(), z.string().min(1));

export const flagOption = (flags: string, about: string) =>
  optionOf(new Option(flags, about), z.boolean().default(false));

export function addOptions(command: Command, shape: z.ZodRawShape): void {
  for (const field of Object.values(shape)) {
    const option = options.get(field);
    if (option) command.addOption(option);
  }
}

/** Adds the command of the session with its help, examples and `--json`. */
export const commandOf =
  <Shape extends z.ZodRawShape>(definition: CommandDefinition<Shape>) =>
  (parent: Command, session: Session): void => {
    const { detail, examples, add, shape, run, of } = definition;
    const { name, summary } = session.command;
    const command = parent.command(name.split(' ').at(-1) ?? name);
    command.description([capital(summary), detail].filter(Boolean).join('\n\n'));
    add?.(command);
    addOptions(command, shape);
    command.option('--json', 'answer with one line of JSON on stdout');
    addExamples(command, session, examples);
    const schema = z.object(shape);
    command.action(async () => {
      const typed = schema.safeParse({ ...command.opts(), argument: command.processedArgs[0] });
      if (!typed.success) throw new UsageError(wrongOption(command, typed.error));
      const answer = (variables: Variables) =>
        run(typed.data, { ...session, context: { ...session.context, variables } });
      print(session, await answerOf(session, of, answer), command.opts()['json'] === true);
    });
  };

async function answerOf(
  { context, command }: Session,
  of: CommandDefinition<z.ZodRawShape>['of'],
  answer: (variables: Variables) => Promise<CommandResult>,
): Promise<CommandResult> {
  // Only now, since a help needs no settings.
  const { campaignsOf, ofInstallation } = await import('./settings/read-settings.ts');
  const { variables, name } = context;
  if (of === 'installation') return answer(ofInstallation(variables));
  const campaigns = campaignsOf(variables);
  if (campaigns.length < 2) return answer(variables);
  if (of !== 'each') {
    const ids = campaigns.map(({ id }) => id);
    throw new UsageError(
      `This installation has the campaigns ${ids.join(', ')}. Name one: ${name} --campaign ${ids[0]} ${command.name}`,
    );
  }
  const results: { id: string; result: CommandResult }[] = [];
  for (const { id, variables: own } of campaigns) {
    results.push({
      id,
      result: await answer(own).catch((error: unknown) => failedWith(id, error)),
    });
  }
  const failed = results.some(({ result }) => result.failed === true);
  return {
    text: results.map(({ id, result: { text } }) => `Campaign ${id}\n\n${text}`).join('\n\n'),
    json: { good: !failed, campaigns: results.map(({ result: { json } }) => json) },
    failed,
  };
}

/** What ends one ends none of the others. */
async function failedWith(campaign: string, error: unknown): Promise<CommandResult> {
  const { operatorMessage } = await import('../database/run-program.ts');
  const text = operatorMessage(error, 'The command failed');
  return { text, json: { campaign, good: false, error: text }, failed: true };
}

function wrongOption(command: Command, { issues: [issue] }: z.ZodError): string {
  const name = String(issue?.path[0]);
  const option = command.options.find((one) => one.attributeName() === name);
  return `${option?.long ?? 'The argument'} is not valid: ${issue?.message ?? 'it is wrong'}.`;
}

function addExamples(command: Command, { context }: Session, examples: readonly string[]): void {
  const lines = examples.map((example) => `  ${context.name} ${example}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

function print(session: Session, result: CommandResult, asJson: boolean): void {
  const { output } = session.context;
  const text = asJson ? JSON.stringify(result.json) : result.text;
  if (text !== '') output.write(`${text}\n`);
  if (result.failed) session.failed = true;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Write a whole number from ${min} to ${max}.`);
};
