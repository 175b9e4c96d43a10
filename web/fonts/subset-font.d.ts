// What `make.ts` takes of subset-font, which brings no types of its own. Never more than that.
declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff2'; keepAllGlyphs?: boolean; noHinting?: boolean },
  ): Promise<Buffer>;
  export = subsetFont;
}
