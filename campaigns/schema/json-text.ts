// Where the values of a JSON file are in its text, and what the values hide. Pure.
import type { Problem } from './problem.ts';

/** @public For plugins. */
export type JsonPart = {
  key: string | number;
  /** Of the key, or of the item. */
  from: number;
  node: JsonNode;
};
export type JsonNode = {
  from: number;
  to: number;
  isObject: boolean;
  parts: readonly JsonPart[];
};

/** @param text of valid JSON, and nothing before `from` but space */
export function nodeAt(text: string, from = spaceEnd(text, 0)): JsonNode {
  const open = text.charAt(from);
  if (open !== '{' && open !== '[') {
    const to = open === '"' ? stringEnd(text, from) : wordEnd(text, from);
    return { from, to, isObject: false, parts: [] };
  }
  const isObject = open === '{';
  const parts: JsonPart[] = [];
  let at = spaceEnd(text, from + 1);
  while (text.charAt(at) !== '}' && text.charAt(at) !== ']') {
    const part = partAt(text, at, isObject ? undefined : parts.length);
    parts.push(part);
    at = spaceEnd(text, part.node.to);
    if (text.charAt(at) === ',') at = spaceEnd(text, at + 1);
  }
  return { from, to: at + 1, isObject, parts };
}

function partAt(text: string, from: number, place: number | undefined): JsonPart {
  if (place !== undefined) return { key: place, from, node: nodeAt(text, from) };
  const end = stringEnd(text, from);
  const key = String(JSON.parse(text.slice(from, end)));
  const colon = spaceEnd(text, end);
  return { key, from, node: nodeAt(text, spaceEnd(text, colon + 1)) };
}

function spaceEnd(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text.charAt(end))) end += 1;
  return end;
}

function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at += 1;
  return at;
}

type Path = Problem['path'];

/** Keys that are written twice: programs take the last of them, and people read the first. */
export const repeatedKeys = ({ isObject, parts }: JsonNode, path: Path = []): Problem[] =>
  parts.flatMap(({ key, node }, at) => [
    ...(isObject && parts.findIndex((one) => one.key === key) < at
      ? [{ path: [...path, key], message: 'is written twice', fix: 'Remove one of the two.' }]
      : []),
    ...repeatedKeys(node, [...path, key]),
  ]);

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
