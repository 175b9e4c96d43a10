// Schema parts whose messages have two lines, the problem and the fix; `parseWith` splits them.
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

/** A non-empty list, or one of exactly `count` items. */
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
