// The faces of scripts other than Latin and Devanagari. A page loads those of its language.
type Ranges = readonly (readonly [first: number, last: number])[];

export type ScriptFaces = {
  /** Base of the file names: `display-tamil.woff2`, `text-tamil.woff2`, `text-tamil-bold.woff2`. */
  name: string;
  ranges: Ranges;
  /** Local text fonts: a device that has one downloads none of ours. */
  local: { regular: readonly string[]; bold: readonly string[] };
  /** The languages written in this script, each in its own name. */
  ownNames: string;
};

const joiners = [0x200c, 0x200d] as const;
const dottedCircle = [0x25cc, 0x25cc] as const;
const dandas = [0x964, 0x965] as const;

type Own = { apple: string; ownName: string };

function indian(script: string, block: number, { apple, ownName }: Own): ScriptFaces {
  const [noto, file] = [`Noto Sans ${script}`, `NotoSans${script}`];
  return {
    name: script.toLowerCase(),
    ranges: [[block, block + 0x7f], dandas, joiners, dottedCircle],
    local: {
      regular: [noto, `${file}-Regular`, apple, 'Nirmala UI'],
      bold: [`${noto} Bold`, `${file}-Bold`, `${apple} Bold`, 'Nirmala UI Bold'],
    },
    ownNames: ownName,
  };
}

/** By ISO 15924 code, as `scriptOf` returns it. */
export const scriptFaces: Readonly<Record<string, ScriptFaces>> = {
  Beng: indian('Bengali', 0x980, { apple: 'Bangla Sangam MN', ownName: 'বাংলা' }),
  Guru: indian('Gurmukhi', 0xa00, { apple: 'Gurmukhi Sangam MN', ownName: 'ਪੰਜਾਬੀ' }),
  Gujr: indian('Gujarati', 0xa80, { apple: 'Gujarati Sangam MN', ownName: 'ગુજરાતી' }),
  Taml: indian('Tamil', 0xb80, { apple: 'Tamil Sangam MN', ownName: 'தமிழ்' }),
  Telu: indian('Telugu', 0xc00, { apple: 'Telugu Sangam MN', ownName: 'తెలుగు' }),
  Knda: indian('Kannada', 0xc80, { apple: 'Kannada Sangam MN', ownName: 'ಕನ್ನಡ' }),
  Mlym: indian('Malayalam', 0xd00, { apple: 'Malayalam Sangam MN', ownName: 'മലയാളം' }),
  Arab: {
    name: 'arabic',
    ranges: [
      [0x600, 0x6ff],
      [0x200c, 0x200f],
      [0x25cc, 0x25cc],
    ],
    // Naskh, like the headings. Of Nastaliq, a phone may have only one weight.
    local: {
      regular: ['Noto Naskh Arabic', 'NotoNaskhArabic-Regular', 'Geeza Pro'],
      bold: ['Noto Naskh Arabic Bold', 'NotoNaskhArabic-Bold', 'Geeza Pro Bold'],
    },
    ownNames: 'اردو',
  },
};

/** The script's other faces are on every page. */
export const devanagariNames: Pick<ScriptFaces, 'name' | 'local' | 'ownNames'> = {
  name: 'devanagari',
  local: {
    regular: [],
    bold: ['Noto Sans Devanagari Bold', 'NotoSansDevanagari-Bold', 'Kohinoor Devanagari Semibold'],
  },
  ownNames: 'हिन्दी मराठी',
};

const hex = (letter: number) => letter.toString(16).toUpperCase();

export function unicodeRange(ranges: Ranges): string {
  return ranges
    .map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}

export function lettersOf(ranges: Ranges): string {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .join('');
}
