// Fills the campaign's data into the words of one language. Pure; server only.
import { ageYears, voucherPromise } from '@inaam/contract/limits.ts';
import { directionOf } from '../public/tags.ts';
import { fill } from '../public/fill.ts';
import { formatDate } from '../public/format-date.ts';
import { localeOf } from '../public/format.ts';
import type { CampaignFacts, PublicWords } from '../public/public-campaign.ts';
import type { DocumentWords, Words } from '../public/words.ts';
import { documentPlaceholders, type campaignPlaceholders } from '../schema/sentence.ts';
import type { FixedReward } from '../schema/draw-schema.ts';
import { wordsSchema } from '../schema/words-schema.ts';
import type { ServerCampaign } from './server-campaign.ts';
import { withTagNotice } from './notice-hash.ts';
import type { Problem } from '../schema/problem.ts';
import type { CampaignFiles } from '../validation/file-problem.ts';
import { shownMessages } from '../schema/message-words.ts';
import { writtenWords } from '@inaam/plugins/campaigns.ts';
import {
  bonusesOf,
  claimsOf,
  hiddenWords,
  pluginRows,
  sectionsAdded,
  type PluginParts,
} from './plugin-files.ts';

type NamedFacts = Pick<
  CampaignFacts,
  | 'name'
  | 'promoter'
  | 'redeemAt'
  | 'programme'
  | 'packPrice'
  | 'contacts'
  | 'tags'
  | 'states'
  | 'outcomes'
>;

export type CampaignData = {
  facts: NamedFacts;
  /** The fixed rewards that apply during the programme. */
  fixed: readonly FixedReward[];
  draw: ServerCampaign['draw'];
  sms: ServerCampaign['sms'];
  plugins?: CampaignFiles['plugins'];
};

type Values = Readonly<Record<string, string | number>>;

/** Keeps the placeholders that screens fill in. */
export function completeWords(words: Words, data: CampaignData, language: string): Words {
  const { facts } = data;
  const values = valuesOf(data, words, language);
  const rows = documentRows(data, words, language);
  const own = withOwnEnding(withTagNotice(words, facts.tags), data);
  const { home, terms, howTo, consentNotice } = own;
  const withAdded = sectionsAdded(data.plugins, language);
  const documents = {
    home: { ...home, smallPrint: shownLines(home.smallPrint, rows) },
    terms: withAdded('terms', shownDocument(terms, rows)),
    howTo: shownDocument(howTo, rows),
    consentNotice: withAdded('consentNotice', shownDocument(consentNotice, rows)),
  };
  return wordsSchema.parse(mapText({ ...own, ...documents }, (text) => fill(text, values)));
}

function valuesOf(
  { facts, draw, sms, plugins }: CampaignData,
  { states }: Words,
  language: string,
) {
  const amounts = facts.outcomes.map(({ amount }) => amount).toSorted((one, other) => one - other);
  const isolated = (text: string) =>
    directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;
  const either = (texts: readonly string[]) => listOf(texts.map(isolated), language, 'disjunction');
  const names = facts.states.map((state) => states[state] ?? state);
  const senders = new Set(Object.values(sms.vouchers).map(({ dlt }) => dlt.headerId));
  const { cards } = draw.deck;
  const inAll = Object.values(cards).reduce((sum, count) => sum + count, 0);
  const highestFirst = amounts.filter((amount) => (cards[amount] ?? 0) > 0).toReversed();
  return {
    campaign: facts.name,
    promoter: facts.promoter,
    redeemAt: facts.redeemAt,
    smsSender: either([...senders]),
    from: formatDate(facts.programme.from, language),
    to: formatDate(facts.programme.to, language),
    packPrice: facts.packPrice,
    highest: Math.max(...amounts),
    wheelAmounts: either(amounts.map((amount) => `₹${amount}`)),
    wheelAmountsInRs: either(amounts.map((amount) => `Rs. ${amount}`)),
    chances: highestFirst
      // A comma would make the next number part of a list of amounts.
      .map((amount) => isolated(`₹${amount}\u00A0${percent.format((cards[amount] ?? 0) / inAll)}`))
      .join(' · '),
    states: names.join(commaOf(language)),
    minAge: ageYears.min,
    voucherDays: voucherPromise.days,
    voucherYears: voucherPromise.years,
    claimsPerDay: claimsOf(plugins)?.perDay ?? 1,
    claimsInAll: claimsOf(plugins)?.inAll ?? 1,
    email: facts.contacts.email,
    phone: facts.contacts.phone,
  } satisfies Record<(typeof campaignPlaceholders)[number], string | number>;
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 4 });

const commaOf = (language: string) => (directionOf(language) === 'rtl' ? '، ' : ', ');

/** In these languages a list of names has no word before its last. */
const withCommas = /^(?:ta|te|ml)(?:-|$)/;

/** `A, B or C`: none of our languages has a comma before the last word. */
function listOf(
  texts: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction',
): string {
  const before = texts.slice(0, -1).join(commaOf(language));
  const last = texts.slice(-1);
  const parts = before === '' ? last : [before, ...last];
  return new Intl.ListFormat(localeOf(language), { type }).format(parts);
}

const rowIf = (name: string, isSo: boolean): Values[] => (isSo ? [{ [name]: '' }] : []);

/** The rows for which a line with these placeholders is repeated. */
function documentRows(
  { fixed, draw, plugins }: CampaignData,
  { states, laws }: Words,
  language: string,
): Partial<Record<keyof typeof documentPlaceholders, Values[]>> {
  const nameOf = ({ state }: FixedReward) => states[state] ?? state;
  const each = fixed.map(nameOf);
  const names = withCommas.test(language)
    ? each.join(commaOf(language))
    : listOf(each, language, 'conjunction');
  const { whenDeckEnds, pacing } = draw;
  return {
    fixedStates: fixed.length === 0 ? [] : [{ fixedStates: names }],
    fixed: fixed.map((one) => ({ fixedState: nameOf(one), fixedAmount: one.amount })),
    banned: fixed
      .filter(({ chance }) => chance === 'forbidden')
      .map((one) => ({
        bannedState: nameOf(one),
        bannedAmount: one.amount,
        law: laws[one.law] ?? one.law,
      })),
    chosen: fixed
      .filter(({ chance }) => chance === 'allowed')
      .map((one) => ({ chosenState: nameOf(one), chosenAmount: one.amount })),
    reserve: whenDeckEnds.kind === 'reserve' ? [{ reserve: whenDeckEnds.amount }] : [],
    daily: rowIf('ifDaily', pacing === 'daily'),
    closing: rowIf('ifClosing', whenDeckEnds.kind === 'close'),
    once: rowIf('ifOnce', !claimsOf(plugins)),
    several: rowIf('ifSeveral', Boolean(claimsOf(plugins))),
    ...pluginRows(plugins),
  };
}

type Rows = ReturnType<typeof documentRows>;

/** Leaves out paragraphs without lines, and sections without a heading or a paragraph. */
function shownDocument({ title, sections }: DocumentWords, rows: Rows): DocumentWords {
  const shown = sections.flatMap(({ heading, paragraphs }) => {
    const ownHeading = shownLines(heading, rows);
    const own = paragraphs.map((text) => shownLines(text, rows)).filter((text) => text !== '');
    return ownHeading === '' || own.length === 0 ? [] : [{ heading: ownHeading, paragraphs: own }];
  });
  return { title, sections: shown.length === sections.length ? shown : renumbered(shown) };
}

const shownLines = (text: string, rows: Rows): string =>
  text
    .split('\n')
    .flatMap((line) => linesOf(line, rows))
    .join(' ');

function linesOf(line: string, rows: Rows): string[] {
  let lines = [line];
  for (const [name, names] of Object.entries(documentPlaceholders)) {
    if (!names.some((placeholder) => line.includes(`{${placeholder}}`))) continue;
    const values = Object.entries(rows).find(([of]) => of === name)?.[1] ?? [];
    lines = lines.flatMap((one) => values.map((row) => fill(one, row)));
  }
  return lines;
}

/** `7. Delivery` becomes `6. Delivery` if section 6 is left out. */
function renumbered(sections: DocumentWords['sections']): DocumentWords['sections'] {
  return sections.map(({ heading, paragraphs }, at) => ({
    heading: heading.replace(/^\d+(?=\. )/, String(at + 1)),
    paragraphs,
  }));
}

function mapText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapText(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapText(item, change)]),
  );
}

// A campaign that closes with its deck may end before its last day, and one that admits a number
// several times has more than one limit: its words must not deny that. Pure; server only.

type Ending = { draw?: CampaignData['draw'] | undefined; plugins?: CampaignData['plugins'] };

const endsEarly = ({ draw }: Ending) => draw?.whenDeckEnds.kind === 'close';

function withOwnEnding(words: Words, ending: Ending): Words {
  const { closed, messages } = words;
  const ended = { ...(endsEarly(ending) && { ended: messages.endedOrFull }) };
  const limit = { ...(claimsOf(ending.plugins) && { participationLimit: messages.limitReached }) };
  return {
    ...words,
    closed: { ...closed, ...ended },
    messages: { ...messages, ...ended, ...limit },
  };
}

const unshown = (path: string[], why: string): Problem => ({
  path,
  message: 'is never shown',
  fix: `Remove it: the campaign ${why}`,
});

/** Sentences that would never be shown if the campaign wrote them, each as a problem. */
export function unshownWords(ending: Ending): Problem[] {
  const early = unshown(
    ['closed', 'ended'],
    'closes with its deck, and says `messages.endedOrFull`.',
  );
  const several = unshown(
    ['messages', 'participationLimit'],
    'has several claims for a number, and says `messages.limitReached`.',
  );
  return [...(endsEarly(ending) ? [early] : []), ...(claimsOf(ending.plugins) ? [several] : [])];
}

// Adds the draw's commitment, which only a running server knows, to the words. Server only.

/**
 * Returns the campaign with the commitment in its terms and its public part.
 * @param commitment SHA-256 of the published document, hex
 */
export function withCommitment(campaign: ServerCampaign, commitment: string): ServerCampaign {
  const fillWords = termsFiller<Words>(commitment);
  const fillPublicWords = termsFiller<PublicWords>(commitment);
  return {
    ...campaign,
    words: (language) => fillWords(campaign.words(language)),
    publicCampaign: (language) => {
      const part = campaign.publicCampaign(language);
      return { ...part, words: fillPublicWords(part.words), commitment };
    },
    withLastDay: (to) => withCommitment(campaign.withLastDay(to), commitment),
  };
}

/** Fills in the terms once per Words object. */
function termsFiller<Part extends Pick<Words, 'terms'>>(commitment: string): (words: Part) => Part {
  const filled = new Map<Part, Part>();
  return (words) => {
    const known = filled.get(words) ?? fillTerms(words, commitment);
    filled.set(words, known);
    return known;
  };
}

function fillTerms<Part extends Pick<Words, 'terms'>>(words: Part, commitment: string): Part {
  const sections = words.terms.sections.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, { commitment })),
  }));
  return { ...words, terms: { ...words.terms, sections } };
}

/** The part that a browser gets; of plugins only what its page shows. */
export function publicWords(words: Words, parts: PluginParts): PublicWords {
  const { measuring: _, demo: __, laws: ___, bonus, fairDraw, messages, ...rest } = words;
  const { sections, messages: hidden } = hiddenWords(parts);
  return {
    ...without(rest, [...sections, ...Object.keys(writtenWords)]),
    fairDraw: { title: fairDraw.title },
    messages: without(shownMessages.parse(messages), hidden),
    ...(bonusesOf(parts).length > 0 && { bonus }),
  };
}

function without<Some extends object>(words: Some, names: readonly string[]): Some {
  const left = { ...words };
  for (const name of names) Reflect.deleteProperty(left, name);
  return left;
}
