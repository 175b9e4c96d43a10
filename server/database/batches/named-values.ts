import type { QueryConfig } from 'pg';
import { prepared } from './prepared.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * A prepared statement with a name for each value: `$userKeys` in the text stands for `userKeys` of
 * the values. `$1` is the campaign, as in the parts that several statements share.
 * @returns a function that throws unless the text and the values have the same names
 */
export function withNamedValues(text: string): (campaign: string, values: Values) => QueryConfig {
  const known = new Set(Array.from(text.matchAll(/\$([a-z]\w*)/gi), ([, name = '']) => name));
  const names = [...known];
  const numbered = text.replaceAll(
    /\$([a-z]\w*)/gi,
    (_, name: string) => `$${names.indexOf(name) + 2}`,
  );
  return (campaign, values) => {
    const wrong = [
      ...names.filter((name) => !Object.hasOwn(values, name)),
      ...Object.keys(values).filter((name) => !known.has(name)),
    ];
    if (wrong.length > 0) {
      throw new Error(
        `A statement and its values differ in ${wrong.join(', ')}. Name each value in both.`,
      );
    }
    return prepared(numbered, [campaign, ...names.map((name) => values[name])]);
  };
}
