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

function indian(
  name: string,
  block: number,
  { script, apple, ownName }: { script: string; apple: string; ownName: string },
): ScriptFaces {
  return {
    name,
    ranges: [[block, block + 0x7f], dandas, joiners, dottedCircle],
    local: {
      regular: [`Noto Sans ${script}`, `NotoSans${script}-Regular`, apple, 'Nirmala UI'],
      bold: [
        `Noto Sans ${script} Bold`,
        `NotoSans${script}-Bold`,
        `${apple} Bold`,
        'Nirmala UI Bold',
      ],
    },
    ownNames: ownName,
  };
}

/** By ISO 15924 code, as `scriptOf` returns it. */
export const scriptFaces: Readonly<Record<string, ScriptFaces>> = {
  Beng: indian('bengali', 0x980, {
    script: 'Bengali',
    apple: 'Bangla Sangam MN',
    ownName: 'বাংলা',
  }),
  Guru: indian('gurmukhi', 0xa00, {
    script: 'Gurmukhi',
    apple: 'Gurmukhi Sangam MN',
    ownName: 'ਪੰਜਾਬੀ',
  }),
  Gujr: indian('gujarati', 0xa80, {
    script: 'Gujarati',
    apple: 'Gujarati Sangam MN',
    ownName: 'ગુજરાતી',
  }),
  Taml: indian('tamil', 0xb80, { script: 'Tamil', apple: 'Tamil Sangam MN', ownName: 'தமிழ்' }),
  Telu: indian('telugu', 0xc00, { script: 'Telugu', apple: 'Telugu Sangam MN', ownName: 'తెలుగు' }),
  Knda: indian('kannada', 0xc80, {
    script: 'Kannada',
    apple: 'Kannada Sangam MN',
    ownName: 'ಕನ್ನಡ',
  }),
  Mlym: indian('malayalam', 0xd00, {
    script: 'Malayalam',
    apple: 'Malayalam Sangam MN',
    ownName: 'മലയാളം',
  }),
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
