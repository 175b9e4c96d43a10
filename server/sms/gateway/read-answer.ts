import type { SendOutcome } from '../provider.ts';
import type { AnswerPart, AnswerRules } from './gateway-schema.ts';

export type HttpAnswer = {
  status: number;
  header: (name: string) => string | null;
  text: string;
};

/** What PHP writes around an answer when it warns, in plain text or as HTML. */
const phpMessage =
  /(?:<br ?\/?>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?: .* on line (?:<b>)?\d+(?:<\/b>)?(?:<br ?\/?>)?/g;
/** JSON that begins a line, or follows a tag: another page around it has no end that is JSON. */
const jsonAtEnd = /(?<=^[ \t]*|>)[[{][^]*/m;

/**
 * Interprets a gateway's answer. An answer without a matching rule never counts as accepted, and
 * counts as refused only if its HTTP status says so: otherwise the message might be sent twice.
 * @param fallbackReference our reference, for a gateway without a rule for its own
 */
export function readAnswer(
  rules: AnswerRules,
  answer: HttpAnswer,
  fallbackReference: string,
): SendOutcome {
  const text = answer.text.replaceAll(phpMessage, '').trim();
  const json = parseJson(text) ?? parseJson(jsonAtEnd.exec(text)?.[0] ?? '');
  const found = rules.rules.find(
    (rule) =>
      hasStatus(rule.status, answer.status) &&
      Object.entries(rule.json ?? {}).every(([place, pattern]) =>
        new RegExp(pattern, 'u').test(textAtPath(json, place) ?? ''),
      ) &&
      (rule.text === undefined || new RegExp(rule.text, 'u').test(text)),
  );
  const kind = found?.is ?? kindOfStatus(answer.status);
  const partOf = (part: AnswerPart | undefined) =>
    part && readPart(part, { ...answer, text }, json);
  if (kind === 'accepted') {
    if (!rules.reference) return { kind, reference: fallbackReference };
    const reference = partOf(rules.reference) ?? '';
    return { kind, reference: reference === '' ? undefined : reference.slice(0, 200) };
  }
  const reason = [`HTTP ${answer.status}`, partOf(rules.reason)].filter(Boolean).join(' ');
  if (kind !== 'throttled') return { kind, reason };
  const retryAfterMs = retryAfterOf(answer);
  return { kind, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function hasStatus(wanted: string | readonly string[] | undefined, status: number): boolean {
  if (wanted === undefined) return true;
  return [wanted].flat().some((range) => {
    const [from = '', to = from] = range.split('-');
    return Number(from) <= status && status <= Number(to);
  });
}

function kindOfStatus(
  status: number,
): Exclude<SendOutcome['kind'], 'accepted' | 'refusedPermanently'> {
  if (status === 429) return 'throttled';
  // 303 leads to the result of the request, and 409 may mean that the id was received before.
  if (status === 303 || status === 409) return 'unknown';
  // Redirects are not followed, so nobody has accepted the message.
  const isRefused = (status >= 300 && status < 500) || status === 503;
  return isRefused ? 'refusedForNow' : 'unknown';
}

function readPart(part: AnswerPart, answer: HttpAnswer, json: unknown): string | undefined {
  if ('json' in part) return textAtPath(json, part.json);
  if ('header' in part) return answer.header(part.header) ?? undefined;
  return new RegExp(part.text, 'u').exec(answer.text)?.[1];
}

/** Seconds or a date, as HTTP allows. */
function retryAfterOf(answer: HttpAnswer): number | undefined {
  const value = answer.header('retry-after') ?? '';
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** @returns undefined if there is no text, number or boolean */
export function textAtPath(json: unknown, place: string): string | undefined {
  let value: unknown = json;
  for (const name of place === '' ? [] : place.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    const property: { value?: unknown } | undefined = Object.getOwnPropertyDescriptor(value, name);
    value = property?.value;
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/**
 * Keeps the digits of numbers that a double cannot hold: some providers' ids have 19 digits.
 * @returns undefined for invalid JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withAllDigits);
  } catch {
    return undefined;
  }
}

function withAllDigits(_name: string, value: unknown, of?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? (of?.source ?? value) : value;
}
