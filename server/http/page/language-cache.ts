/**
 * Makes something once per language, when it is first needed; after a failure it tries again.
 * @param version results for another version are discarded
 */
export function cacheByLanguage<Made>(
  make: (language: string) => Promise<Made>,
  version: () => string = () => '',
): (language: string) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  let madeOf = version();
  return async (language) => {
    if (madeOf !== version()) made.clear();
    madeOf = version();
    const known = made.get(language);
    if (known) return known;
    const fresh = make(language);
    made.set(language, fresh);
    try {
      return await fresh;
    } catch (error) {
      if (made.get(language) === fresh) made.delete(language);
      throw error;
    }
  };
}
