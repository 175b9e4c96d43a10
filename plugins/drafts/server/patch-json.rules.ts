// Changes one value in the text of a JSON file, so that a diff shows that value alone. Pure.
import { nodeAt, type JsonNode, type JsonPart } from '@inaam/campaigns/schema/json-text.ts';

type Path = readonly (string | number)[];
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
  const root = nodeAt(text);
  if (path.length > 0) return change(text, root, path, value);
  return text.slice(0, root.from) + spelled(value, '', 0) + text.slice(root.to);
}

function change(text: string, node: JsonNode, [key, ...rest]: Path, value: unknown): string {
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

const isOnly = (node: JsonNode, rest: Path): boolean => {
  const [part, ...more] = node.parts;
  if (part === undefined || more.length > 0 || part.key !== rest[0]) return false;
  return rest.length === 1 || isOnly(part.node, rest.slice(1));
};

function removed(text: string, node: JsonNode, part: JsonPart): string {
  const at = node.parts.indexOf(part);
  const [before, after] = [node.parts[at - 1], node.parts[at + 1]];
  if (before) return text.slice(0, before.node.to) + text.slice(part.node.to);
  if (after) return text.slice(0, part.from) + text.slice(after.from);
  return text.slice(0, node.from + 1) + text.slice(node.to - 1);
}

function added(text: string, node: JsonNode, key: string | number, value: unknown): string {
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
