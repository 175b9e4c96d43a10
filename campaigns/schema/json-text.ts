// What the text of a JSON file hides. Pure.
import type { Node } from 'jsonc-parser';
import type { Problem } from './problem.ts';

type Path = Problem['path'];

/** Keys that are written twice: programs take the last of them, and people read the first. */
export function repeatedKeys(node: Node | undefined, path: Path = []): Problem[] {
  const known = new Set<unknown>();
  return (node?.children ?? []).flatMap((child, place) => {
    if (child.type !== 'property') return repeatedKeys(child, [...path, place]);
    const [key, value] = child.children ?? [];
    const at = [...path, String(key?.value)];
    const isRepeated = known.has(key?.value);
    known.add(key?.value);
    const repeated = { path: at, message: 'is written twice', fix: 'Remove one of the two.' };
    return [...(isRepeated ? [repeated] : []), ...repeatedKeys(value, at)];
  });
}

/** `prose` may have several lines. Joiners belong to scripts of India, isolates to Urdu. */
const texts = {
  line: { most: 200, hidden: hiddenBut(String.raw`\u200C\u200D\uFE0F`) },
  prose: { most: 5000, hidden: hiddenBut(String.raw`\n\u200C\u200D\uFE0F\u2066\u2069`) },
} as const;

function hiddenBut(allowed: string): RegExp {
  const classes = String.raw`\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029`;
  return new RegExp(`(?![${allowed}])[${classes}]`, 'u');
}

/** Texts and keys that have no end, or look like others. */
export function textLimits(value: unknown, kind: keyof typeof texts, path: Path = []): Problem[] {
  if (typeof value === 'string') return textFault(value, kind, path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return [...textFault(key, 'line', at), ...textLimits(inner, kind, at)];
  });
}

function textFault(text: string, kind: keyof typeof texts, path: Path): Problem[] {
  const { most, hidden } = texts[kind];
  const [character] = hidden.exec(text) ?? [];
  if (character !== undefined) {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    const message = `has a line end or another invisible character, U+${code}, as number ${text.search(hidden) + 1}`;
    return [{ path, message, fix: 'Remove it.' }];
  }
  if (text.length > most) {
    const message = `must have at most ${most} characters, but has ${text.length}`;
    return [{ path, message, fix: 'Shorten it.' }];
  }
  if (text === text.normalize('NFC')) return [];
  return [{ path, message: 'must be in Unicode NFC', fix: 'Convert it, or type it again.' }];
}
