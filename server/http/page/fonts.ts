// Read from the built page, because the addresses change with every build.

export type Fonts = {
  fontFaces: string;
  /** The heading fonts that this text needs. */
  preloadsFor: (text: string) => string[];
};

export function fontsOf(page: string): Fonts {
  const rules = Array.from(page.matchAll(/@font-face\s*\{[^}]*\}/g), ([rule]) => rule);
  const faces = rules.filter((rule) => /Inaam Display/.test(rule)).flatMap(faceOf);
  return {
    fontFaces: rules.join('\n'),
    preloadsFor: (text) => {
      const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
      // Of two rules for a letter the later one counts.
      const needed = new Set(letters.map((letter) => faces.findLast(({ has }) => has(letter))));
      return faces.filter((face) => needed.has(face)).map(({ address }) => address);
    },
  };
}

export function preloadLinks(addresses: readonly string[]): string {
  return addresses
    .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)
    .join('');
}

function faceOf(rule: string): { address: string; has: (letter: number) => boolean }[] {
  const [, address] = /url\(["']?(\/[^"')]+)/.exec(rule) ?? [];
  if (address === undefined) return [];
  const ranges = Array.from(
    rule.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi),
    ([, first = '', last = first]) =>
      [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
  );
  return [
    { address, has: (letter) => ranges.some(([first, last]) => first <= letter && letter <= last) },
  ];
}
