import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { formatNumber } from '@inaam/campaigns/public/format.ts';
import type { FairDrawWords, Words } from '@inaam/campaigns/public/words.ts';
import type { Amendment } from '../ledger.rules.ts';
import type { DrawDocument } from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import { indianDay, revealFrom } from '../../platform/period.rules.ts';
import { checkHere } from './check-here.call.ts';
import { drawAddresses, fairDrawAddress, programFiles, type DrawPrograms } from './audit-files.ts';
import {
  bannerOf,
  languageMenu,
  renderDocument,
  type DocumentFrame,
} from '../../http/page/document-frame.ts';
import { escapeHtml, noBreakHtml } from '../../http/page/html.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { readAmendments } from '../amendments.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { sendPlainText } from '../../http/responses.ts';
import { pageLanguageOf } from '../../http/language.ts';
import type { Clocks } from '../../database/clocks.ts';

type Options = {
  frame: DocumentFrame;
  language: string;
  banner: string;
  commitment: { document: DrawDocument; hash: string; committedAt: number };
  /** In the order of the ledger; `at` in ms. */
  amendments: readonly (Amendment & { at: number })[];
  /** ms; undefined before the reveal. */
  revealedAt: number | undefined;
  programs: readonly ProgramFile[];
  /** Of the check in the page; undefined without the built site. */
  checkScript: string | undefined;
};

type ProgramFile = { name: string; bytes: number };

/**
 * All numbers come from the committed document and its amendments, all sentences from the words.
 */
function fairDrawPage(shown: Words, options: Options): string {
  const words = shown.fairDraw;
  const { list, check, nobody } = words;
  const { languageNames } = options.frame.campaign.publicCampaign(options.language);
  const content = [
    `<h1>${escapeHtml(words.title)}</h1>`,
    paragraph(words.intro),
    deckSection(words, options),
    statesSection(shown, options),
    amendedSection(shown, options),
    section(nobody.heading, [paragraph(nobody.how), paragraph(nobody.seen)]),
    proofSection(words, options),
    filesSection(words, options),
    section(list.heading, [paragraph(list.text)]),
    section(check.heading, [
      checkHere(words, options),
      ...[check.keep, check.after, check.guide].map(paragraph),
      items(options.programs.map(programLink), 'files'),
    ]),
    paragraph(words.back),
  ];
  return renderDocument(options.frame, {
    language: options.language,
    title: words.title,
    banner: options.banner,
    headerEnd: languageMenu(languageNames, options.language, `${fairDrawAddress}?`),
    hasLanguages: true,
    main: content.filter((part) => part !== '').join('\n'),
  });
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
    ...(commitment.document.question ? [paragraph(fixed.question)] : []),
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

function statesSection({ fairDraw, states: names, laws }: Words, options: Options): string {
  const { states } = fairDraw;
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
        state: names[state] ?? state,
        law: laws[law] ?? law,
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
function amendedSection({ fairDraw: { amended }, states }: Words, options: Options): string {
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
        return rewards > 0
          ? [fill(amended.state, { date, state: states[state] ?? state, rewards: spell(rewards) })]
          : [];
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
  now.push(link(drawAddresses.secret, files.secret), link(drawAddresses.ledger, files.ledger));
  const date = dateOf(revealedAt, language);
  return section(files.heading, [items(now, 'files'), paragraph(fill(files.revealed, { date }))]);
}

const dateOf = (moment: number, language: string) => formatDate(indianDay(moment), language);

const paragraph = (text: string) => `<p>${noBreakHtml(text)}</p>`;

const items = (lines: readonly string[], kind?: 'cards' | 'files') =>
  `<ul${kind ? ` class="${kind}"` : ''}>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;

const fingerprint = (hash: string) =>
  `<p><code>${hash.replaceAll(/.{1,8}/g, (group) => `<span>${escapeHtml(group)}</span>`)}</code></p>`;

const link = (to: string, text: string) => `<a href="${to}">${escapeHtml(text)}</a>`;

const programLink = ({ name, bytes }: ProgramFile) =>
  link(`${fairDrawAddress}${name}`, `${name} (${Math.ceil(bytes / 1000)}\u00a0kB)`);

const section = (heading: string, parts: readonly string[]) =>
  `<section>\n<h2>${escapeHtml(heading)}</h2>\n${parts.join('\n')}\n</section>`;

type FairDrawRouteOptions = {
  database: Database;
  extras: (language: string) => Readonly<Record<string, unknown>>;
  frame: DocumentFrame;
  isSecure: boolean;
  clocks: Clocks;
  programs: DrawPrograms;
  checkScript: string | undefined;
};

const query = z.object({ language: z.string().optional() });
/** 182 days, as in the app. */
const languageCookieSeconds = 182 * 24 * 60 * 60;

/** Needs neither a session nor scripts. */
export function registerFairDrawPage(app: FastifyInstance, options: FairDrawRouteOptions): void {
  const { database, extras, isSecure, frame, clocks } = options;
  const { campaign } = frame;
  const programs = programFiles(options.programs);
  const config = { call: 'draw' };
  app.get(fairDrawAddress, { config }, async (request, reply) => {
    const chosen = chosenOf(request.query, campaign);
    const language = chosen ?? pageLanguageOf(request, campaign);
    const words = campaign.words(language);
    const commitment = await readCommitment(database, campaign.id);
    // The page changes with the reveal.
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie');
    if (!commitment) return sendPlainText(reply, 404, words.messages.notFound);
    // The choice applies to the whole site, as in the app.
    if (chosen !== undefined) {
      const cookie = `${campaign.contest}-lang=${chosen}; Path=/; SameSite=Lax; Max-Age=${languageCookieSeconds}`;
      void reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
    }
    const reveal = await readReveal(database, campaign.id);
    const amendments = await readAmendments(database, campaign.id);
    // Readers compare the dates with those of the programme (docs/decisions/0007).
    const campaignAheadMs = clocks.campaign() - clocks.wall();
    return reply.type('text/html; charset=utf-8').send(
      fairDrawPage(words, {
        frame,
        language,
        banner: bannerOf(extras(language)),
        commitment: { ...commitment, committedAt: commitment.committedAt + campaignAheadMs },
        amendments: amendments.map((one) => ({ ...one, at: one.at + campaignAheadMs })),
        revealedAt: reveal && reveal.at + campaignAheadMs,
        programs,
        checkScript: options.checkScript,
      }),
    );
  });
  app.get('/draw', { config }, (_request, reply) => reply.redirect(fairDrawAddress));
}

function chosenOf(
  sent: unknown,
  { languages }: Pick<ServerCampaign, 'languages'>,
): string | undefined {
  const { data } = query.safeParse(sent);
  return languages.find((language) => language === data?.language);
}
