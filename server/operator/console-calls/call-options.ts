// The options of a command, from the fields of its call.
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { wholeNumber } from '../add-command.ts';
import type { Offered } from './offered-calls.ts';
import { dayOption } from '../options.ts';

const plainField = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const nullableField = z.object({
  anyOf: z.tuple([plainField, z.object({ type: z.literal('null') })]),
});
const fieldsSchema = z.object({
  properties: z.record(z.string(), z.union([nullableField, plainField])),
});

export type Field = z.infer<typeof plainField> & { isNullable: boolean };

export function fieldsOf(name: ConsoleCallName): Map<string, Field> {
  const schema = z.toJSONSchema(consoleCalls[name].fields, { io: 'input' });
  const { properties } = fieldsSchema.parse(schema);
  return new Map(
    Object.entries(properties).map(([field, found]) => [
      field,
      'anyOf' in found ? { ...found.anyOf[0], isNullable: true } : { ...found, isNullable: false },
    ]),
  );
}

/** Of the person whom a call is about, in place of the fields that say it. */
const personFields: ReadonlySet<string> = new Set(['person', 'text']);

export const isAboutPerson = (fields: ReadonlyMap<string, Field>): boolean =>
  [...fields.keys()].some((field) => personFields.has(field));

/** Those that somebody types: the others are known, or come with `--why`. */
export function typedFields(fields: ReadonlyMap<string, Field>): [string, Field][] {
  const known = new Set([
    'reason',
    'campaign',
    'filter',
    ...personFields,
    ...(isAboutPerson(fields) ? ['by'] : []),
  ]);
  return [...fields].filter(([field]) => !known.has(field));
}

/** A field has one meaning in every call that has it. */
const meanings: Readonly<Record<string, string>> = {
  by: 'only what this person or account did',
  command: 'only this command',
  from: 'the first day, YYYY-MM-DD',
  until: 'the last day, YYYY-MM-DD',
  before: 'only rows with a smaller number',
  max: 'how many rows at most',
  failure: 'the reason of the failure, exactly as `deliveries failed` shows it',
  count: 'how many vouchers at most',
};

export function addField(command: Command, name: string, field: Field, isArgument: boolean): void {
  const parse = parserOf(field);
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (isArgument) {
    const argument = new Argument(`<${words}>`);
    command.addArgument(parse ? argument.argParser(parse) : argument);
    return;
  }
  const option = new Option(`--${words} <${words}>`, meanings[name]);
  if (field.enum) option.choices(field.enum);
  else if (parse) option.argParser(parse);
  command.addOption(option);
}

function parserOf({
  type,
  pattern,
  minimum = 0,
  maximum = 0,
}: Field): ((text: string) => unknown) | undefined {
  if (type === 'integer') return wholeNumber(Math.max(minimum, 0), Math.min(maximum, 999_999_999));
  return pattern === undefined ? undefined : dayOption;
}

export function pseudonymOption(text: string): string {
  if (/^[\da-f]{32}$/i.test(text)) return text;
  throw new InvalidArgumentError('A pseudonym is 32 hexadecimal digits, as in the ledger.');
}

export type Call = { name: ConsoleCallName; offered: Offered; fields: Map<string, Field> };

/** Beside those of the fields. */
export const ownOptions = {
  why: z.string().optional(),
  argument: z.unknown().optional(),
  by: z.unknown().optional(),
  pseudonym: z.string().optional(),
  voucher: z.boolean().default(false),
  out: z.string().optional(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
};
type OwnOptions = z.infer<z.ZodObject<typeof ownOptions>>;
export type CallOptions = OwnOptions & Readonly<Record<string, unknown>>;
