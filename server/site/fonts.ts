// The typefaces of the built site, which stand in its page: they have one home (web/ui/fonts.css), and names that change
// with a build. Serves nothing; a site without any leaves its pages to the phone's own.

export type Fonts = {
  /** The `@font-face` rules. */
  rules: string;
  /** Addresses of the headings' faces that have letters of a text: worth asking for before anything is laid out. */
  preloadsFor: (text: string) => string[];
};

/** @param page the built page; nothing where there is none. */
export function fontsOf(page: string): Fonts {
  const rules = Array.from(page.matchAll(/@font-face\s*\{[^}]*\}/g), ([rule]) => rule);
  const faces = rules.filter((rule) => /Inaam Display/.test(rule)).flatMap(faceOf);
  return {
    rules: rules.join('\n'),
    preloadsFor: (text) => {
      const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
      return faces.filter(({ has }) => letters.some(has)).map(({ address }) => address);
    },
  };
}

/** Links for the head of a page. */
export function preloadLinks(addresses: readonly string[]): string {
  return addresses
    .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)
    .join('');
}

/** A face by its address; none where it is the phone's own. */
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
