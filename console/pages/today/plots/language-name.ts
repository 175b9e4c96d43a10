const names = new Intl.DisplayNames('en-IN', { type: 'language' });

/** @param tag of a language of the campaign; `(none)`: of visits that were not counted by it */
export const languageName = (tag: string): string =>
  tag === '(none)' ? 'not known' : (names.of(tag) ?? tag);
