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

/** The largest `integer` of PostgreSQL. */
export const integerMax = 2 ** 31 - 1;

export const count = (fix: string, min = 1) => whole(min, integerMax, fix);

export function whole(min: number, max: number, fix: string) {
  return field(
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max,
    `a whole number from ${min} to ${max}`,
    fix,
  );
}

/** Its length and characters are checked with those of its whole file (`json-text.ts`). */
export const matching = (pattern: RegExp, must: string, fix: string) =>
  field((value): value is string => typeof value === 'string' && pattern.test(value), must, fix);

export const line = (fix: string) => matching(/^\S(?:.*\S)?$/u, 'text', fix);

/** In a year that the verifier takes. */
export const day = (fix: string) => field(isDay, 'a day of this century as YYYY-MM-DD', fix);

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^20\d{2}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export function oneOf<const Name extends string>(
  names: readonly Name[],
  fix: string,
): z.ZodType<Name> {
  const isName = (value: unknown): value is Name => names.some((name) => name === value);
  return field(isName, quoted(names), fix);
}

/**
 * One of several names; the first is the default.
 * @param fix a sentence without its end: `Write how the wheel ends`
 */
export const choice = <const Name extends string>(
  names: readonly [Name, ...Name[]],
  fix: string,
): z.ZodPrefault<z.ZodType<Name>> =>
  oneOf(names, `${fix}, or leave it out for "${names[0]}".`).prefault(names[0]);

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
  const must = `a list of 1 to ${max} of ${quoted(names)}`;
  return field(areNames, must, `${fix}, or leave it out for the standard ones.`).prefault([
    ...standard,
  ]);
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `"a", "b" or "c"`. */
const quoted = (names: readonly string[]) => alternatives.format(names.map((name) => `"${name}"`));

export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not known\nRemove it or correct its spelling: the fields here are ${known}.`
        : issueMessage('an object', issue.input, `Write its fields: ${known}.`),
  });
}

export function list<Item extends z.ZodType>(
  item: Item,
  fix: string,
  { min = 1, max = 1000 }: { min?: number; max?: number } = {},
) {
  const must = min === max ? `a list of ${min}` : `a list of ${min} to ${max}`;
  const error = (issue: { input?: unknown }) => issueMessage(must, issue.input, fix);
  return z.array(item, { error }).min(min, { error }).max(max, { error });
}

/** @param key of each field; without it, any */
export function map<Value extends z.ZodType>(value: Value, fix: string, key = z.string()) {
  return z.record(key, value, {
    error: (issue) =>
      issue.code === 'invalid_key'
        ? `is no field that it may have\n${fix}`
        : issueMessage('an object', issue.input, fix),
  });
}

/** By amount in rupees. */
export const byAmount = <Value extends z.ZodType>(value: Value, fix: string) =>
  map(value, fix, z.string().regex(/^[1-9]\d{0,9}$/));

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
