// How every command is made: its help with examples, `--json`, its options read by a schema, its answer printed. Does
// nothing by itself.
import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import type { CommandResult, Session } from './command-context.ts';

type CommandDefinition<Shape extends z.ZodRawShape> = {
  /** All of its words: `draw reveal`. */
  name: string;
  /** One line, as it stands in the list of commands. */
  summary: string;
  /** What a person must know before using it. */
  detail?: string;
  /** Without the program's name: `budget --json`. */
  examples: readonly string[];
  /** The options and arguments of this command, beside `--json`. */
  add?: (command: Command) => void;
  /** What commander makes of them; the first argument comes as `argument`. */
  shape: Shape;
  run: (options: z.infer<z.ZodObject<Shape>>) => Promise<CommandResult>;
};

/** Adds a command that answers. */
export function addCommand<Shape extends z.ZodRawShape>(
  parent: Command,
  session: Session,
  { name, summary, detail, examples, add, shape, run: act }: CommandDefinition<Shape>,
): void {
  const command = parent.command(name.split(' ').at(-1) ?? name).summary(summary);
  command.description([capital(summary), detail].filter(Boolean).join('\n\n'));
  add?.(command);
  command.option('--json', 'answer with one line of JSON on stdout');
  addExamples(command, session, examples);
  const schema = z.object(shape);
  command.action(async () => {
    const options = schema.parse({ ...command.opts(), argument: command.processedArgs[0] });
    print(session, await act(options), command.opts()['json'] === true);
  });
}

export function addExamples(
  command: Command,
  { context }: Session,
  examples: readonly string[],
): void {
  const lines = examples.map((example) => `  ${context.name} ${example}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

function print(session: Session, answer: CommandResult, asJson: boolean): void {
  const text = asJson ? JSON.stringify(answer.json) : answer.text;
  if (text !== '') session.context.output.write(`${text}\n`);
  if (answer.failed) session.failed = true;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Reads an option that is a whole number. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
};
