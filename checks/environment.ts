// Who reads the environment. A setting that is read in one place is checked and listed there; anywhere else it is
// hidden. Pure.
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { lineOf } from './literals.ts';
import { isCode, isTest, type Source } from './repository.ts';

/** Files that may read it, each with its reason. */
export const readers: ReadonlyMap<string, string> = new Map([
  ['server/config.ts', 'the settings of the server'],
  ['demo/settings.ts', 'PORT and CAMPAIGN of the demo'],
  ['web/build/build-web.ts', 'the bundler goes by it'],
  ['runtime/chromium.ts', 'another Chromium, and what its loader is told'],
  ['testing/runtime/sandbox.ts', 'programs of the trials start with a changed one'],
  ['testing/demo/demo-process.ts', 'so do those of the demo'],
  ['testing/setup/model-runs.ts', 'how many simulated shoppers walk'],
  ['checks/child.ts', 'the steps of the gate inherit it'],
]);

/** Each reading of the environment in a source file that is not in `readers`. */
export function environmentFaults({ path, text }: Source): string[] {
  if (!isCode(path) || isTest(path) || readers.has(path)) return [];
  const found: number[] = [];
  new Visitor({
    MemberExpression: (node) => {
      const name = node.computed ? literal(node.property) : identifier(node.property);
      if (name === 'env' && isProcess(node.object)) found.push(node.start);
    },
    VariableDeclarator: (node) => {
      if (!node.init || !isProcess(node.init) || node.id.type !== 'ObjectPattern') return;
      const names = node.id.properties.map((property) =>
        property.type === 'Property' ? keyName(property.key) : 'env',
      );
      if (names.includes('env')) found.push(node.start);
    },
    ImportDeclaration: (node) => {
      if (!/^(?:node:)?process$/.test(node.source.value)) return;
      const names = node.specifiers.map((one) =>
        one.type === 'ImportSpecifier' ? keyName(one.imported) : 'default',
      );
      if (names.includes('env')) found.push(node.start);
    },
  }).visit(parseSync(path, text).program);
  return found.map(
    (start) =>
      `${path}:${lineOf(text, start)} reads the environment. Take the setting from server/config.ts.`,
  );
}

type Named = { readonly type: string; readonly name?: unknown; readonly value?: unknown };

function keyName(node: Named): unknown {
  return node.type === 'Identifier' ? node.name : node.value;
}
const identifier = (node: Named) => (node.type === 'Identifier' ? node.name : undefined);
const literal = (node: Named) => (node.type === 'Literal' ? node.value : undefined);

/** `process`, `globalThis.process`, `import.meta` is Vite's and fine. */
function isProcess(node: Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'process';
  return node.type === 'MemberExpression' && keyName(node.property) === 'process';
}
