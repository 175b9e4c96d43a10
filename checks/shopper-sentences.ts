import { parseSync, Visitor, type Program } from 'oxc-parser';
import { isCode, isTest, lineOf, type Source } from './repository.ts';

/** Console calls and commands speak to operators; the preview's shopper is invented. */
const reachesShoppers =
  /^(?:web\/(?!build\/|fonts\/|preview\/|vite\.config\.ts)|server\/(?:http|codes)\/(?!.*\.command\.)|server\/draw\/published\/(?:document|fair)-|server\/main\/app\.|server\/draw\/get-reward\.|server\/participants\/(?:start-session|get-details|erase-proven)\.)/;

/** Sentences allowed in code, by file, with the reason. */
export const allowed: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['web/api/failures.ts', { 'Failed to fetch': 'the spec’s name, matched and never shown' }],
  [
    'server/http/page/page.ts',
    { 'Not found': 'a file of the site that is not there: no page asks for it' },
  ],
  [
    'server/http/sms-receipts.ts',
    { 'Not allowed.': 'for an SMS provider', 'Not understood.': 'the same' },
  ],
  ['server/main/app.ts', { 'Not understood.': 'no HTTP: no browser sends it' }],
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

/** Attributes that a shopper reads or hears: one word is enough. */
const visibleAttributes = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'placeholder',
  'label',
]);
const invisibleAttributes = new Set([
  'className',
  'd',
  'viewBox',
  'content',
  'href',
  'src',
  'rel',
  'sizes',
]);

/** Two words or more, the first with a capital or a star, as sentences of this product begin. */
const looksLikeSentence = /^[*"'(]?\p{Lu}[\p{L}\p{M}'’]*[,!.]? (?:[\p{L}\d(&]|\{\} ?\p{L})/u;
const hasWord = /\p{L}{2,}/u;

/** Each literal of a file that looks like a sentence for a shopper. */
export function misplacedSentences({ path, text }: Source): string[] {
  if (!isCode(path) || isTest(path) || !reachesShoppers.test(path)) return [];
  const { program } = parseSync(path, text);
  const exempt = exemptRanges(program);
  const found: [number, string][] = [];
  const check = (start: number, value: string, pattern: RegExp) => {
    const isExempt = exempt.some((range) => range.start <= start && start < range.end);
    if (!isExempt && pattern.test(value.trim())) found.push([start, value.trim()]);
  };
  new Visitor({
    JSXText: (node) => check(node.start, node.value, hasWord),
    JSXAttribute: (node) => {
      if (node.value?.type !== 'Literal' || node.name.type !== 'JSXIdentifier') return;
      if (visibleAttributes.has(node.name.name)) check(node.start, node.value.value, hasWord);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') check(node.start, node.value, looksLikeSentence);
    },
    TemplateLiteral: (node) => {
      check(node.start, node.quasis.map((part) => part.value.raw).join('{}'), looksLikeSentence);
    },
  }).visit(program);
  const allowedHere = Object.keys(allowed.get(path) ?? {});
  return found
    .filter(([, sentence]) => !allowedHere.includes(sentence))
    .map(
      ([start, sentence]) =>
        `${path}:${lineOf(text, start)} contains the sentence "${sentence}". Write it into the words of the campaigns.`,
    );
}

type Range = { readonly start: number; readonly end: number };

/** Texts for developers and operators: errors, log lines, and attributes that are no text. */
function exemptRanges(program: Program): Range[] {
  const ranges: Range[] = [];
  const exempt = (node: Range) => ranges.push({ start: node.start, end: node.end });
  new Visitor({
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name.endsWith('Error')) exempt(node);
    },
    // A refusal is thrown too, but its text is an answer.
    ThrowStatement: ({ argument }) => {
      if (argument.type !== 'NewExpression' || argument.callee.type !== 'Identifier') return;
      if (argument.callee.name !== 'Refusal') exempt(argument);
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const isLog = /^(?:error|warn|info|debug)$/.test(name);
      if (isLog || name === 'alarm') exempt(node);
    },
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && invisibleAttributes.has(node.name.name))
        exempt(node);
    },
  }).visit(program);
  return ranges;
}
