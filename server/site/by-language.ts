/**
 * Makes each language's once, when it is first asked for; what failed is tried again.
 * @param version what was made of another version is forgotten
 */
export function byLanguage<Made>(
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
