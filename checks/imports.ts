// Finds what a TypeScript text imports, in whatever way it says so. Opens no file and resolves nothing.
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import type { Source } from './repository.ts';

export type Import = {
  /** Undefined where it is computed, so that nobody can know it before it runs. */
  readonly specifier: string | undefined;
  readonly line: number;
  /** Whether nothing of it is there when the program runs. */
  readonly isType: boolean;
};

/**
 * All imports of a text: static, re-exported, dynamic, of types, by `require` and `getBuiltinModule`.
 * @throws Error when the text does not parse
 */
export function importsOf({ path, text }: Source): Import[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`Failed to parse ${path}: ${errors[0].message}.`);
  const found: Import[] = [];
  const add = (source: Expression | null, kind: 'type' | 'value' = 'value') => {
    if (!source) return;
    const line = lineOf(text, source.start);
    found.push({ specifier: literalText(source), line, isType: kind === 'type' });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source, 'type'),
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (first && first.type !== 'SpreadElement' && importing(node.callee)) add(first);
    },
  }).visit(program);
  return found.toSorted((a, b) => a.line - b.line);
}

/** The line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The text of a string literal, or of a template without holes. */
export function literalText(node: Expression): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

const importingNames = new Set(['require', 'getBuiltinModule']);

function importing(callee: Expression): boolean {
  if (callee.type === 'Identifier') return importingNames.has(callee.name);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return importingNames.has(callee.property.name);
}
