// Recognizes our texts in a provider's log, which rarely has them letter for letter: white space
// and quotation marks differ, and texts are encoded, embedded, cut, or split into parts.
import type { SmsTemplate } from '@inaam/campaigns/loader/server-campaign.ts';

/**
 * - `cut`: the end is missing, but the code is complete.
 * - `unclear`: it looks like a voucher, but its code cannot be read.
 */
type ReadText = { kind: 'voucher' | 'cut'; code: string } | { kind: 'unclear' | 'otp' | 'other' };

export type SmsTexts = { vouchers: Readonly<Record<string, SmsTemplate>>; otp: SmsTemplate };

export type TextReader = {
  read(text: string): ReadText;
  /** @returns the code, if the parts together make a voucher */
  join(parts: readonly string[]): string | undefined;
};

export function textReader({ vouchers, otp }: SmsTexts): TextReader {
  const shapes = Object.values(vouchers).map(shapeOf);
  const otpShape = shapeOf(otp);
  /** Codes found in the first form that has any. */
  const codesIn = (forms: readonly string[], of: 'whole' | 'cut') =>
    forms
      .map((form) => [...new Set(shapes.flatMap((shape) => codesBy(shape[of], form)))])
      .find((codes) => codes.length > 0) ?? [];
  const isVoucherLike = (form: string) => {
    const likeness = Math.max(...shapes.map((shape) => likenessOf(shape, form)));
    return likeness >= likenessMin && likeness > likenessOf(otpShape, form);
  };
  return {
    read(text) {
      const asItIs = plain(text);
      const isKnown = codesIn([asItIs], 'whole').length > 0;
      if (!isKnown && codesBy(otpShape.whole, asItIs).length > 0) return { kind: 'otp' };
      const forms = isKnown ? [asItIs] : formsOf(text);
      for (const [kind, of] of [
        ['voucher', 'whole'],
        ['cut', 'cut'],
      ] as const) {
        const [code, ...more] = codesIn(forms, of);
        if (code !== undefined) return more.length === 0 ? { kind, code } : { kind: 'unclear' };
      }
      return { kind: forms.some(isVoucherLike) ? 'unclear' : 'other' };
    },
    join(parts) {
      const bare = parts.map((part) => part.trim().replaceAll(partMark, ''));
      return [bare, bare.toReversed()]
        .flatMap((ordered) => [ordered.join(''), ordered.join(' ')])
        .map((text) => codesIn(formsOf(text), 'whole'))
        .find((codes) => codes.length === 1)
        ?.at(0);
    },
  };
}

/** For example `(1/2)`, at the beginning or the end. */
const partMark = /^[([]?\d ?(?:\/|of) ?\d[)\]]?[:.]? ?| ?[([]?\d ?(?:\/|of) ?\d[)\]]?$/gi;

/** Unifies the spelling of letters, white space, quotation marks and hyphens. */
const unified = (text: string): string =>
  text
    .normalize('NFKC')
    // Invisible characters, such as a soft hyphen.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‘’‚‛′`´ʼ]/gu, "'")
    .replaceAll(/[“”„‟″«»]/gu, '"')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    // In a file that is not UTF-8, a no-break space is read as U+FFFD.
    .replaceAll(/[\s\p{Cc}\uFFFD]+/gu, ' ');

const plain = (text: string): string => unified(text).trim();

const entityNames: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ndash', '-'],
  ['hellip', '...'],
]);

const letterOf = (code: number) => (code <= 0x10_ffff ? String.fromCodePoint(code) : '\uFFFD');
const hexLetter = (_: string, digits: string) => letterOf(Number.parseInt(digits, 16));

/** Undo encodings: HTML, URL, JSON, hex, or a wrongly decoded text. */
const decoders: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text
      .replaceAll(/&#(\d{1,7});/g, (_, digits: string) => letterOf(Number(digits)))
      .replaceAll(/&#x([\da-f]{1,6});/gi, hexLetter)
      .replaceAll(/&([a-z]+);/gi, (all, name: string) => entityNames.get(name) ?? all),
  (text) =>
    text
      .replaceAll('+', ' ')
      .replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
        Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
      ),
  (text) =>
    text
      .replaceAll(/\\u([\da-f]{4})/gi, hexLetter)
      .replaceAll(/\\[nrt]/g, ' ')
      .replaceAll(/\\(["'\\/])/g, '$1'),
  (text) => {
    const digits = text.replaceAll(/\s|^0x/gi, '');
    return /^(?:[\da-f]{4}){8,}$/i.test(digits)
      ? Buffer.from(digits, 'hex').swap16().toString('utf16le')
      : text;
  },
  (text) => Buffer.from(Array.from(text, (letter) => western.get(letter) ?? 0x3f)).toString('utf8'),
];

/** The bytes of windows-1252, in which exports are often wrongly decoded. */
const western: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

const formsOf = (text: string): string[] => [
  ...new Set(decoders.map((decode) => plain(decode(text)))),
];

type Shape = { words: ReadonlySet<string>; whole: readonly RegExp[]; cut: readonly RegExp[] };

/** The second form allows white space: a line may have been broken within the code. */
const codeForms = ['[A-Za-z0-9-]{4,24}', '[A-Za-z0-9](?:[ -]{0,2}[A-Za-z0-9]){3,23}'];
const valueForm = '[A-Za-z0-9 .:-]{1,60}?';
const edge = `["' ]*`;

function shapeOf({ text }: SmsTemplate): Shape {
  const parts = text.split(/\{([a-zA-Z]+)\}/);
  // If a variable begins or ends the template, nothing else may stand before or behind it.
  const start = parts.at(0) === '' ? `^${edge}` : '';
  const end = parts.at(-1) === '' ? `${edge}$` : '';
  const patterns = codeForms.map((codeForm) => piecesOf(parts, codeForm));
  return {
    words: wordsOf(parts.filter((_, at) => at % 2 === 0).join(' ')),
    whole: patterns.map((pieces) => new RegExp(`${start}${pieces.join('')}${end}`, 'giu')),
    cut: patterns.flatMap((pieces) => {
      const least = piecesToEndOfCode(pieces);
      if (least === undefined) return [];
      const rest = pieces
        .slice(least.length)
        .reduceRight((inner, one) => `(?:${one}${inner})?`, '');
      return [new RegExp(`${start}${least.join('')}${rest}[. ]*${edge}$`, 'giu')];
    }),
  };
}

/** One pattern for each letter and each variable. @param parts wording and names in turn */
function piecesOf(parts: readonly string[], codeForm: string): string[] {
  const seen = new Set<string>();
  return parts.flatMap((part, at) => {
    // White space may be missing where two lines were joined.
    if (at % 2 === 0) {
      return Array.from(unified(part), (letter) =>
        letter === ' ' ? ' ?' : letter.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&'),
      );
    }
    if (seen.has(part)) return [`\\k<${part}>`];
    seen.add(part);
    return [`(?<${part}>${part === 'code' ? codeForm : valueForm})`];
  });
}

/**
 * The pieces that prove a code complete: up to the first letter after it, because the dots of a cut
 * text could be taken for the wording's.
 */
function piecesToEndOfCode(pieces: readonly string[]): string[] | undefined {
  const code = pieces.findIndex((piece) => piece.startsWith('(?<code>'));
  const border = pieces.findIndex((piece, at) => at > code && !/^[A-Za-z0-9]$/.test(piece));
  const letter = pieces.findIndex((piece, at) => at >= border && /^\p{L}$/u.test(piece));
  if (border < 0 || letter < 0) return undefined;
  const least = pieces.slice(0, letter + 1);
  return least.map((piece, at) => (at === border && piece === ' ?' ? ' ' : piece));
}

/** Codes that the first matching pattern finds. */
function codesBy(patterns: readonly RegExp[], form: string): string[] {
  for (const pattern of patterns) {
    const found = [...form.matchAll(pattern)];
    if (found.length > 0) {
      return found.map(({ groups }) => (groups?.['code'] ?? '').replaceAll(' ', ''));
    }
  }
  return [];
}

/** The share of the shorter text's words that the other must contain. */
const likenessMin = 0.6;

function likenessOf({ words }: Shape, form: string): number {
  const own = wordsOf(form);
  const shared = [...own].filter((word) => words.has(word)).length;
  return shared < 2 ? 0 : shared / Math.min(own.size, words.size);
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}]{2,}/gu),
  );
