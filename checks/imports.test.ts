import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';

const imports = (text: string) => importsOf({ path: 'web/a.ts', text });

test.each([
  "import a from 'x';",
  "import 'x';",
  "import a, { type b } from 'x';",
  "import * as a from 'x';",
  "export * from 'x';",
  "export { a } from 'x';",
  "export {} from 'x';",
  "const a = await import('x');",
  'const a = await import(`x`);',
  "const a = require('x');",
  "const a = createRequire(here).require('x');",
  "const a = process.getBuiltinModule('x');",
  "import a = require('x');",
  "if (a) { import('x').then(b); }",
])('%j imports x when it runs', (text) => {
  expect(imports(text)).toEqual([{ specifier: 'x', line: 1, isType: false }]);
});

test.each([
  "import type { A } from 'x';",
  "export type { A } from 'x';",
  "type A = import('x').B;",
])('%j imports the types of x', (text) => {
  expect(imports(text)).toEqual([{ specifier: 'x', line: 1, isType: true }]);
});

test.each(['import(name)', 'import(`./${name}.ts`)', "import('./' + name)"])(
  '%j imports a name that nobody knows',
  (text) => {
    expect(imports(text)).toEqual([{ specifier: undefined, line: 1, isType: false }]);
  },
);

test.each(["// import 'x';", "const a = 'import x';", "new URL('x', import.meta.url);"])(
  '%j imports nothing',
  (text) => {
    expect(imports(text)).toEqual([]);
  },
);

test('a text that does not parse is no text without imports', () => {
  expect(() => imports("import { from 'x';")).toThrow('Failed to parse web/a.ts');
});
