// The message ids of the wire, from the registry to the test: each one that the server sends has words, a row in
// docs/message-ids.md and a test that provokes it; one that it never sends is marked so, and is not sent. Pure.
import { parseSync, Visitor } from 'oxc-parser';
import { isCode, isTest, type Source } from './repository.ts';

export type RegisteredId = {
  readonly id: string;
  readonly status: string;
  readonly isSent: boolean;
  /** Its docstring, without the mark of one that is never sent. */
  readonly meaning: string;
};

const entry = /\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*(\w+): (\d{3}),/g;
const neverSent = /^Not sent: /;

/** The ids of `contract/message-ids.ts`, in its order. */
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

/** The rows that the page must have, and no other. */
export function pageFaults(ids: readonly RegisteredId[], page: string): string[] {
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
        (row) => `docs/message-ids.md has the row | ${row} |, which the registry has not. Mend it.`,
      ),
  ];
}

function cellsOf(row: string): string[] {
  return row
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Sent ids without words, and words of ids that are never sent. */
export function wordFaults(ids: readonly RegisteredId[], messages: readonly string[]): string[] {
  return ids
    .filter(({ id, isSent }) => messages.includes(id) !== isSent)
    .map(({ id, isSent }) =>
      isSent
        ? `${id} has no words. Write messages.${id} into the words of the campaigns.`
        : `${id} is never sent, but has words. Take messages.${id} out.`,
    );
}

/** Ids that wait for their test at the API; each leaves this list with it. */
export const unproved: readonly string[] = [];

const serverCode = /^server\/(?!rules\/|testing\/)/;

/** Ids that no test of the running server expects, and ids that are sent though they are marked as never sent. */
export function sendingFaults(ids: readonly RegisteredId[], sources: readonly Source[]): string[] {
  const own = sources.filter(({ path }) => path.startsWith('server/') && isCode(path));
  // A test of a rule provokes nothing: the call may never ask the rule.
  const tests = own.filter(({ path }) => isTest(path) && serverCode.test(path));
  const expected = new Set(tests.flatMap(literalsOf));
  const code = own.filter(({ path }) => !isTest(path));
  const said = code.map((source) => ({ path: source.path, texts: new Set(literalsOf(source)) }));
  return ids.flatMap(({ id, isSent }) => {
    const senders = said.filter(({ texts }) => texts.has(id)).map(({ path }) => path);
    if (!isSent) {
      return senders.map(
        (path) => `${path} names ${id}, which is marked as never sent. Mend the mark or the code.`,
      );
    }
    return [
      ...(senders.length > 0
        ? []
        : [`${id} is sent by no code of the server. Mark it in its docstring: "Not sent: why".`]),
      ...(expected.has(id)
        ? []
        : [`${id} is provoked by no test of the server. Write one that expects it in an answer.`]),
    ];
  });
}

function literalsOf({ path, text }: Source): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') found.push(node.value);
    },
  }).visit(parseSync(path, text).program);
  return found;
}
