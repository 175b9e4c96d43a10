/** Makes each language's once, when it is first asked for; what failed is tried again. */
export function byLanguage<Made>(
  make: (language: string) => Promise<Made>,
): (language: string) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return async (language) => {
    const known = made.get(language);
    if (known) return known;
    const fresh = make(language);
    made.set(language, fresh);
    try {
      return await fresh;
    } catch (error) {
      made.delete(language);
      throw error;
    }
  };
}
