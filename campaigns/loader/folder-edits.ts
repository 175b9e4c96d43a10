// Edits of a campaign's folder: its files and texts, and one value changed in the text of a JSON
// file, so that a diff shows that value alone.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { valueAt } from '@inaam/contract/console/campaign.ts';
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { campaignsFolder } from './load-campaign.ts';
import { textOfFile } from './read-json.ts';

type Step = string | number;
type Path = readonly Step[];

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
  const root = parseTree(text);
  const nodeAt = (steps: Path) => root && findNodeAtLocation(root, [...steps]);
  const node = nodeAt(path);
  if (node === undefined) {
    return value === undefined ? text : added(text, path, nodeAt, value);
  }
  if (value !== undefined || path.length === 0) {
    const from = (memberOf(node) ?? node).offset;
    const written = spelled(value, indentAt(text, from), node.offset - from);
    return text.slice(0, node.offset) + written + text.slice(endOf(node));
  }
  const parent = nodeAt(path.slice(0, -1));
  const isLast = parent?.type === 'object' && parent.children?.length === 1 && path.length > 1;
  return isLast ? patchJson(text, path.slice(0, -1), undefined) : removed(text, node);
}

const endOf = ({ offset, length }: Node) => offset + length;
/** With its name, if it has one. */
const memberOf = ({ parent }: Node) => (parent?.type === 'property' ? parent : undefined);

function removed(text: string, node: Node): string {
  const member = memberOf(node) ?? node;
  const { parent = member } = member;
  const all = parent.children ?? [];
  const at = all.indexOf(member);
  const [before, after] = [all[at - 1], all[at + 1]];
  if (before) return text.slice(0, endOf(before)) + text.slice(endOf(member));
  if (after) return text.slice(0, member.offset) + text.slice(after.offset);
  return text.slice(0, parent.offset + 1) + text.slice(endOf(parent) - 1);
}

function added(
  text: string,
  path: Path,
  nodeAt: (steps: Path) => Node | undefined,
  value: unknown,
): string {
  const depth = path.findIndex((_, at) => nodeAt(path.slice(0, at + 1)) === undefined);
  const [node, key] = [nodeAt(path.slice(0, depth)), path[depth]];
  const members = node?.children ?? [];
  const isNext = node?.type === 'array' && key === members.length;
  if (!node || (!isNext && !(node.type === 'object' && typeof key === 'string'))) {
    throw new NoSuchField(`There is no field ${String(key)}.`);
  }
  const nested = path
    .slice(depth + 1)
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const name = typeof key === 'string' ? `${JSON.stringify(key)}: ` : '';
  const last = members.at(-1);
  const outer = indentAt(text, node.offset);
  if (last === undefined) {
    const inner = `${outer}  `;
    const written = `\n${inner}${name}${spelled(nested, inner, name.length)}\n${outer}`;
    return text.slice(0, node.offset + 1) + written + text.slice(endOf(node) - 1);
  }
  const isInline = !text.slice(node.offset, last.offset).includes('\n');
  const indent = indentAt(text, last.offset);
  const written = `${name}${spelled(nested, indent, name.length)}`;
  const gap = isInline ? ' ' : `\n${indent}`;
  return `${text.slice(0, endOf(last))},${gap}${written}${text.slice(endOf(last))}`;
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

/** A list of the campaign's replaces the default one, so a changed item needs the others too. */
export function wholeList(
  own: unknown,
  path: readonly Step[],
  value: unknown,
  standard: unknown,
): [path: readonly Step[], value: unknown] {
  const at = path.findIndex((step) => typeof step === 'number');
  if (at === -1 || valueAt(own, path.slice(0, at)) !== undefined) return [path, value];
  const list = valueAt(standard, path.slice(0, at));
  if (!Array.isArray(list)) return [path, value];
  const text = JSON.stringify(list);
  return [path.slice(0, at), JSON.parse(patchJson(text, path.slice(at), value))];
}

/** Each text in a file of words. */
export function textsIn(value: unknown, path: readonly Step[] = []): [Step[], string][] {
  if (typeof value === 'string') return [[[...path], value]];
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return keys.flatMap((key) => textsIn(Reflect.get(value, key), [...path, key]));
}

/** The paths of all texts that are shown: the default ones in their order, then the campaign's. */
export function shownTexts(own: unknown, standard: unknown): Step[][] {
  const paths = textsIn(standard).map(([path]) => path);
  const kept = paths.filter((path) => {
    const at = path.findIndex((step) => typeof step === 'number');
    return at === -1 || valueAt(own, path.slice(0, at)) === undefined;
  });
  const known = new Set(kept.map((path) => JSON.stringify(path)));
  const more = textsIn(own)
    .map(([path]) => path)
    .filter((path) => !known.has(JSON.stringify(path)));
  const groups = new Map<Step | undefined, number>();
  for (const [group] of paths) if (!groups.has(group)) groups.set(group, groups.size);
  const placeOf = ([group]: readonly Step[]) => groups.get(group) ?? groups.size;
  return [...kept, ...more].toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** In the order of their names. */
export async function readFolder(id: string): Promise<Map<string, Buffer>> {
  const folder = join(campaignsFolder, id);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .map((name) => name.split(sep).join('/'));
  const read = names.toSorted().map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, name.endsWith('.json') ? Buffer.from(textOfFile(bytes)) : bytes] as const;
  });
  return new Map(await Promise.all(read));
}

/** Sentences that all campaigns share; undefined if there are none. */
export async function readDefaultWords(language: string): Promise<unknown> {
  // The name is checked, because it comes from outside.
  if (!/^[A-Za-z-]{2,20}$/.test(language)) return undefined;
  const file = join(campaignsFolder, 'default-words', `${language}.json`);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** @param files by their name */
export function hashOfFiles(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${JSON.stringify(name)} ${bytes.length} `).update(bytes);
  }
  return hash.digest('hex');
}
