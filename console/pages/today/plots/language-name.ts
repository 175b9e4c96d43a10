const names = new Intl.DisplayNames('en-IN', { type: 'language' });

/** @param tag a language of the campaign; `(none)` for visits whose language was not counted */
export const languageName = (tag: string): string =>
  tag === '(none)' ? 'not known' : (names.of(tag) ?? tag);
