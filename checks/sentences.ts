// No sentence for a shopper stands in code, and none stands twice in the words of a campaign. A developer's errors and
// an operator's log lines are not for shoppers. Pure.
import { parseSync, Visitor, type Program } from 'oxc-parser';
import { lineOf } from './literals.ts';
import { isCode, isTest, type Source } from './repository.ts';

/** Where what is written may reach a shopper: the site, and the answers of the server. */
const reaches =
  /^(?:web\/(?!build\.ts|vite\.config\.ts|shoppers\/)|server\/(?:app|handlers)\.ts|server\/(?:http|calls|rules)\/)/;

/** Sentences that may stand in code, by file, with the reason. */
export const allowed: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['web/api/network-failed.ts', { 'Failed to fetch': 'the spec’s name, matched and never shown' }],
  [
    'server/site/page.ts',
    { 'Not found': 'a file of the site that is not there: no page asks for it' },
  ],
  ['server/app.ts', { 'Not understood.': 'no HTTP: no browser sends it' }],
  [
    'server/http/responses.ts',
    {
      'Not available just now. Please try again.':
        'outside of the API, where no campaign is at hand',
      'Not understood.': 'the same',
      'Something went wrong. Please try again.': 'the same',
    },
  ],
]);

/** Attributes that are read out or shown, in which one word is enough. */
const shown = new Set(['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'label']);
/** Attributes of which no shopper reads anything. */
const silent = new Set(['className', 'd', 'viewBox', 'content', 'href', 'src', 'rel', 'sizes']);

/** Two words or more, the first with a capital or a star, as sentences of this product begin. */
const looksLikeSentence = /^[*"'(]?\p{Lu}[\p{L}\p{M}'’]*[,!.]? (?:[\p{L}\d(&]|\{\} ?\p{L})/u;
const hasWord = /\p{L}{2,}/u;

/** Each literal of a file that looks like a sentence for a shopper. */
export function sentenceFaults({ path, text }: Source): string[] {
  if (!isCode(path) || isTest(path) || !reaches.test(path)) return [];
  const { program } = parseSync(path, text);
  const spared = sparedRanges(program);
  const found: [number, string][] = [];
  const look = (start: number, value: string, pattern: RegExp) => {
    const isSpared = spared.some((range) => range.start <= start && start < range.end);
    if (!isSpared && pattern.test(value.trim())) found.push([start, value.trim()]);
  };
  new Visitor({
    JSXText: (node) => look(node.start, node.value, hasWord),
    JSXAttribute: (node) => {
      if (node.value?.type !== 'Literal' || node.name.type !== 'JSXIdentifier') return;
      if (shown.has(node.name.name)) look(node.start, node.value.value, hasWord);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') look(node.start, node.value, looksLikeSentence);
    },
    TemplateLiteral: (node) => {
      look(node.start, node.quasis.map((part) => part.value.raw).join('{}'), looksLikeSentence);
    },
  }).visit(program);
  const allowedHere = Object.keys(allowed.get(path) ?? {});
  return found
    .filter(([, sentence]) => !allowedHere.includes(sentence))
    .map(
      ([start, sentence]) =>
        `${path}:${lineOf(text, start)} holds the sentence "${sentence}". Write it into the words of the campaigns.`,
    );
}

type Range = { readonly start: number; readonly end: number };

/** What is said to developers and operators: what is thrown or made as an error, logged, or no text at all. */
function sparedRanges(program: Program): Range[] {
  const ranges: Range[] = [];
  const spare = (node: Range) => ranges.push({ start: node.start, end: node.end });
  new Visitor({
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name.endsWith('Error')) spare(node);
    },
    // A refusal is thrown too, and answered.
    ThrowStatement: ({ argument }) => {
      if (argument.type !== 'NewExpression' || argument.callee.type !== 'Identifier') return;
      if (argument.callee.name !== 'Refusal') spare(argument);
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const isLog = /^(?:error|warn|info|debug)$/.test(name);
      if (isLog || name === 'alarm') spare(node);
    },
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && silent.has(node.name.name)) spare(node);
    },
  }).visit(program);
  return ranges;
}

/** What a campaign says twice, itself or the product for it. A word alone may mean another thing in another place. */
export function repeatedSentences(campaign: string, sources: readonly Source[]): string[] {
  const home = new RegExp(`^campaigns/(?:${campaign}/words|default-words)/([^/]+)/`);
  const places = new Map<string, string[]>();
  for (const { path, text } of sources) {
    const language = home.exec(path)?.[1];
    if (language === undefined) continue;
    new Visitor({
      Literal: ({ value, start }) => {
        if (typeof value !== 'string' || !/\S\s+\S/.test(value)) return;
        const key = `${language} ${value}`;
        places.set(key, [...(places.get(key) ?? []), `${path}:${lineOf(text, start)}`]);
      },
    }).visit(parseSync(path, text).program);
  }
  return [...places]
    .filter(([, where]) => where.length > 1)
    .map(
      ([key, where]) =>
        `${where.join(' and ')} both say "${key.replace(/^\S+ /, '')}". Write it once and refer to it.`,
    );
}
