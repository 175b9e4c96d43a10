// What a field of the published files may contain.
import { isFields } from './canonical-json.ts';
import { isDay, isInstant } from './dates.ts';
import { Mismatch, type Fault, type Place } from './mismatch.ts';

/** Finds what is wrong with a value that is called `what`. */
export type Form<Value> = {
  (value: unknown, what: string): Fault | undefined;
  /** Only for the compiler. */
  readonly value?: Value;
};
export type Of<OneForm> = OneForm extends Form<infer Value> ? Value : never;

/** @throws Mismatch */
export function requireForm<Value>(
  value: unknown,
  form: Form<Value>,
  place: Place,
): asserts value is Value {
  const fault = form(value, '');
  if (fault) throw new Mismatch(place, fault);
}

const simple =
  <Value>(expected: string, isRight: (value: unknown) => boolean): Form<Value> =>
  (value, what) =>
    isRight(value) ? undefined : { what, expected, found: 'something else' };
const atLeast = (least: number) =>
  simple<number>(
    `a whole number of ${least} or more`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least,
  );
const matching = (expected: string, pattern: RegExp) =>
  simple<string>(expected, (value) => typeof value === 'string' && pattern.test(value));

export const whole = atLeast(0);
export const positive = atLeast(1);
export const day = simple<string>('a day as 2025-06-01', isDay);
export const minute = simple<string>('a minute as 2025-06-01T09:30Z', isInstant);
/** Without control characters, since it is printed on a terminal, and without half of a pair. */
export const text = matching('a text of visible characters', /^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u);
export const hash = matching('64 hex digits in lower case', /^[0-9a-f]{64}$/);
export const pseudonym = matching('32 hex digits in lower case', /^[0-9a-f]{32}$/);
export const identifier = matching('a-z, 0-9 and hyphens', /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
export const batchLabel = matching('A-Z, a-z, 0-9 and hyphens', /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/);
export const oneOf = <Word extends string>(...words: readonly Word[]) =>
  simple<Word>(words.join(' or '), (value) => words.some((word) => word === value));

export const nullOr =
  <Value>(form: Form<Value>): Form<Value | null> =>
  (value, what) =>
    value === null ? undefined : form(value, what);

export const listOf =
  <Value>(form: Form<Value>): Form<readonly Value[]> =>
  (value, what) => {
    if (!Array.isArray(value)) return { what, expected: 'a list', found: 'something else' };
    return value.map((one) => form(one, what)).find((fault) => fault !== undefined);
  };

type Shape = Readonly<Record<string, Form<unknown>>>;
type ReadBy<OneShape extends Shape> = { readonly [Name in keyof OneShape]: Of<OneShape[Name]> };

/** An object with exactly these fields, in ascending order; those of `optional` may be absent. */
export function fields<Needed extends Shape, Optional extends Shape = Needed>(
  needed: Needed,
  optional?: Optional,
): Form<ReadBy<Needed> & Partial<ReadBy<Optional>>> {
  const forms = new Map(Object.entries<Form<unknown>>({ ...needed, ...optional }));
  const names = [...forms.keys()];
  names.sort();
  const expected = names.filter((name) => name in needed).join(', ');
  return (value, what) => {
    const [prefix, ofWhat] = what === '' ? ['', ''] : [`${what}.`, ` of ${what}`];
    const own = isFields(value) ? value : {};
    const known = names.filter((name) => name in needed || name in own);
    if (Object.keys(own).join(', ') !== known.join(', ')) {
      return { what: `the list of the fields${ofWhat}`, expected, found: 'another' };
    }
    const faults = known.map((name) => forms.get(name)?.(own[name], prefix + name));
    return faults.find((fault) => fault !== undefined);
  };
}
