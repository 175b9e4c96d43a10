// SMS texts from registered templates, and the rules for templates (TRAI TCCCPR 2018, the
// operators' DLT platforms). Variables (`{code}`, `{validUntil}`) differ between messages and are
// registered as `{#var#}`: at most two occurrences, so an OTP's code counts twice (sentence and
// WebOTP line). Settings (`{host}`, `{minutes}`) are filled in once per deployment, before
// registration. Pure.
import { fill, placeholdersOf } from '../public/fill.ts';
import {
  outsideGsm7,
  segmentSeptets,
  segmentsMax,
  smsSegmentsOf,
  ucs2LengthMax,
  type SmsSegments,
} from './segments.ts';
import type { SmsTemplate } from '../schema/folder-schema.ts';
import { formatDate } from '../public/format-date.ts';

export type SmsKind = 'otp' | 'voucher';

export type SmsSettings = {
  /** Without scheme and port: `rewards.example`. */
  host: string;
  /** Lifetime of a code, in whole minutes. */
  minutes: number;
};

/** Longest host name that fits a template, in characters. */
export const hostLengthMax = 40;
/** Longest voucher code, in characters. */
export const voucherCodeLengthMax = 24;

const variablesMax = 2;
/** Longest value of a variable on DLT platforms. */
const valueLengthMax = 30;
/**
 * Variables are registered with their kind (TRAI, from 14 January 2026), and operators drop an SMS
 * whose value is of another kind. Links are a separate kind, so that no value can add one.
 */
const kinds = {
  numeric: { tag: '{#numeric#}', pattern: String.raw`\d` },
  alphanumeric: { tag: '{#alphanumeric#}', pattern: '[A-Za-z0-9 -]' },
} as const;
const webOtpLine = '\n@{host} #{code}';

/** Longest value of each placeholder: with these a text must still fit one segment. */
const longest = {
  otp: { code: '000000', host: 'm'.repeat(hostLengthMax), minutes: '10' },
  voucher: { code: 'M'.repeat(voucherCodeLengthMax), validUntil: '30 September 2026' },
} as const satisfies Record<SmsKind, Record<string, string>>;
const settings: ReadonlySet<string> = new Set(['host', 'minutes']);

/** @throws RangeError if the host is too long or the minutes are not 1 to 10 */
export function fillSmsSettings(
  template: SmsTemplate,
  { host, minutes }: SmsSettings,
): SmsTemplate {
  if (!/^[a-z0-9.-]+$/.test(host) || host.length > hostLengthMax) {
    throw new RangeError(
      `The SMS host "${host}" must be a host name in lower case of at most ${hostLengthMax} characters. Give the site a shorter name, without scheme and port.`,
    );
  }
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 10) {
    throw new RangeError(
      `The life of a code must be 1 to 10 whole minutes, but is ${minutes}. Give whole minutes.`,
    );
  }
  return { ...template, text: fill(template.text, { host, minutes }) };
}

/** @throws Error, which quotes no value, if one is missing or the text would break its template */
export function renderSms(template: SmsTemplate, values: Readonly<Record<string, string>>): string {
  const missing = placeholdersOf(template.text).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) {
    throw new Error(
      `Failed to write the SMS of template ${template.dlt.templateId}: ${missing.join(', ')} is missing. Fill in the settings at start (fillSmsSettings) and give every variable its value.`,
    );
  }
  const text = fill(template.text, values);
  if (!matchesTemplate(template, text)) {
    throw new Error(
      `Failed to write the SMS of template ${template.dlt.templateId}: it would not match its registered wording or be too long. Check length and letters of the values.`,
    );
  }
  return text;
}

/**
 * Whether a text is this template with values of 1 to 30 characters of its variables' kind, equal
 * wherever a variable repeats, and not too long: one SMS of GSM-7, or `partsMax` of UCS-2.
 */
export function matchesTemplate(template: SmsTemplate, text: string): boolean {
  if (isTooLong(smsSegmentsOf(text))) return false;
  const seen = new Set<string>();
  const pattern = piecesOf(template.text).map((part) => {
    if (part.variable === undefined) return part.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    if (seen.has(part.variable)) return `\\k<${part.variable}>`;
    seen.add(part.variable);
    return `(?<${part.variable}>${kindOf(template).pattern}{1,${valueLengthMax}})`;
  });
  return new RegExp(`^${pattern.join('')}$`).test(text);
}

/** An OTP's variable is the code's digits; a voucher's are its code and last day. */
const kindOf = ({ text }: Pick<SmsTemplate, 'text'>) =>
  text.endsWith('#{code}') ? kinds.numeric : kinds.alphanumeric;

/** Wording for the DLT platform, with settings not yet filled in. */
export const registeredText = (template: Pick<SmsTemplate, 'text'>): string =>
  piecesOf(template.text)
    .map((part) => (part.variable === undefined ? part.text : kindOf(template).tag))
    .join('');

/** Of how many SMS a text is with the longest values. */
export const segmentsOfLongest = (kind: SmsKind, text: string): number =>
  smsSegmentsOf(fill(text, longest[kind])).segments;

/** A broken rule; `message` continues the field's name. */
export type SmsProblem = { message: string; fix: string };

/**
 * @param language of the texts: in languages other than English, characters outside GSM-7 may occur
 */
export function smsTemplateProblems(
  kind: SmsKind,
  text: string,
  language: string,
  listed: { urls: readonly string[]; numbers: readonly string[] },
): SmsProblem[] {
  return [
    ...placeholderProblems(kind, text),
    ...variableProblems(text),
    ...lengthProblems(fill(text, longest[kind]), language),
    ...urlProblems(text, listed.urls),
    ...numberProblems(text, listed.numbers),
    ...(kind === 'otp' && !text.endsWith(webOtpLine)
      ? [
          {
            message: 'must end with the line "@{host} #{code}"',
            fix: 'Write it as the last line, so that phones fill the code in (WebOTP).',
          },
        ]
      : []),
  ];
}

function placeholderProblems(kind: SmsKind, text: string): SmsProblem[] {
  const known = Object.keys(longest[kind]);
  const used = placeholdersOf(text);
  const may = known.map((name) => `{${name}}`).join(', ');
  return [
    ...used
      .filter((name) => !known.includes(name))
      .map((name) => ({
        message: `has the placeholder {${name}}, which is not known here`,
        fix: `Remove it or correct its spelling: it may have ${may}.`,
      })),
    ...known
      .filter((name) => !used.includes(name))
      .map((name) => ({
        message: `must have the placeholder {${name}}, but has none`,
        fix: `Write it where its value belongs; the text has ${may}.`,
      })),
  ];
}

function variableProblems(text: string): SmsProblem[] {
  const parts = piecesOf(text);
  const count = parts.filter((part) => part.variable !== undefined).length;
  const adjacent = parts.some(
    (part, at) =>
      part.variable !== undefined &&
      (parts[at + 1]?.variable !== undefined ||
        (parts[at + 1]?.text.trim() === '' && parts[at + 2]?.variable !== undefined)),
  );
  return [
    ...(count > variablesMax
      ? [
          {
            message: `must have at most ${variablesMax} variables, but has ${count}`,
            fix: 'Write what does not change as text; a variable counts at each occurrence.',
          },
        ]
      : []),
    ...(adjacent
      ? [
          {
            message: 'must not have two variables side by side',
            fix: 'Write a word between them.',
          },
        ]
      : []),
  ];
}

const isTooLong = ({ encoding, length }: SmsSegments) =>
  length > (encoding === 'gsm7' ? segmentSeptets : ucs2LengthMax);

/** @param full with the longest values */
function lengthProblems(full: string, language: string): SmsProblem[] {
  const outside = outsideGsm7(full.replace(/[{}]/g, ''));
  const segments = smsSegmentsOf(full);
  const max =
    segments.encoding === 'gsm7'
      ? { length: segmentSeptets, said: `${segmentSeptets} characters` }
      : { length: ucs2LengthMax, said: `${ucs2LengthMax} characters, ${segmentsMax} SMS` };
  return [
    ...(outside.length > 0 && /^en\b/.test(language)
      ? [
          {
            message: `must have letters of GSM-7 only, but has ${JSON.stringify(outside.join(' '))}`,
            fix: 'Write plain letters and straight quotes.',
          },
        ]
      : []),
    ...(isTooLong(segments)
      ? [
          {
            message: `must fit ${max.said} with the longest values, it takes ${segments.length}`,
            fix: `Shorten it by ${segments.length - max.length}.`,
          },
        ]
      : []),
  ];
}

function urlProblems(text: string, urls: readonly string[]): SmsProblem[] {
  const found = text.match(/(?:https?:\/\/|www\.)\S+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/\S*)?/gi) ?? [];
  return found
    .map((url) => url.replace(/[.,;:!?)]+$/, ''))
    .filter((url) => !urls.includes(url))
    .map((url) => ({
      message: `has the address ${url}, which is not listed`,
      fix: 'Register it with the DLT platform and add it to urls, or take it out.',
    }));
}

const digitsOf = (number: string) => number.replaceAll(/\D/g, '');

/** Eight or more digits are a number that somebody might call. */
function numberProblems(text: string, numbers: readonly string[]): SmsProblem[] {
  const known = new Set(numbers.map(digitsOf));
  return (text.match(/\+?\d(?:[ -]?\d){7,}/g) ?? [])
    .filter((number) => !known.has(digitsOf(number)))
    .map((number) => ({
      message: `has the number ${number}, which is not listed`,
      fix: 'Register it with the DLT platform and add it to numbers, or take it out.',
    }));
}

type Piece = { text: string; variable?: undefined } | { text: string; variable: string };

/** Splits a wording into fixed text (including settings) and variables. */
function piecesOf(text: string): Piece[] {
  return text
    .split(/(\{[a-zA-Z]+\})/)
    .filter((piece) => piece !== '')
    .reduce<Piece[]>((parts, piece) => {
      const name = /^\{([a-zA-Z]+)\}$/.exec(piece)?.[1];
      const last = parts.at(-1);
      if (name !== undefined && !settings.has(name)) parts.push({ text: piece, variable: name });
      else if (last !== undefined && last.variable === undefined) last.text += piece;
      else parts.push({ text: piece });
      return parts;
    }, []);
}

/**
 * Format of a day in a text: `6 May 2026`, or `06-05-2026` in languages other than English, since
 * variables are registered for Latin letters and digits.
 * @param day `YYYY-MM-DD`
 */
export function smsDate(day: string, language: string): string {
  if (/^en\b/.test(language)) return formatDate(day, language);
  return day.split('-').toReversed().join('-');
}
