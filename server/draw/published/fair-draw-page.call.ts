import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { formatNumber } from '@inaam/campaigns/public/format.ts';
import type { FairDrawWords } from '@inaam/campaigns/public/words.ts';
import type { Amendment } from '../amendments/amendment.rules.ts';
import type { DrawDocument } from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import { indianDay, revealFrom } from '../../platform/period.rules.ts';
import { drawAddresses, fairDrawAddress } from './addresses.ts';
import { renderDocument, type DocumentFrame } from '../../http/page/document-frame.ts';
import { escapeHtml, noBreakHtml } from '../../http/page/html.ts';

type Options = {
  frame: DocumentFrame;
  languageNames: Readonly<Record<string, string>>;
  language: string;
  notice: string | undefined;
  commitment: { document: DrawDocument; hash: string; committedAt: number };
  /** In the order of the ledger; `at` in ms. */
  amendments: readonly (Amendment & { at: number })[];
  /** ms; undefined before the reveal. */
  revealedAt: number | undefined;
};

/**
 * All numbers come from the committed document and its amendments, all sentences from the words.
 */
export function fairDrawPage(words: FairDrawWords, options: Options): string {
  const { list, check, nobody } = words;
  const notice =
    options.notice === undefined
      ? ''
      : `<aside class="notice">${noBreakHtml(options.notice)}</aside>`;
  const content = [
    `<h1>${escapeHtml(words.title)}</h1>`,
    paragraph(words.intro),
    deckSection(words, options),
    statesSection(words, options),
    amendedSection(words, options),
    section(nobody.heading, [paragraph(nobody.how), paragraph(nobody.seen)]),
    proofSection(words, options),
    filesSection(words, options),
    section(list.heading, [paragraph(list.text)]),
    section(check.heading, [check.keep, check.after, check.guide].map(paragraph)),
    paragraph(words.back),
  ];
  return renderDocument(options.frame, {
    language: options.language,
    title: words.title,
    banner: notice,
    headerEnd: languagesOf(options),
    hasLanguages: true,
    main: content.filter((part) => part !== '').join('\n'),
  });
}

function languagesOf({ languageNames, language }: Options): string {
  const others = Object.entries(languageNames).filter(([tag]) => tag !== language);
  if (others.length === 0) return '';
  const links = others.map(
    ([tag, name]) =>
      `<a href="${fairDrawAddress}?language=${tag}" lang="${tag}" hreflang="${tag}">${escapeHtml(name)}</a>`,
  );
  const own = `<summary lang="${language}">${escapeHtml(languageNames[language] ?? language)}</summary>`;
  return `<details class="languages">${own}<nav>${links.join('')}</nav></details>`;
}

function deckSection({ fixed }: FairDrawWords, { language, commitment }: Options): string {
  const { deck } = commitment.document;
  const spell = (number: number) => formatNumber(number, language);
  const size = blockSize(deck);
  const cards = deck.denominations.map((amount, index) =>
    fill(fixed.card, {
      amount: spell(amount),
      count: spell(deck.cards[index] ?? 0),
      size: spell(size),
    }),
  );
  return section(fixed.heading, [
    paragraph(fill(fixed.deck, { cards: spell(size * deck.blocks), size: spell(size) })),
    items(cards.map(escapeHtml), 'cards'),
    ...pacingAndEnd(fixed, { language, commitment }).map(paragraph),
  ]);
}

function pacingAndEnd(
  fixed: FairDrawWords['fixed'],
  { language, commitment }: Pick<Options, 'language' | 'commitment'>,
): string[] {
  const { pacing, whenDeckEnds } = commitment.document;
  const paced = pacing === 'daily' ? [fixed.days] : [];
  if (whenDeckEnds.kind === 'close') {
    return [...paced, fixed.closing, ...(pacing === 'daily' ? [fixed.closingDays] : [])];
  }
  if (whenDeckEnds.rewards === 0) return paced;
  const amount = formatNumber(whenDeckEnds.amount, language);
  const rewards = formatNumber(whenDeckEnds.rewards, language);
  return [...paced, fill(fixed.reserve, { amount, rewards })];
}

function programmeOf({ commitment, amendments }: Options): DrawDocument['programme'] {
  const { programme } = commitment.document;
  return { ...programme, to: amendments.at(-1)?.to ?? programme.to };
}

function statesSection({ states }: FairDrawWords, options: Options): string {
  const { language, commitment } = options;
  const { fixed } = commitment.document;
  const programme = programmeOf(options);
  const lines = fixed
    .map((law) => ({
      ...law,
      // YYYY-MM-DD compares as text.
      first: law.from > programme.from ? law.from : programme.from,
      last: law.until !== null && law.until < programme.to ? law.until : programme.to,
    }))
    .filter(({ first, last }) => first <= last)
    .map(({ state, amount, rewards, law, first, last }) => {
      const isWhole = first === programme.from && last === programme.to;
      return fill(isWhole ? states.reward : states.rewardBetween, {
        state,
        law,
        amount: formatNumber(amount, language),
        rewards: formatNumber(rewards, language),
        first: formatDate(first, language),
        last: formatDate(last, language),
      });
    });
  if (lines.length === 0) return '';
  return section(states.heading, [paragraph(states.intro), items(lines.map(noBreakHtml))]);
}

/** What each amendment adds, and the last day if it changes that. */
function amendedSection({ amended }: FairDrawWords, options: Options): string {
  const { language, commitment, amendments } = options;
  if (amendments.length === 0) return '';
  const { deck, fixed } = commitment.document;
  const spell = (number: number) => formatNumber(number, language);
  const size = blockSize(deck);
  let lastDay = commitment.document.programme.to;
  const lines = amendments.flatMap((one) => {
    const date = dateOf(one.at, language);
    const isMoved = one.to !== lastDay;
    lastDay = one.to;
    return [
      ...(one.blocks > 0
        ? [fill(amended.cards, { date, cards: spell(size * one.blocks), size: spell(size) })]
        : []),
      ...(one.reserve > 0 ? [fill(amended.reserve, { date, rewards: spell(one.reserve) })] : []),
      ...fixed.flatMap(({ state }, index) => {
        const rewards = one.fixed[index] ?? 0;
        return rewards > 0 ? [fill(amended.state, { date, state, rewards: spell(rewards) })] : [];
      }),
      ...(isMoved ? [fill(amended.lastDay, { date, day: formatDate(lastDay, language) })] : []),
    ];
  });
  return section(amended.heading, [paragraph(amended.intro), items(lines.map(noBreakHtml))]);
}

function proofSection({ proof }: FairDrawWords, { language, commitment }: Options): string {
  const date = dateOf(commitment.committedAt, language);
  return section(proof.heading, [
    paragraph(fill(proof.commitment, { date })),
    fingerprint(commitment.hash),
    paragraph(proof.changed),
  ]);
}

function filesSection({ files }: FairDrawWords, options: Options): string {
  const { language, amendments, revealedAt } = options;
  const now = [
    link(drawAddresses.commitment, files.document),
    ...(amendments.length > 0 ? [link(drawAddresses.amendments, files.amendments)] : []),
    link(drawAddresses.head, files.head),
  ];
  if (revealedAt === undefined) {
    const date = dateOf(revealFrom(programmeOf(options)), language);
    return section(files.heading, [items(now, 'files'), paragraph(fill(files.later, { date }))]);
  }
  const later = [
    link(drawAddresses.secret, files.secret),
    link(drawAddresses.ledger, files.ledger),
  ];
  const date = dateOf(revealedAt, language);
  return section(files.heading, [
    items([...now, ...later], 'files'),
    paragraph(fill(files.revealed, { date })),
  ]);
}

const dateOf = (moment: number, language: string) => formatDate(indianDay(moment), language);

const paragraph = (text: string) => `<p>${noBreakHtml(text)}</p>`;

const items = (lines: readonly string[], kind?: 'cards' | 'files') => {
  const opening = kind === undefined ? '<ul>' : `<ul class="${kind}">`;
  return `${opening}${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
};

const fingerprint = (hash: string) =>
  `<p><code>${hash.replaceAll(/.{1,8}/g, (group) => `<span>${escapeHtml(group)}</span>`)}</code></p>`;

const link = (to: string, text: string) => `<a href="${to}">${escapeHtml(text)}</a>`;

const section = (heading: string, parts: readonly string[]) =>
  `<section>\n<h2>${escapeHtml(heading)}</h2>\n${parts.join('\n')}\n</section>`;
