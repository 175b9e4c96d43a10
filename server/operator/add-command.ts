import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { UsageError, type CommandResult, type Session } from './command-context.ts';

type CommandDefinition<Shape extends z.ZodRawShape> = {
  detail?: string;
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
  <Shape extends z.ZodRawShape>({ detail, examples, add, shape, run }: CommandDefinition<Shape>) =>
  (parent: Command, session: Session): void => {
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
      print(session, await run(typed.data, session), command.opts()['json'] === true);
    });
  };

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
