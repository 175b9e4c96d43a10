// Finds amounts, dates and states in texts, in the languages and digits of India. Pure.
import { localeOf } from '../public/format.ts';
import { formatDate } from '../public/format-date.ts';

const letter = String.raw`[\p{L}\p{M}]`;
const end = `(?!${letter})`;
/** An abbreviation, with or without its full stop. */
const short = (text: string) => `${text}(?:\\.|${end})`;
const long = (text: string) => `${text}${letter}*`;

const rupees = [
  '[₹₨৲৳૱௹]',
  ...['rs', 'inr', 'रु', 'रू', 'ਰੁ', 'ਰੂ', 'રૂ', 'રુ', 'ரூ', 'రూ', 'ರೂ', 'ರು', 'രൂ'].map(short),
  String.raw`re\.`,
  ...[
    'rup(?:ee|a[iy]|iy)',
    'रुप',
    'रूप(?=य|ए|िय)',
    'টাকা',
    'টকা',
    'রুপি',
    'ଟଙ୍କା',
    'ਰੁਪ',
    'રૂપિય',
    'રુપિય',
  ].map(long),
  ...['ரூபா', 'రూపాయ', 'ರೂಪಾಯ', 'രൂപ', 'روپ'].map(long),
].join('|');
const marker = `(?<!${letter})(?:${rupees})`;

const scales: readonly (readonly [words: string, times: number])[] = [
  ['thousand|हजार|হাজার|હજાર|ਹਜਾਰ|ஆயிர|వేల|ಸಾವಿರ|ആയിര|ہزار', 1000],
  ['lakh|lac|लाख|লাখ|লক্ষ|લાખ|ਲੱਖ|லட்ச|లక్ష|ಲಕ್ಷ|ലക്ഷ|لاکھ', 100_000],
  ['crore|करोड|কোটি|કરોડ|ਕਰੋੜ|கோடி|కోటి|ಕೋಟಿ|കോടി|کروڑ', 10_000_000],
];
const scale = scales.map(([words]) => words).join('|');
const grouped = String.raw`\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)`;
const number = String.raw`(?:${grouped}|\d+)(?:\.\d+)?(?!\d)(?:\s*(?:${scale})${letter}*)?`;
const joining =
  'or|and|to|या|और|से|अथवा|किंवा|आणि|ते|অথবা|বা|এবং|ও|আর|থেকে|અથવા|કે|અને|થી|ਜਾਂ|ਅਤੇ|ਤੋਂ|அல்லது|மற்றும்|முதல்|లేదా|మరియు|నుండి|నుంచి|ಅಥವಾ|ಮತ್ತು|ರಿಂದ|അല്ലെങ്കിൽ|അഥവാ|മുതൽ|یا|اور|سے|تا';
const joined = String.raw`\s*[-–—/&]\s*|(?:\s*[,،])?\s+(?:${joining})\s+`;
const comma = String.raw`\s*[,،]\s*`;
/** In `Rs. 10, 18 years` the second number is not part of the list. */
const inList = String.raw`${comma}(?=${number}(?:\s+(?:${joining})\s|(?!\s*${letter})))`;

const amountPatterns = [
  `${marker}[\\s.:–-]*(${number}(?:(?:${joined}|${inList})${number})*)`,
  // In `2 Rs. 10 packs` the first number counts packs.
  `(?<!\\d)(${number}(?:(?:${joined}|${comma})${number})*)(?:/-)?[\\s-]?${marker}(?![\\s.]*[\\d{])`,
  `(?<!\\d)(${number})/-`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** Most English texts. */
const isPlain = /^[ -~]*$/;

/** Without invisible marks, with the digits 0 to 9 and one spelling per character. */
export function plainText(text: string): string {
  if (isPlain.test(text)) return text;
  return text
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u00AD\uFEFF]/g, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u093C\u09BC\u0A3C\u0ABC]/g, '')
    .replaceAll('म्ब', 'ंब')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf);
}

const hasDigit = /\p{Nd}/u;

/** A script's digits are consecutive from its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

export type NamedAmount = {
  rupees: number;
  text: string;
  /** The price of a pack: `Rs. 10 promotional pack`. */
  isPrice: boolean;
};

const goods =
  'packs?|packets?|bottles?|पैक|पॅक|बोतल|बाटली|பாக்கெட்|பேக்|பாட்டில்|ప్యాక|బాటిల్|ಪ್ಯಾಕ್|ಬಾಟಲಿ|പാക്ക|കുപ്പി|প্যাক|বোতল|પૅક|પેક|બૉટલ|બોટલ|ਪੈਕ|ਬੋਤਲ|پیک|بوتل';
/** `Rs. 5 in every pack` is not a price. */
const within =
  'in|inside|on|with|from|per|every|each|any|हर|प्रत्येक|ஒவ்வொரு|ప్రతి|ಪ್ರತಿ|ഓരോ|প্রতি|প্রতিটি|દરેક|ਹਰ|ہر';
const price = new RegExp(
  `^(?:/-)?[\\s-]*(?:(?!(?:${within})\\s)[\\p{L}\\p{M}-]+\\s+){0,2}(?:${goods})`,
  'iu',
);

/** @param text whose placeholders are ignored */
export function namedAmounts(text: string): NamedAmount[] {
  if (!hasDigit.test(text)) return [];
  const plain = plainText(text);
  return amountPatterns.flatMap((pattern) =>
    Array.from(plain.matchAll(pattern), ({ 0: whole, 1: list = '', index }) =>
      Array.from(list.matchAll(new RegExp(number, 'giu')), ([one]) => ({
        rupees: rupeesOf(one),
        text: whole.trim(),
        isPrice: price.test(plain.slice(index + whole.length)),
      })),
    ).flat(),
  );
}

function rupeesOf(spelled: string): number {
  const [, times = 1] = scales.find(([words]) => new RegExp(words, 'iu').test(spelled)) ?? [];
  return Number(/[\d,.]+/.exec(spelled)?.[0].replaceAll(',', '')) * times;
}

/** Parts missing from the text are 0. */
export type NamedDate = { year: number; month: number; day: number; text: string };

const year = String.raw`(?:19|20)\d\d(?!\d)`;
const dayOfMonth = String.raw`(?<!\d)\d{1,2}(?!\d)`;
/** `6th`, `6-ம்`. */
const ordinal = `(?:-?${letter}{1,3})?`;

export function namedDates(text: string, language: string): NamedDate[] {
  if (!hasDigit.test(text)) return [];
  const plain = plainText(text);
  return [...numericDates(plain), ...spelledDates(plain, language)].filter(
    ({ month, day }) => month >= 1 && month <= 12 && day <= 31,
  );
}

function numericDates(plain: string): NamedDate[] {
  const last = /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|(?<=[-/]\d{1,2}[-/])\d{2})(?!\d)/g;
  const first = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g;
  return [
    ...Array.from(plain.matchAll(last), ([found, day, month, of = '']) =>
      dateOf(found, of.length === 2 ? `20${of}` : of, month, day),
    ),
    ...Array.from(plain.matchAll(first), ([found, of, month, day]) =>
      dateOf(found, of, month, day),
    ),
  ];
}

const dateOf = (text: string, year = '', month = '', day = ''): NamedDate => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
  text,
});

function spelledDates(plain: string, language: string): NamedDate[] {
  const small = plain.toLowerCase();
  return monthsOf(language).flatMap((month, at) => {
    // Skips the pattern, which is slow to compile, for texts without the month.
    if (!month.small.some((name) => small.includes(name))) return [];
    month.pattern ??= datePattern(month.names);
    return Array.from(plain.matchAll(month.pattern), ({ 0: text, groups = {} }) => {
      const { d1, d2, y1, y2, y3 } = groups;
      return dateOf(text.trim(), y1 ?? y2 ?? y3, String(at + 1), d1 ?? d2);
    }).filter(({ year, day }) => year > 0 || day > 0);
  });
}

function datePattern(names: readonly string[]): RegExp {
  const before = `(?:(?<d1>${dayOfMonth})${ordinal}[\\s,-]*(?:of\\s+)?|(?<y1>${year}),?\\s*)?`;
  const name = `(?<!${letter})(?:${names.map(monthPattern).join('|')})`;
  const after = `(?:[\\s,-]+(?:(?<y2>${year})|(?<d2>${dayOfMonth})(?:,?\\s*(?<y3>${year}))?))?`;
  return new RegExp(`${before}${name}${after}`, 'gu');
}

/** Of one month, in the language and in English, long and short. */
type MonthNames = { names: string[]; small: string[]; pattern: RegExp | undefined };

const monthNames = new Map<string, MonthNames[]>();

function monthsOf(language: string): MonthNames[] {
  const known = monthNames.get(language);
  if (known) return known;
  // `Sep` besides `Sept`.
  const tags = [...new Set([language, 'en', 'en-US'])];
  const formats = tags.flatMap((tag) =>
    (['long', 'short'] as const).map(
      (month) => new Intl.DateTimeFormat(localeOf(tag), { month, timeZone: 'UTC' }),
    ),
  );
  const months = Array.from({ length: 12 }, (_, at) => {
    const iso = `2025-${String(at + 1).padStart(2, '0')}-01`;
    const inDate = formatDate(iso, language).replaceAll(/[^\p{L}\p{M} \u200C\u200D]/gu, '');
    const shown = [inDate, ...formats.map((format) => format.format(new Date(`${iso}T00:00:00Z`)))];
    const plain = shown.map((name) => plainText(name).replace('.', '').trim());
    const names = [...new Set(plain)]
      .filter((name) => name !== '')
      .toSorted((one, other) => other.length - one.length);
    return { names, small: names.map((name) => name.toLowerCase()), pattern: undefined };
  });
  monthNames.set(language, months);
  return months;
}

/** `may` is not a month, and a short name often begins another word. */
function monthPattern(name: string): string {
  if (/^[A-Za-z]+$/.test(name)) {
    const [first = '', ...rest] = name;
    const small = rest.map((one) => `[${one.toUpperCase()}${one}]`).join('');
    const start = name === 'May' ? 'M' : `[${first}${first.toLowerCase()}]`;
    return `${start}${small}(?![A-Za-z])`;
  }
  return name.length <= 3 ? `${name}${end}` : `${name}${letter}*`;
}

/** Languages of southern India drop letters before an ending: தமிழ்நாடு, தமிழ்நாட்டில். */
const lastVowel = /[\u0A4D\u0ACD\u0BCD\u0C4D\u0CCD\u0D4D\u0BC1\u0C41\u0CC1]$/;

const isLetter = /[\p{L}\p{M}]/u;

/**
 * Finds a state in plain texts, perhaps with an ending.
 * @param name plain too
 */
export function stateFinder(name: string, language: string): (plain: string) => boolean {
  const isAlone = /^(?:en|hi|pa|ur)(?:-|$)/.test(language) || /[A-Za-z]$/.test(name);
  const stem = isAlone ? name : name.replace(lastVowel, '');
  return (plain) => {
    for (let at = plain.indexOf(stem); at !== -1; at = plain.indexOf(stem, at + 1)) {
      const [before = '', after = ''] = [plain[at - 1], plain[at + stem.length]];
      if (!isLetter.test(before) && !(isAlone && isLetter.test(after))) return true;
    }
    return false;
  };
}
