// What the oldest supported engines lack, from MDN's compatibility data.
import { createRequire } from 'node:module';
import { supportedEngines } from '@inaam/web/build/css-fallbacks.ts';
import * as z from 'zod';

const supportSchema = z.object({
  version_added: z.union([z.string(), z.boolean(), z.null()]),
  version_removed: z.union([z.string(), z.boolean(), z.null()]).optional(),
  prefix: z.string().optional(),
  alternative_name: z.string().optional(),
  flags: z.array(z.unknown()).optional(),
  partial_implementation: z.boolean().optional(),
});
type Support = z.infer<typeof supportSchema>;
const compatSchema = z.object({
  support: z.record(z.string(), z.union([supportSchema, z.array(supportSchema), z.string()])),
});

export type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

// For language and CSS, an Android WebView equals its Chromium, although the data has exceptions;
// platform functions missing only there are feature-detected before use.
const engines = Object.entries(supportedEngines).filter(([name]) => name !== 'webview_android');

// Required: vitest would first compile the 20 MB of an import.
const data: unknown = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** @param path of a branch, such as `css.properties` */
export function compatData(path: string): Tree {
  let branch: unknown = data;
  for (const name of path.split('.')) branch = isTree(branch) ? branch[name] : undefined;
  if (!isTree(branch)) throw new Error(`MDN's compatibility data has no branch ${path}.`);
  return branch;
}

/** The entries directly below a branch, without its remarks. */
export function entriesOf(tree: unknown): readonly (readonly [string, Tree])[] {
  if (!isTree(tree)) return [];
  return Object.entries(tree).flatMap(([name, value]) =>
    name === '__compat' || !isTree(value) ? [] : [[name, value] as const],
  );
}

/** Whether a supported engine lacks it. */
export function isNewer(entry: Tree): boolean {
  const compat = compatSchema.safeParse(entry['__compat']);
  if (!compat.success) return false;
  const { support } = compat.data;
  return engines.some(([engine, version]) => {
    const known = support[engine];
    if (known === undefined || typeof known === 'string') return false;
    const ranges = Array.isArray(known) ? known : [known];
    return !ranges.some((range) => includes(range, version));
  });
}

function includes(range: Support, version: number): boolean {
  const { version_added: added, version_removed: removed, flags, prefix } = range;
  if (flags !== undefined || prefix !== undefined || range.alternative_name !== undefined)
    return false;
  if (typeof added !== 'string' || added === 'preview') return added === true;
  return (
    numberOf(added) <= version && !(typeof removed === 'string' && numberOf(removed) <= version)
  );
}

const numberOf = (version: string) => Number.parseFloat(version.replace('≤', ''));

type NewerMember = {
  readonly owner: string;
  readonly name: string;
  readonly on: 'class' | 'instances' | 'either';
};

export type NewerFeatures = {
  readonly globals: readonly string[];
  readonly members: readonly NewerMember[];
  /** Names of members that no object has in the oldest supported engines. */
  readonly memberNames: ReadonlySet<string>;
};

/** What a supported engine lacks of the language and the web platform. */
export function newerFeatures(): NewerFeatures {
  const globals = new Set<string>();
  const members: NewerMember[] = [];
  const older = new Set<string>();
  const owners = (path: string) => entriesOf(compatData(path)).map((entry) => ({ path, entry }));
  for (const {
    path,
    entry: [owner, entry],
  } of [...owners('javascript.builtins'), ...owners('api')]) {
    if (isNewer(entry)) globals.add(owner);
    for (const [key, member] of entriesOf(entry)) {
      const [, plain = key, kind] = /^(\w+?)(?:_(static|event))?$/.exec(key) ?? [];
      if (!/^[a-zA-Z]\w*$/.test(plain) || plain === owner) continue;
      const name = kind === 'event' ? `on${plain}` : plain;
      // For the language's members, the data does not name the object.
      const isOfLanguage = path === 'javascript.builtins';
      const on = isOfLanguage ? 'either' : kind === 'static' ? 'class' : 'instances';
      if (isNewer(entry) || isNewer(member)) members.push({ owner, name, on });
      else older.add(name);
    }
  }
  const names = members.map(({ name }) => name).filter((name) => !older.has(name));
  return { globals: [...globals], members, memberNames: new Set(names) };
}
