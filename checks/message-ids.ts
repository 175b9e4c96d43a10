import { parseSync, Visitor } from 'oxc-parser';
import { isCode, isTest, type Source } from './repository.ts';

export type RegisteredId = {
  readonly id: string;
  readonly status: string;
  readonly isSent: boolean;
  readonly meaning: string;
};

const entry = /\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*(\w+): (\d{3}),/g;
const neverSent = /^Not sent: /;

export function registeredIds(text: string): RegisteredId[] {
  const from = text.indexOf('{', text.indexOf('messageIds ='));
  return [...text.slice(from, text.indexOf('}', from)).matchAll(entry)].map(
    ([, doc = '', id = '', status = '']) => {
      const meaning = doc.replaceAll(/\s*\n\s*\* ?/g, ' ');
      return {
        id,
        status,
        isSent: !neverSent.test(meaning),
        meaning: meaning
          .replace(neverSent, '')
          .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
      };
    },
  );
}

/** Rows that docs/message-ids.md lacks, and rows that the registry does not have. */
export function documentViolations(ids: readonly RegisteredId[], page: string): string[] {
  const rows = page.split('\n').flatMap((line) => /^\| `\w+`/.exec(line)?.input ?? []);
  const found = rows.map((row) => cellsOf(row).join(' | '));
  const wanted = ids.map(({ id, status, isSent, meaning }) =>
    [`\`${id}\``, status, isSent ? 'yes' : 'never', meaning].join(' | '),
  );
  return [
    ...wanted
      .filter((row) => !found.includes(row))
      .map((row) => `docs/message-ids.md lacks the row | ${row} |. Write it.`),
    ...found
      .filter((row) => !wanted.includes(row))
      .map(
        (row) =>
          `docs/message-ids.md has the row | ${row} |, which the registry does not have. Fix it.`,
      ),
  ];
}

function cellsOf(row: string): string[] {
  return row
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Sent ids without a sentence, and sentences of ids that are never sent. */
export function sentenceViolations(
  ids: readonly RegisteredId[],
  messages: readonly string[],
): string[] {
  return ids
    .filter(({ id, isSent }) => messages.includes(id) !== isSent)
    .map(({ id, isSent }) =>
      isSent
        ? `${id} has no words. Write messages.${id} into the words of the campaigns.`
        : `${id} is never sent, but has words. Take messages.${id} out.`,
    );
}

const serverCode = /^server\/(?!.*\.rules\.)/;

/** An id marked as never sent must not be sent. */
export function sendingViolations(
  ids: readonly RegisteredId[],
  sources: readonly Source[],
): string[] {
  const own = sources.filter(({ path }) => path.startsWith('server/') && isCode(path));
  // A test of a rule does not count: no call may use the rule.
  const tests = own.filter(({ path }) => isTest(path) && serverCode.test(path));
  const names = new RegExp(`['"\`](?:${ids.map(({ id }) => id).join('|')})['"\`]`);
  // Most files name none, and parsing them takes the most time.
  const literalsOf = (source: Source) => (names.test(source.text) ? allLiteralsOf(source) : []);
  const expected = new Set(tests.flatMap(literalsOf));
  const code = own.filter(({ path }) => !isTest(path));
  const literals = code.map((source) => ({
    path: source.path,
    texts: new Set(literalsOf(source)),
  }));
  return ids.flatMap(({ id, isSent }) => {
    const senders = literals.filter(({ texts }) => texts.has(id)).map(({ path }) => path);
    if (!isSent) {
      return senders.map(
        (path) =>
          `${path} names ${id}, which is marked as never sent. Fix the docstring or the code.`,
      );
    }
    return [
      ...(senders.length > 0
        ? []
        : [`${id} is sent by no code of the server. Mark it in its docstring: "Not sent: why".`]),
      ...(expected.has(id)
        ? []
        : [`${id} is expected by no test of the server. Write one that gets it as an answer.`]),
    ];
  });
}

function allLiteralsOf({ path, text }: Source): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') found.push(node.value);
    },
  }).visit(parseSync(path, text).program);
  return found;
}
