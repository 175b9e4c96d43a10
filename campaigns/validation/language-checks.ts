// Compares each language of a campaign with the one whose text counts, and lists what only a person
// can compare with the data. Pure.
import { mobileDigits, otpDigits, resendAfterSeconds } from '@inaam/contract/limits.ts';
import { writtenWords } from '@inaam/plugins/campaigns.ts';
import { placeholdersOf } from '../public/fill.ts';
import { scriptOf } from '../public/tags.ts';
import type { Words } from '../public/words.ts';
import { formatPath, formatProblem, type Problem } from '../schema/problem.ts';
import { sentencesOf } from '../schema/sentence.ts';
import type { Campaign } from '../schema/folder-schema.ts';
import { namedAmounts, namedDates, plainText, rupeeWord } from './named-values.ts';

export type ReadLanguage = { words: Words; fileOf: (path: Problem['path']) => string };

const isOwn = ({ fileOf }: ReadLanguage, path: Problem['path']) =>
  !fileOf(path).startsWith('default-words/');

/** Names of states and laws are extra: English uses those of the list. */
const comparable = ({ words }: ReadLanguage) =>
  new Map(
    sentencesOf({ ...words, states: {}, laws: {}, demo: {} }).map((sentence) => [
      formatPath(sentence.path),
      sentence,
    ]),
  );

/** `Rs.` is written in English only, and the specification's age consent names no age. */
const alike = (name: string) => (name === 'wheelAmountsInRs' ? 'wheelAmounts' : name);
const valuesOf = (path: string, text: string) =>
  new Set(
    placeholdersOf(text)
      .filter((name) => !(name === 'minAge' && path.endsWith('ageConsent')))
      .map(alike),
  );

/**
 * English counts, or else the first language.
 * @param folder of the campaigns, as displayed
 * @returns each problem as a sentence
 */
export function comparedLanguages(
  reads: ReadonlyMap<string, ReadLanguage>,
  campaign: Pick<Campaign, 'name' | 'promoter' | 'redeemAt'> | undefined,
  folder: string,
): string[] {
  const [first] = reads;
  const english = reads.get('en');
  const counting = english ? (['en', english] as const) : first;
  if (!counting || !campaign) return [];
  // They may be in Latin letters everywhere.
  const names = [campaign.name, campaign.promoter, campaign.redeemAt];
  const others = comparable(counting[1]);
  return [...reads]
    .filter(([language]) => language !== counting[0])
    .flatMap((own) =>
      languageProblems(own, [...counting, others], names).map((problem) =>
        formatProblem(`${folder}/${own[1].fileOf(problem.path)}`, problem),
      ),
    );
}

function languageProblems(
  [language, own]: readonly [string, ReadLanguage],
  [counting, other, others]: readonly [string, ReadLanguage, ReturnType<typeof comparable>],
  names: readonly string[],
): Problem[] {
  const sentences = comparable(own);
  const script = scriptOf(language);
  const letter = new RegExp(`\\p{Script=${script}}`, 'u');
  const missing = [...others].filter(([path]) => !sentences.has(path));
  return [
    ...missing.map(([, { path }]) => ({
      path,
      message: `is missing, but ${counting} has it`,
      fix: 'Write the same sentences in every language, in the same order.',
    })),
    ...[...sentences].flatMap(([key, { path, text }]) => [
      ...pairProblems(key, { path, text }, others.get(key)?.text, counting),
      ...sourceProblems(path, isOwn(own, path), isOwn(other, path), counting),
      ...(script !== 'Latn' && isLeft(path, text, letter, names)
        ? [{ path, message: 'is in English', fix: `Translate it into ${language}.` }]
        : []),
    ]),
  ];
}

function sourceProblems(path: Problem['path'], here: boolean, there: boolean, counting: string) {
  if (here === there) return [];
  const message = here
    ? `is the campaign's own, but in ${counting} it is the default sentence`
    : `is the default sentence, but in ${counting} it is the campaign's own`;
  return [{ path, message, fix: 'Write it in every language or in none.' }];
}

const spelledWithout = (values: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...values]
    .filter((name) => !others.has(name))
    .map((name) => `{${name}}`)
    .join(' and ');

function pairProblems(
  key: string,
  { path, text }: { path: Problem['path']; text: string },
  other: string | undefined,
  counting: string,
): Problem[] {
  if (other === undefined) {
    const fix = 'Remove it, or write it in every language.';
    return [{ path, message: `is not in ${counting}`, fix }];
  }
  const [here, there] = [valuesOf(key, text), valuesOf(key, other)];
  const [lacks, extra] = [spelledWithout(there, here), spelledWithout(here, there)];
  const fix = 'Write the same placeholders in every language.';
  return [
    ...(lacks === '' ? [] : [{ path, message: `lacks ${lacks}, which ${counting} has`, fix }]),
    ...(extra === '' ? [] : [{ path, message: `has ${extra}, which ${counting} lacks`, fix }]),
  ];
}

/** A brand may have the same letters everywhere; what a plugin asks may be about a name. */
const mayBeLatin = ['entry.brand', ...Object.keys(writtenWords)];

/** Two words without a letter of the language, or four English words in a row that are no name. */
function isLeft(path: Problem['path'], text: string, letter: RegExp, names: readonly string[]) {
  if (mayBeLatin.some((place) => path.join('.').startsWith(place))) return false;
  const without = [...names, /\{\w+\}/g].reduce<string>(
    (rest, part) => rest.replaceAll(part, '\n'),
    text,
  );
  if (!letter.test(without)) return /[a-z]{2}\S*\s+(?:\S+\s+)*?\S*[a-z]{2}/.test(without);
  return /(?:\b[a-z’'-]+[ ,;:]+){3}[a-z]+/.test(without);
}

const constants = new Set([mobileDigits, otpDigits, resendAfterSeconds].map(String));
/** Words for a promoter, and what companies are called. */
const company =
  /\b(?:Ltd|Limited|Pvt|LLP|Inc)\b|promoter|compan(?:y|ies)|sponsor|organi[sz]er|लिमिटेड|प्रवर्तक|प्रमोटर|प्रायोजक|आयोजक|कंपनी|फूड्स|ग्रुप|லிமிடெட்|நடத்து[பந]|நிறுவன|கம்பெனி|ஃபுட்ஸ்|లిమిటెడ్|నిర్వాహక|సంస్థ|కంపెనీ|ఫుడ్స్|ಲಿಮಿಟೆಡ್|ಆಯೋಜಕ|ಪ್ರಾಯೋಜಕ|ಸಂಸ್ಥೆ|ಕಂಪನಿ|ಫುಡ್ಸ್|ലിമിറ്റഡ്|നടത്തിപ്പ|സ്ഥാപന|കമ്പനി|ഫുഡ്സ്|লিমিটেড|আয়?োজক|সংস্থা|কোম্পানি|ফুডস|લિમિટેડ|આયોજક|પ્રમોટર|કંપની|ફૂડ્સ|ਲਿਮਿਟਡ|ਪ੍ਰਬੰਧਕ|ਪ੍ਰਮੋਟਰ|ਕੰਪਨੀ|ਫੂਡਸ|لمیٹڈ|منتظم|پروموٹر|کمپنی|فوڈز/iu;
/** `from Acme`, `Sharma Foods`: capitals where no sentence begins. */
const properName = /\b(?:and|at|by|from|of|with) [A-Z][a-z]|(?<=[^.:!?\s“(]\s)[A-Z][a-z]+ [A-Z&]/;

/** @param labels of the site, such as "Consent Notice" */
const namesCompany = (typed: string, labels: readonly string[]) =>
  company.test(typed) ||
  (/[A-Z]/.test(typed) &&
    properName.test(labels.reduce((rest, label) => rest.replaceAll(label, '-'), typed)));

/** The campaign's own sentences that name a number, money or a company that no check compares. */
export function sentencesToJudge(read: ReadLanguage, language: string): string[] {
  const sentences = [...comparable(read).values()];
  const labels = sentences.filter(({ text }) => text.length < 30).map(({ text }) => text);
  return sentences.flatMap(({ path, text }) => {
    if (!isOwn(read, path)) return [];
    const typed = text.replaceAll(/(?:₹|Rs\.\s?)?\{\w+\}/g, '').replaceAll(/^\d+\. /gm, '');
    const plain = plainText(typed);
    const compared = [...namedAmounts(plain), ...namedDates(plain, language)];
    const rest = compared.reduce((left, { text: part }) => left.replaceAll(part, ' '), plain);
    const numbers = rest.match(/(?<![A-Za-z]-|\d)\d+/g) ?? [];
    const isJudged =
      numbers.some((one) => !constants.has(one)) ||
      rupeeWord.test(rest) ||
      text.includes('{promoter}') ||
      namesCompany(typed, labels);
    return isJudged ? [`${formatPath(path)}: ${text}`] : [];
  });
}
