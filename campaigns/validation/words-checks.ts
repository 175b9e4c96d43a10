// Checks words and SMS against the data: they name only amounts, dates and states that the campaign
// has, and the terms name all of them. Pure.
import { formatDate } from '../public/format-date.ts';
import { scriptOf } from '../public/tags.ts';
import type { DocumentWords, Words } from '../public/words.ts';
import { formatValue, type Problem } from '../schema/problem.ts';
import { paragraphsOf, sentencesOf } from '../schema/sentence.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Campaign } from '../schema/folder-schema.ts';
import {
  claimProblems,
  dayProblems,
  factsMissing,
  rewardWords,
  type StatedFacts,
} from './stated-facts.ts';
import { pluginWordsProblems } from '../loader/plugin-files.ts';
import { namedAmounts, namedDates, plainText, stateFinder } from './named-values.ts';

export type NamedData = StatedFacts & {
  campaign: Pick<Campaign, 'name' | 'promoter' | 'programme' | 'packPrice'>;
  /** The fixed rewards that apply during the programme. */
  rewards: Rewards;
  /** The participating states. */
  states: readonly string[];
  /** Other states that may be named. */
  places: readonly string[];
};

type Data = Pick<NamedData, 'campaign' | 'rewards'>;
type Path = Problem['path'];

/**
 * @param written with placeholders
 * @param shown with the data filled in
 */
export function wordsProblems(
  written: Words,
  shown: Words,
  language: string,
  data: NamedData,
): Problem[] {
  const { states: names, laws, demo: _, ...others } = written;
  const known = [...new Set([...data.states, ...data.places])].map((state) => ({
    state,
    isIn: [...new Set([state, names[state] ?? state])].map((name) =>
      stateFinder(plainText(name), language),
    ),
  }));
  const literal = sentencesOf(others).flatMap(({ path, text }) => [
    ...textProblems(path, text, language, data),
    ...stateProblems(path, text, known, data),
    ...claimProblems(path, text, data),
    ...dayProblems(path, text),
  ]);
  return [
    ...literal,
    ...(['terms', 'howTo'] as const).flatMap((place) => [
      ...amountsMissing(place, shown[place], data),
      ...fixedProblems(place, shown, language, data),
    ]),
    ...datesMissing(shown.terms, language, data),
    ...factsMissing(written, data),
    ...pluginWordsProblems(written, data.plugins),
    ...data.rewards.fixed.flatMap(({ law }) => lawProblems(law, laws[law], language)),
  ];
}

/** The law of rewards.json is in English: each other script needs it in its own letters. */
function lawProblems(law: string, said = law, language: string): Problem[] {
  if (new RegExp(`\\p{Script=${scriptOf(language)}}`, 'u').test(said)) return [];
  const message = said === law ? 'is missing, but rewards.json has this law' : 'is in English';
  return [{ path: ['laws', law], message, fix: `Write the law or the reason in ${language}.` }];
}

/** The amounts and dates that a text names but the campaign does not have. */
export function textProblems(
  path: Path,
  text: string,
  language: string,
  data: Data,
  amounts: readonly number[] = amountsOf(data.rewards),
): Problem[] {
  const { name, packPrice } = data.campaign;
  const own = text.replaceAll(name, '');
  const isReward = rewardWords.test(own);
  const wrongAmounts = namedAmounts(own).filter(({ rupees, isPrice }) =>
    isPrice
      ? rupees !== packPrice
      : !amounts.includes(rupees) && (rupees !== packPrice || isReward),
  );
  const wrongDates = namedDates(text, language).filter((date) => !isOneOf(date, firstDays(data)));
  return [
    ...[...new Set(wrongAmounts.map((amount) => amount.text))].map((said) => ({
      path,
      message: `names ${formatValue(said)}, but the data have the amounts ${amounts.join(', ')} and the pack price ${packPrice}`,
      fix: 'Correct it. In words, placeholders such as {wheelAmounts}, {highest}, {fixedAmount}, {reserve} and {packPrice} follow the data.',
    })),
    ...wrongDates.map((date) => dateProblem(path, date, data)),
  ];
}

const amountsOf = ({ outcomes }: Rewards) => outcomes.map(({ amount }) => amount);

type Named = ReturnType<typeof namedDates>[number];

const firstDays = ({ campaign, rewards }: Data): string[] => [
  campaign.programme.from,
  ...rewards.fixed.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
];

function isOneOf({ year, month, day }: Named, days: readonly string[]): boolean {
  return days.some((iso) => {
    const [ofYear, ofMonth, ofDay] = iso.split('-').map(Number);
    return month === ofMonth && (year === 0 || year === ofYear) && (day === 0 || day === ofDay);
  });
}

function dateProblem(path: Path, date: Named, { campaign }: Data): Problem {
  const { from, to } = campaign.programme;
  const said = `names ${formatValue(date.text)}`;
  return {
    path,
    message: isOneOf(date, [to])
      ? `${said}, the last day, which can be moved`
      : `${said}, but the programme is from ${from} to ${to}`,
    fix: 'Write {from} or {to}, or leave the date out.',
  };
}

/** Here a state may be part of the product's description: tea from Assam. */
const praise = /^(?:entry|home\.(?:headline|promise|steps)|reward\.thanks)/;
const amountOf = /\{(?:(?:fixed|banned|chosen)Amount|wheelAmounts|highest|reserve)/;
const court =
  /court|jurisdiction|न्यायालय|अदालत|நீதிமன்ற|న్యాయస్థాన|కోర్టు|ನ್ಯಾಯಾಲಯ|ಕೋರ್ಟ್|കോടതി|আদালত|ન્યાયાલય|અદાલત|ਅਦਾਲਤ|عدالت/iu;
const pinCode = /(?<!\d)\d{3} ?\d{3}(?!\d)/;

/**
 * States without a fixed reward that a text names, unless it lists all participating states, names
 * some that do not participate, or mentions a court or an address.
 */
function stateProblems(
  path: Path,
  text: string,
  known: readonly { state: string; isIn: readonly ((plain: string) => boolean)[] }[],
  { campaign, rewards, states }: NamedData,
): Problem[] {
  if (praise.test(path.join('.'))) return [];
  const plain = plainText(text.replaceAll(campaign.name, '').replaceAll(campaign.promoter, ''));
  const found = known
    .filter(({ isIn }) => isIn.some((isNamed) => isNamed(plain)))
    .map(({ state }) => state);
  if (found.length === 0) return [];
  const fixed = new Set(rewards.fixed.map(({ state }) => state));
  const isList = states.every((state) => found.includes(state));
  if (isList || court.test(plain) || pinCode.test(plain)) return [];
  const hasAmount = namedAmounts(text).length > 0 || amountOf.test(text);
  return found
    .filter((state) => !fixed.has(state) && (states.includes(state) || hasAmount))
    .map((state) => ({
      path,
      message: `names ${state}, which has no fixed reward in rewards.json`,
      fix: 'Write {fixedState} or {fixedStates} for those that have one, {states} for all that take part, or leave it out.',
    }));
}

type Place = 'terms' | 'howTo';

function amountsMissing(
  place: Place,
  document: DocumentWords,
  { campaign, rewards }: Data,
): Problem[] {
  const named = new Set(
    paragraphsOf(document)
      .flatMap((text) => namedAmounts(text))
      .map(({ rupees }) => rupees),
  );
  const missing = [...amountsOf(rewards), campaign.packPrice].filter((one) => !named.has(one));
  const message = `must name each amount of the wheel and the pack price, but lacks ${missing.join(', ')} rupees`;
  const fix = 'Write {wheelAmounts} and {packPrice}.';
  return missing.length === 0 ? [] : [{ path: [place, 'sections'], message, fix }];
}

/** Each state with a fixed reward is named, with its amount. */
function fixedProblems(
  place: Place,
  shown: Words,
  language: string,
  { campaign, rewards }: Data,
): Problem[] {
  const { fixed } = rewards;
  const finders = fixed.map((reward) => ({
    reward,
    isIn: stateFinder(plainText(shown.states[reward.state] ?? reward.state), language),
  }));
  const paragraphs = paragraphsOf(shown[place]).map((text) => {
    const plain = plainText(text);
    return {
      text,
      amounts: namedAmounts(text).map(({ rupees }) => rupees),
      names: finders.filter(({ isIn }) => isIn(plain)).map(({ reward }) => reward),
    };
  });
  return fixed.flatMap((reward) => {
    const about = paragraphs.filter(({ names }) => names.includes(reward));
    const wrong = about.filter(
      ({ amounts, names }) =>
        names.length === 1 &&
        amounts.some((one) => one !== campaign.packPrice) &&
        !amounts.includes(reward.amount),
    );
    const isSaid = about.some(({ amounts }) => amounts.includes(reward.amount));
    if (isSaid && wrong.length === 0) return [];
    const [{ text } = { text: undefined }] = wrong;
    const instead = text === undefined ? 'does not' : `says ${formatValue(text)}`;
    const message = `must say that the fixed reward of ${reward.state} is ${reward.amount} rupees, but ${instead}`;
    const fix =
      'Write {fixedState} and {fixedAmount}: the line is then written once for each state.';
    return [{ path: [place, 'sections'], message, fix }];
  });
}

function datesMissing(terms: DocumentWords, language: string, { campaign }: Data): Problem[] {
  const text = paragraphsOf(terms).join('\n');
  const { from, to } = campaign.programme;
  const missing = [from, to].filter((day) => !text.includes(formatDate(day, language)));
  const message = `must name the first and the last day, but lacks ${missing.join(' and ')}`;
  const problem = { path: ['terms', 'sections'], message, fix: 'Write {from} and {to}.' };
  return missing.length === 0 ? [] : [problem];
}
