// The ids that tests carry in their titles, held against docs/requirements.md. Pure. That each requirement has a test
// is not said here yet, only that each id means something.
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { lineOf, literalText } from './imports.ts';
import { isTest, type Source } from './repository.ts';

/** All ids of the tables of requirements: `| VAL-3 | …`. */
export function requirementIds(document: string): Set<string> {
  return new Set([...document.matchAll(/^\| ([A-Z]{3}-\d+) \|/gm)].map(([, id = '']) => id));
}

/** Ids in titles that no requirement has, or that are not spelled as one. */
export function titleFaults({ path, text }: Source, known: ReadonlySet<string>): string[] {
  if (!isTest(path)) return [];
  return titlesOf(path, text).flatMap(({ title, line }) =>
    [...title.matchAll(/\[([A-Za-z]{2,4}[ _-]?\d+(?:[ ,;/A-Za-z\d-]*))\]/g)].flatMap(
      ([, id = '']) => {
        if (known.has(id)) return [];
        return [
          `${path}:${line} carries [${id}], which docs/requirements.md does not have. Write ids as [VAL-3][VAL-4].`,
        ];
      },
    ),
  );
}

function titlesOf(path: string, text: string): { title: string; line: number }[] {
  const titles: { title: string; line: number }[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!first || first.type === 'SpreadElement' || !isTesting(callee)) return;
      const title =
        first.type === 'TemplateLiteral'
          ? first.quasis.map((quasi) => quasi.value.raw).join('…')
          : literalText(first);
      if (title !== undefined) titles.push({ title, line: lineOf(text, first.start) });
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
