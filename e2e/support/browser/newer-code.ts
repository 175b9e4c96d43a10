// Finds in the built scripts and styles what a supported engine does not know.
import { parse, type AnyNode } from 'acorn';
import { polyfilled } from '@inaam/web/older-engines/polyfilled.ts';
import postcss, { type Container } from 'postcss';
import { compatData, entriesOf, isNewer, newerFeatures } from './newer-features.ts';

/** Only features of the language; names of the web platform are too common. */
const builtins = entriesOf(compatData('javascript.builtins'));
const filled = new Set<string>(polyfilled.map(({ name }) => name));
const { memberNames, globals } = newerFeatures();
const newerBuiltins = new Set(
  builtins
    .flatMap(([, owner]) => entriesOf(owner).map(([name]) => name))
    .filter((name) => memberNames.has(name) && !filled.has(name)),
);

/**
 * @param year of the ECMAScript edition that all supported engines know
 * @param allowed names that the script only uses where they exist
 * @returns each finding as `what: the surrounding code`
 */
export function newerInScript(code: string, year: 5 | 2020, allowed: ReadonlySet<string>) {
  const findings: string[] = [];
  const note = (what: string, at: number) =>
    findings.push(`${what}: ${code.slice(Math.max(0, at - 40), at + 40)}`);
  const refused = (names: Iterable<string>) =>
    new Set([...names].filter((name) => !allowed.has(name)));
  const [refusedNames, refusedMembers] = [refused(globals), refused(newerBuiltins)];
  try {
    const options = { ecmaVersion: year, sourceType: year === 5 ? 'script' : 'module' } as const;
    walk(parse(code, options), (node, parent) => {
      if (node.type === 'Literal' && 'regex' in node && /\(\?<[=!]/.test(node.regex?.pattern ?? ''))
        note('a look-behind', node.start);
      if (node.type === 'ExportAllDeclaration' && node.exported) note('export * as', node.start);
      if (node.type !== 'Identifier') return;
      const isMember =
        parent?.type === 'MemberExpression' && parent.property === node && !parent.computed;
      const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed;
      if (isMember && refusedMembers.has(node.name)) note(`.${node.name}`, node.start);
      if (!isMember && !isKey && refusedNames.has(node.name)) note(node.name, node.start);
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    note(error.message, 'pos' in error && typeof error.pos === 'number' ? error.pos : 0);
  }
  return findings;
}

function walk(
  node: AnyNode,
  visit: (node: AnyNode, parent: AnyNode | undefined) => void,
  parent?: AnyNode,
): void {
  visit(node, parent);
  for (const child of Object.values(node).flat()) {
    if (isNode(child)) walk(child, visit, node);
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const newerProperties = newerNames('css.properties');
const newerAtRules = newerNames('css.at-rules');
const newerSelectors = newerNames('css.selectors');
const newerFunctions = new Set([
  ...newerNames('css.types.color'),
  ...newerNames('css.types'),
  ...newerNames('css.types.gradient'),
]);
/** Units of the visible viewport, and of containers. */
const newerUnit = /\d([dls]v(?:h|w|b|i|min|max)|cq(?:w|h|i|b|min|max))\b/;

/**
 * Besides `allowed`, a declaration may be newer if it follows another of the same property, and
 * anything may be under `@supports`.
 */
export function newerInStyle(text: string, allowed: ReadonlySet<string>): string[] {
  const findings: string[] = [];
  const root = postcss.parse(text);
  const note = (what: string, where: string) => {
    if (!allowed.has(what)) findings.push(`${what}: ${where.slice(0, 80)}`);
  };
  root.walkAtRules((rule) => {
    if (newerAtRules.has(rule.name) && !isConditional(rule)) note(`@${rule.name}`, rule.params);
  });
  root.walkRules((rule) => {
    for (const [, name = ''] of rule.selector.matchAll(/::?([a-z-]+)/g)) {
      if (newerSelectors.has(name)) note(`:${name}`, rule.selector);
    }
  });
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    if (isConditional(declaration.parent)) return;
    const where = declaration.toString();
    const others = declaration.parent?.nodes ?? [];
    const isPrefixed = others.some(
      (other) => other.type === 'decl' && other.prop === `-webkit-${prop}`,
    );
    if (newerProperties.has(prop) && !isPrefixed) note(prop, where);
    const isSecond = others
      .slice(0, others.indexOf(declaration))
      .some((other) => other.type === 'decl' && other.prop === prop);
    if (isSecond && !value.includes('var(')) return;
    for (const [, name = ''] of value.matchAll(/([a-z-]+)\(/g)) {
      // With `var()` an engine accepts it, but ignores it.
      const given = value.includes('var(') ? 'var()' : '';
      if (newerFunctions.has(name)) note(`${name}(${given})`, where);
    }
    const [, unit] = newerUnit.exec(value) ?? [];
    if (unit !== undefined) note(unit, where);
  });
  return findings;
}

function isConditional(node: Container | { parent?: unknown } | undefined): boolean {
  for (let at: unknown = node; typeof at === 'object' && at !== null;) {
    if ('name' in at && at.name === 'supports') return true;
    at = 'parent' in at ? at.parent : undefined;
  }
  return false;
}

function newerNames(path: string): Set<string> {
  return new Set(
    entriesOf(compatData(path)).flatMap(([name, entry]) => (isNewer(entry) ? [name] : [])),
  );
}
