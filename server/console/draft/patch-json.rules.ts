// Changes one value in the text of a JSON file, so that a diff shows that value alone. Pure.

type Path = readonly (string | number)[];
type Part = { key: string | number; /** Of the key, or of the item. */ from: number; node: Node };
type Node = { from: number; to: number; isObject: boolean; parts: readonly Part[] };

/** The path names nothing that can be changed. */
export class NoSuchField extends Error {
  override name = 'NoSuchField';
}

/**
 * @param path of no steps: the whole file
 * @param value undefined removes the field, and objects that become empty
 * @returns the text with the changed value; the rest stays as it was written
 * @throws NoSuchField
 */
export function patchJson(text: string, path: Path, value: unknown): string {
  const root = nodeAt(text, spaceEnd(text, 0));
  if (path.length > 0) return change(text, root, path, value);
  return text.slice(0, root.from) + spelled(value, '', 0) + text.slice(root.to);
}

function change(text: string, node: Node, [key, ...rest]: Path, value: unknown): string {
  const part = node.parts.find((one) => one.key === key);
  if (key === undefined) return text;
  if (part !== undefined && rest.length > 0) {
    if (value === undefined && part.node.isObject && isOnly(part.node, rest)) {
      return removed(text, node, part);
    }
    return change(text, part.node, rest, value);
  }
  if (part !== undefined) {
    if (value === undefined) return removed(text, node, part);
    const written = spelled(value, indentAt(text, part.from), part.node.from - part.from);
    return text.slice(0, part.node.from) + written + text.slice(part.node.to);
  }
  if (value === undefined) return text;
  const next = typeof key === 'number' && key === node.parts.length && !node.isObject;
  if (!next && !(node.isObject && typeof key === 'string')) {
    throw new NoSuchField(`There is no field ${String(key)}.`);
  }
  const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return added(text, node, key, nested);
}

const isOnly = (node: Node, rest: Path): boolean => {
  const [part, ...more] = node.parts;
  if (part === undefined || more.length > 0 || part.key !== rest[0]) return false;
  return rest.length === 1 || isOnly(part.node, rest.slice(1));
};

function removed(text: string, node: Node, part: Part): string {
  const at = node.parts.indexOf(part);
  const [before, after] = [node.parts[at - 1], node.parts[at + 1]];
  if (before) return text.slice(0, before.node.to) + text.slice(part.node.to);
  if (after) return text.slice(0, part.from) + text.slice(after.from);
  return text.slice(0, node.from + 1) + text.slice(node.to - 1);
}

function added(text: string, node: Node, key: string | number, value: unknown): string {
  const name = typeof key === 'string' ? `${JSON.stringify(key)}: ` : '';
  const last = node.parts.at(-1);
  const outer = indentAt(text, node.from);
  if (last === undefined) {
    const inner = `${outer}  `;
    const written = `\n${inner}${name}${spelled(value, inner, name.length)}\n${outer}`;
    return text.slice(0, node.from + 1) + written + text.slice(node.to - 1);
  }
  const isInline = !text.slice(node.from, last.from).includes('\n');
  const indent = indentAt(text, last.from);
  const written = `${name}${spelled(value, indent, name.length)}`;
  const gap = isInline ? ' ' : `\n${indent}`;
  return `${text.slice(0, last.node.to)},${gap}${written}${text.slice(last.node.to)}`;
}

/** The spaces before the line's first character. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at) + 1);
  return /^ */.exec(line)?.[0] ?? '';
}

const columnsMax = 100;

/** As the formatter of the repository writes it: a short list on one line, an object on several. */
function spelled(value: unknown, indent: string, before: number): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => spelled(item, inner, 0));
    const line = `[${items.join(', ')}]`;
    const isShort = indent.length + before + line.length < columnsMax && !line.includes('\n');
    return isShort ? line : `[\n${inner}${items.join(`,\n${inner}`)}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(
    ([name, of]) => `${JSON.stringify(name)}: ${spelled(of, inner, name.length + 4)}`,
  );
  if (members.length === 0) return '{}';
  return `{\n${inner}${members.join(`,\n${inner}`)}\n${indent}}`;
}

const spaceEnd = (text: string, at: number): number => {
  let end = at;
  while (/\s/.test(text.charAt(end))) end += 1;
  return end;
};

/** Of valid JSON. */
function nodeAt(text: string, from: number): Node {
  const open = text.charAt(from);
  if (open !== '{' && open !== '[') {
    const to = open === '"' ? stringEnd(text, from) : wordEnd(text, from);
    return { from, to, isObject: false, parts: [] };
  }
  const isObject = open === '{';
  const parts: Part[] = [];
  let at = spaceEnd(text, from + 1);
  while (text.charAt(at) !== '}' && text.charAt(at) !== ']') {
    const part = partAt(text, at, isObject ? undefined : parts.length);
    parts.push(part);
    at = spaceEnd(text, part.node.to);
    if (text.charAt(at) === ',') at = spaceEnd(text, at + 1);
  }
  return { from, to: at + 1, isObject, parts };
}

function partAt(text: string, from: number, place: number | undefined): Part {
  if (place !== undefined) return { key: place, from, node: nodeAt(text, from) };
  const end = stringEnd(text, from);
  const key = String(JSON.parse(text.slice(from, end)));
  const colon = spaceEnd(text, end);
  return { key, from, node: nodeAt(text, spaceEnd(text, colon + 1)) };
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
