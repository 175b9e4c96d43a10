// A sentence that stands on the screen when the language changes (a fault at a field, a toast) is told again in the new
// one: found by its text in the words it was taken from. What was filled in, or came with a value from the server, is in
// no words and stays as it is. Pure.

/**
 * Tells a sentence of any language known so far in the language of the page. Where one language has the same sentence in
 * two places and another has not, the place decides: a key of the words.
 */
export type Retell = (text: string, place?: string) => string;

/**
 * @param known words of the same campaign, in any language.
 * @param now the words of the language to tell in.
 */
export function retelling(known: readonly object[], now: object): Retell {
  const own = sentencesOf(now);
  const ownTexts = new Set(own.values());
  const told = new Map<string, string>();
  const toldAt = new Map<string, string>();
  for (const [path, text] of known.flatMap((words) => [...sentencesOf(words)])) {
    const same = own.get(path);
    if (same === undefined) continue;
    if (!told.has(text)) told.set(text, same);
    toldAt.set(keyOf(placeOf(path), text), same);
  }
  return (text, place = '') =>
    ownTexts.has(text) ? text : (toldAt.get(keyOf(place, text)) ?? told.get(text) ?? text);
}

const keyOf = (place: string, text: string) => `${place}/${text}`;
const placeOf = (path: string) => path.split('/')[1] ?? '';

/** The same for whatever holds sentences: lists and objects of them, at any depth. */
export function retoldDeep<T>(held: T, retell: Retell, place?: string): T;
export function retoldDeep(held: unknown, retell: Retell, place?: string): unknown {
  if (typeof held === 'string') return retell(held, place);
  if (Array.isArray(held)) return held.map((item) => retoldDeep<unknown>(item, retell, place));
  if (typeof held !== 'object' || held === null) return held;
  return Object.fromEntries(
    Object.entries(held).map(([key, item]) => [key, retoldDeep<unknown>(item, retell, place)]),
  );
}

function sentencesOf(words: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const here = `${path}/${key}`;
    if (typeof value === 'string') found.set(here, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of sentencesOf(value, here)) found.set(inner, text);
    }
  }
  return found;
}
