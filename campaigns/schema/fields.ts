// Schema parts whose messages have two lines, problem and fix; `parseWith` splits them.
import * as z from 'zod';
import type { Problem } from './problem.ts';
import { formatValue } from './problem.ts';

/**
 * A field checked by a function.
 * @param must continues "must be": `a whole number of 1 or more`
 * @param fix a sentence: `Write how many cards a block holds.`
 */
export function field<T>(
  isGood: (value: unknown) => value is T,
  must: string,
  fix: string,
): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    if (isGood(value)) return value;
    context.addIssue({ code: 'custom', message: issueMessage(must, value, fix) });
    return z.NEVER;
  });
}

export function whole(min: number, max: number, fix: string) {
  const must =
    max === Number.MAX_SAFE_INTEGER
      ? `a whole number of ${min} or more`
      : `a whole number from ${min} to ${max}`;
  return field(
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max,
    must,
    fix,
  );
}

/**
 * One of several names; the first is the default.
 * @param fix a sentence without its end: `Write how the wheel ends`
 */
export function choice<const Name extends string>(
  names: readonly [Name, ...Name[]],
  fix: string,
): z.ZodPrefault<z.ZodType<Name>> {
  const [first] = names;
  const isName = (value: unknown): value is Name => names.some((name) => name === value);
  return field(isName, oneOf(names), `${fix}, or leave it out for "${first}".`).prefault(first);
}

/** One or more of several names; their order counts. */
export function choices<const Name extends string>(
  names: readonly Name[],
  standard: readonly Name[],
  { max, fix }: { max: number; fix: string },
): z.ZodPrefault<z.ZodType<Name[]>> {
  const areNames = (value: unknown): value is Name[] =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= max &&
    value.every((one) => names.some((name) => name === one));
  const must = `a list of 1 to ${max} of ${oneOf(names)}`;
  return field(areNames, must, `${fix}, or leave it out for the standard ones.`).prefault([
    ...standard,
  ]);
}

/** `"a", "b" or "c"`. */
function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** An object that refuses unknown fields. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not known\nRemove it or correct its spelling: the fields here are ${known}.`
        : issueMessage('an object', issue.input, `Write its fields: ${known}.`),
  });
}

/** A non-empty list, or a list of exactly `count` items. */
export function list<Item extends z.ZodType>(item: Item, fix: string, count?: number) {
  const must = `a list of ${count ?? 'one or more'}`;
  const error = (issue: { input?: unknown }) => issueMessage(must, issue.input, fix);
  const items = z.array(item, { error });
  return count === undefined ? items.min(1, { error }) : items.length(count, { error });
}

export function map<Value extends z.ZodType>(value: Value, fix: string) {
  return z.record(z.string(), value, {
    error: (issue) => issueMessage('an object', issue.input, fix),
  });
}

/** Returns the parsed value, or every problem in it. */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { value: T } | { problems: Problem[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  return { problems: result.error.issues.flatMap(problemsOf) };
}

function issueMessage(must: string, value: unknown, fix: string): string {
  const wrong =
    value === undefined ? 'is missing' : `must be ${must}, but is ${formatValue(value)}`;
  return `${wrong}\n${fix}`;
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const [message = '', fix = ''] = issue.message.split('\n');
  const paths =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path];
  return paths.map((path) => ({ path, message, fix }));
}
