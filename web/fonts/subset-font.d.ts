declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff2'; keepAllGlyphs?: boolean; noHinting?: boolean },
  ): Promise<Buffer>;
  export = subsetFont;
}
