// How a problem in a campaign folder is told: one sentence that names the file, the field and what is wrong, and one
// that says the mend. Knows no file and no rule of its own.
import * as z from 'zod';

/** Thrown when a campaign cannot be used; it lists all that is wrong at once. */
export class CampaignError extends Error {
  override readonly name = 'CampaignError';
  readonly problems: readonly string[];

  constructor(id: string, problems: readonly string[]) {
    super(
      [`Failed to read campaign "${id}":`, ...problems.map((problem) => `  - ${problem}`)].join(
        '\n',
      ),
    );
    this.problems = problems;
  }
}

/** What is wrong with one field: `is missing`, `must be …, it is …`; and how to mend it. */
export type Problem = { field: string; message: string; fix: string };

/** A problem of a file as a developer or an operator reads it. */
export function formatProblem(file: string, { field, message: wrong, fix: mend }: Problem): string {
  return `${file}: ${field === '' ? 'the file' : field} ${wrong}. ${mend}`;
}

/**
 * A field that is checked by one function and tells its problem in two sentences.
 * @param must reads on from "must be": `a whole number of 1 or more`.
 * @param mend a whole sentence: `Write how many cards a block holds.`
 */
export function field<T>(
  isGood: (value: unknown) => value is T,
  must: string,
  mend: string,
): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    if (isGood(value)) return value;
    context.addIssue({ code: 'custom', message: issueMessage(must, value, mend) });
    return z.NEVER;
  });
}

/** An object whose fields are all known: one that is not is a problem too. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not known\nTake it out or mend its spelling: the fields here are ${known}.`
        : issueMessage('an object', issue.input, `Write its fields: ${known}.`),
  });
}

/** A list of one or more; `mend` says what stands in it. */
export function list<Item extends z.ZodType>(item: Item, mend: string, count?: number) {
  const must = `a list of ${count ?? 'one or more'}`;
  const error = (issue: { input?: unknown }) => issueMessage(must, issue.input, mend);
  const items = z.array(item, { error });
  return count === undefined ? items.min(1, { error }) : items.length(count, { error });
}

/** A map by free keys; `mend` says what stands in it. */
export function map<Value extends z.ZodType>(value: Value, mend: string) {
  return z.record(z.string(), value, {
    error: (issue) => issueMessage('an object', issue.input, mend),
  });
}

/** Reads a value by a schema: the value, or every problem in it. */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { value: T } | { problems: Problem[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  return { problems: result.error.issues.flatMap(problemsOf) };
}

/** What is wrong and the mend, as one message of two lines; `problemsOf` takes it apart again. */
function issueMessage(must: string, value: unknown, mend: string): string {
  const wrong = value === undefined ? 'is missing' : `must be ${must}, it is ${formatValue(value)}`;
  return `${wrong}\n${mend}`;
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const [message = '', fix = ''] = issue.message.split('\n');
  const paths =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path];
  return paths.map((path) => ({ field: formatPath(path), message, fix }));
}

/** Spells a path as code would: `deck.cards["5"]`, `outcomes[1].angle`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      const word = String(step);
      if (!/^[a-zA-Z_]\w*$/.test(word)) return `["${word}"]`;
      return at === 0 ? word : `.${word}`;
    })
    .join('');
}

/** A value as a problem shows it: JSON, cut short. */
export function formatValue(value: unknown): string {
  const json = value === undefined ? 'missing' : JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
}
