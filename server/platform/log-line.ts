// An allow list: no mobile, name, code, token or user key matches an allowed fact.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMessageId } from '@inaam/contract/message-ids.ts';

export type Facts = Readonly<Record<string, unknown>>;
type Fact = string | number | boolean | readonly string[];

const root = path.resolve(import.meta.dirname, '../..');

const fits =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value);
/** Too small to be a mobile number. */
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < 100_000_000;
const isWord = fits(/^[A-Za-z][A-Za-z-]{1,39}$/);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** An error code of the system or a library, or an SQLSTATE. A voucher code does not match. */
const isCode = fits(/^(?:E[A-Z]{2,20}|[A-Z]{2,20}(?:_[A-Z0-9]{1,20})+|[0-9A-Z]{5})$/);
const isKind = fits(/^[A-Z][A-Za-z]{2,39}$|^error$/);
const isFrame = fits(/^[\w@./-]+\.(?:ts|[cm]?js):\d{1,5}$/);

const shapes: Readonly<Record<string, (value: unknown) => value is Fact>> = {
  requestId: fits(/^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  call: isWord,
  status: isCount,
  ms: isCount,
  messageId: (value): value is string => isMessageId(value),
  refusal: isWord,
  kind: isKind,
  code: (value): value is string => isCode(value) || isKind(value),
  constraint: fits(/^[a-z_]{3,63}$/),
  frames: (value): value is readonly string[] => Array.isArray(value) && value.every(isFrame),
  alarm: (value): value is boolean => typeof value === 'boolean',
  signal: fits(/^SIG[A-Z]{2,6}$/),
  reason: fits(/^(?!.*\d{4})[\x20-\x7e]{1,100}$/),
  state: isWord,
  campaign: fits(/^[a-z0-9-]{1,40}$/),
  host: fits(/^[A-Za-z0-9.:-]{1,100}$/),
  port: isCount,
  metricsPort: isCount,
  message: fits(uuid),
  task: fits(/^send_(?:otp|voucher)$/),
  path: fits(/^[a-z][a-z0-9-]{0,19}$/),
  ...Object.fromEntries(
    [
      'workers',
      'jobs',
      'lines',
      'visits',
      'amount',
      'owed',
      'added',
      'revived',
      'days',
      'seconds',
      'draws',
    ].map((name) => [name, isCount]),
  ),
};

export function allowedFacts(facts: Facts): Record<string, Fact> {
  const allowed: Record<string, Fact> = {};
  for (const [name, value] of Object.entries(facts)) {
    const isGood = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (isGood?.(value)) allowed[name] = value;
  }
  return allowed;
}

const sentenceLengthMax = 300;

/** Our own sentences are checked too: no word may be as long as a mobile, token or key. */
export function safeSentence(sentence: string): string {
  return sentence
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/[\w-]*\d[\w-]*/g, (word) => (word.replaceAll(/\D/g, '').length > 5 ? '#' : word))
    .replaceAll(/[\w-]{25,}/g, '#')
    .slice(0, sentenceLengthMax);
}

/** The loggable facts of any error. Never its message, which may quote user input or a row. */
export function factsOfError(error: unknown): Facts {
  if (!(error instanceof Error)) return { kind: 'NoError' };
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return allowedFacts({ kind: error.name, code, constraint, frames: framesOf(error) });
}

const framesMax = 5;

/**
 * The error's location in our code or, if that is not in the stack, in a package.
 * @param folder of the checkout, which may contain spaces and brackets
 */
export function framesOf({ stack = '', message }: Error, folder = root): string[] {
  // The message comes first and may imitate a stack frame, so only files that exist count.
  const at = stack.indexOf(message);
  const frames = at === -1 ? stack : stack.slice(at + message.length);
  const found = [
    ...frames.matchAll(/((?:file:\/\/)?\/.*\.(?:ts|[cm]?js)):(\d+):\d+\)?$/gm),
  ].flatMap(([, address = '', line = '']) => {
    const place = address.startsWith('file:') ? fileURLToPath(address) : address;
    const file = path.relative(folder, place);
    const isInside = /^(?!\.\.)[\w@.-]+\/[\w@./-]+$/.test(file);
    return isInside && existsSync(path.join(folder, file)) ? [`${file}:${line}`] : [];
  });
  const own = found.filter((frame) => !frame.startsWith('node_modules/'));
  return (own.length > 0 ? own : found).slice(0, framesMax);
}
