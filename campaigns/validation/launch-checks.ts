// What blocks a launch but not a demonstration: values still from the demonstrations, and words
// that no native speaker has signed off. Pure.
import { createHash } from 'node:crypto';
import type { ServerCampaign } from '../loader/server-campaign.ts';
import type { Words } from '../public/words.ts';
import { formatPath, formatValue } from '../schema/problem.ts';
import { sentencesOf } from '../schema/sentence.ts';
import exampleHashes from './example-values.json' with { type: 'json' };
import type { Campaign, Sms } from '../schema/folder-schema.ts';

export type Launched = {
  campaign: Campaign;
  sms: Sms;
  /** With placeholders, by language. */
  words: ReadonlyMap<string, Words>;
  /** Addresses with a content hash, by file: `hero.svg`. */
  art: ReadonlyMap<string, string>;
  /** Languages whose words are not signed off. */
  unreviewed: readonly string[];
};

/** Languages that the site offers; the others await their sign-off. */
export function servedLanguages({
  campaign,
  unreviewed,
}: Pick<Launched, 'campaign' | 'unreviewed'>): string[] {
  const { languages, unreviewedLanguages = [] } = campaign;
  return languages.filter(
    (language) => !unreviewed.includes(language) || unreviewedLanguages.includes(language),
  );
}

/**
 * @param folder as displayed: `campaigns/tea-demo`
 * @returns each as a sentence that names the file, the fields and the fix
 */
export function launchFaults(folder: string, launched: Launched): string[] {
  const served = servedLanguages(launched);
  return [
    ...languageFaults(launched, served),
    ...contactFaults(launched.campaign),
    ...smsFaults(launched.sms),
    ...brandFaults(launched, served),
  ].map(([file, fields, message, fix]) => `${folder}/${file}: ${fields} ${message}. ${fix}`);
}

type Fault = [file: string, fields: string, message: string, fix: string];

const signOff =
  'Have a speaker sign the words off in sign-offs.json (`campaign check` prints how), or name the language in unreviewedLanguages of campaign.json.';

function languageFaults({ campaign, sms }: Launched, served: readonly string[]): Fault[] {
  const [first = ''] = campaign.languages;
  const faults: Fault[] = [];
  if (!served.includes(first)) {
    const message = `begins with ${formatValue(first)}, whose words no speaker has signed off`;
    faults.push(['campaign.json', 'languages', message, signOff]);
  }
  const isOther = sms.language !== first && campaign.languages.includes(sms.language);
  if (isOther && !served.includes(sms.language)) {
    const message = `is ${formatValue(sms.language)}, in which the site is not served`;
    faults.push(['sms.json', 'language', message, signOff]);
  }
  return faults;
}

/** Reserved domains (RFC 2606), and unassigned numbers. */
const exampleDomain = /[@.](?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i;
const exampleNumber = /0{6}|9876543210|1234567890|(\d)\1{7}/;

function contactFaults({ contacts: { email, phone } }: Campaign): Fault[] {
  const examples = [
    ...(exampleDomain.test(email) ? (['email'] as const) : []),
    ...(exampleNumber.test(phone.replaceAll(/\D/g, '')) ? (['phone'] as const) : []),
  ];
  const value = { email, phone };
  return examples.map((name): Fault => [
    'campaign.json',
    `contacts.${name}`,
    `is the example ${formatValue(value[name])}`,
    'Write the contact that shoppers reach.',
  ]);
}

/** Real ids have no long run of zeros. */
export const isExampleId = (id: string): boolean => /0{10}/.test(id);

function smsFaults({ otp, vouchers }: Sms): Fault[] {
  const templates: [path: string[], dlt: Sms['otp']['dlt']][] = [
    [['otp', 'dlt'], otp.dlt],
    ...Object.entries(vouchers).map(([amount, { dlt }]): [string[], typeof dlt] => [
      ['vouchers', amount, 'dlt'],
      dlt,
    ]),
  ];
  const examples = templates.flatMap(([path, dlt]) =>
    (['entityId', 'headerId', 'templateId'] as const)
      .filter((name) => isExampleId(dlt[name]) || isOfDemonstration(dlt[name]))
      .map((name) => formatPath([...path, name])),
  );
  if (examples.length === 0) return [];
  const fix = 'Write the registered ids: operators drop other SMS.';
  return [
    ['sms.json', examples.join(', '), examples.length > 1 ? 'are examples' : 'is an example', fix],
  ];
}

/** Sentences about the promoted product. */
const brandSentences =
  /^(?:entry\.brand|home\.headline|reward\.thanks|closed\.(?:notStarted|paused)Title)$/;

const brandTexts = (words: Words) =>
  sentencesOf(words)
    .map(({ path, text }) => ({ name: path.join('.'), text }))
    .filter(({ name }) => brandSentences.test(name));

const found = (values: Iterable<[field: string, value: string]>) =>
  [...values].flatMap(([field, value]) => (isOfDemonstration(value) ? [field] : []));

function brandFaults({ campaign, words, art }: Launched, served: readonly string[]): Fault[] {
  const { name, promoter, redeemAt, theme } = campaign;
  const facts = { name, promoter, redeemAt, 'theme.colours': JSON.stringify(theme.colours) };
  const ofFacts = found(Object.entries(facts));
  const ofArt = found(art);
  const shown = served.length > 0 ? served : campaign.languages;
  const ofWords = shown.flatMap((language) => {
    const own = words.get(language);
    const names = own ? found(brandTexts(own).map(({ name, text }) => [name, text])) : [];
    return names.length === 0 ? [] : [`${language} (${names.join(', ')})`];
  });
  const faults: [file: string, fields: string[], fix: string][] = [
    ['campaign.json', ofFacts, 'Write what your brand is called and looks like.'],
    ['art', ofArt, 'Draw your own.'],
    ['words', ofWords, 'Write your own sentences.'],
  ];
  return faults
    .filter(([, fields]) => fields.length > 0)
    .map(([file, fields, fix]): Fault => [
      file,
      fields.join(', '),
      fields.length > 1 ? 'are those of a demonstration' : 'is that of a demonstration',
      fix,
    ]);
}

const hashes: ReadonlySet<string> = new Set(exampleHashes);
const isOfDemonstration = (value: string) => hashes.has(hashOf(value));
const hashOf = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 16);

/** Content of `example-values.json`: hashes of the demonstrations' values. */
export function exampleValues(demonstrations: readonly ServerCampaign[]): string[] {
  const values = demonstrations.flatMap(
    ({ name, promoter, redeemAt, theme, sms, art, images, languages, words }) => [
      name,
      promoter,
      redeemAt,
      JSON.stringify(theme.colours),
      sms.otp.dlt.headerId,
      ...Object.values(art),
      ...Object.values(images),
      ...languages.flatMap((language) => brandTexts(words(language)).map(({ text }) => text)),
    ],
  );
  return [...new Set(values.map(hashOf))].toSorted();
}
