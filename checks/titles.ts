// The titles of tests as they stand in the source, with the ids of requirements that they carry. Pure; runs no test.
import {
  parseSync,
  Visitor,
  type Argument,
  type CallExpression,
  type Expression,
} from 'oxc-parser';
import { lineOf, literalText } from './literals.ts';
import type { Source } from './repository.ts';

export type Title = {
  /** As it is written, the holes of a template as `…`, the placeholders of `test.each` as they are. */
  readonly title: string;
  /** The titles of the groups that it stands in, the outermost first. */
  readonly groups: readonly string[];
  readonly line: number;
  /** Those at its beginning, or at the beginning of what its first placeholder is filled with. */
  readonly ids: readonly string[];
};

/** The ids that a title begins with: `[VAL-3][VAL-4] …`. */
export function leadingIds(title: string): string[] {
  const [leading = ''] = /^(?:\[[A-Z]{3}-\d+\])+/.exec(title) ?? [];
  return [...leading.matchAll(/\[([^\]]+)\]/g)].map(([, id = '']) => id);
}

/** All titles of a file: of tests and of what groups them. */
export function titlesOf({ path, text }: Source): Title[] {
  const titles: Title[] = [];
  const around: { call: CallExpression; title: string }[] = [];
  new Visitor({
    CallExpression: (call) => {
      const { callee, arguments: args } = call;
      const [first] = args;
      if (!first || first.type === 'SpreadElement' || !isTesting(callee)) return;
      const title =
        first.type === 'TemplateLiteral'
          ? first.quasis.map((quasi) => quasi.value.raw).join('…')
          : literalText(first);
      if (title === undefined) return;
      const line = lineOf(text, first.start);
      const filled = /^(?:%s|\$)/.test(title) ? rowsOf(callee).flatMap(leadingIds) : [];
      const ids = [...new Set([...leadingIds(title), ...filled])];
      titles.push({ title, groups: around.map((group) => group.title), line, ids });
      if (args.length > 1) around.push({ call, title });
    },
    'CallExpression:exit': (call) => {
      if (around.at(-1)?.call === call) around.pop();
    },
  }).visit(parseSync(path, text).program);
  return titles;
}

/** `test`, `test.each(…)`, `describe.concurrent`, whatever hangs on them. */
function isTesting(callee: Expression): boolean {
  if (callee.type === 'Identifier') return /^(?:test|it|describe|suite|bench)$/.test(callee.name);
  if (callee.type === 'MemberExpression') return isTesting(callee.object);
  if (callee.type === 'CallExpression') return isTesting(callee.callee);
  return callee.type === 'TaggedTemplateExpression' && isTesting(callee.tag);
}

/** The first text of each row that a call of `each` is given in place. */
function rowsOf(callee: Expression): string[] {
  if (callee.type !== 'CallExpression') return [];
  return elementsOf(callee.arguments[0]).flatMap((row) => {
    const [first] = row.type === 'ArrayExpression' ? elementsOf(row) : [row];
    return (first && literalText(first)) ?? [];
  });
}

function elementsOf(list: Argument | undefined): Expression[] {
  if (list?.type === 'TSAsExpression') return elementsOf(list.expression);
  if (list?.type !== 'ArrayExpression') return [];
  return list.elements.flatMap((one) => (one && one.type !== 'SpreadElement' ? one : []));
}
