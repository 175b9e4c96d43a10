// What was typed and not saved. Pure.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { countOf, languageName } from '@inaam/console/ui/format.ts';
import { valueAt, type DraftEdit, type DraftProblem } from '../contract.ts';

export type Draft = AnswerOf<'readDraft'>;
export type DraftText = AnswerOf<'readDraftTexts'>['texts'][number];
type Step = string | number;
export type Place = { readonly file: string; readonly path: readonly Step[] };

/** `version`: of the draft that they change. */
export type Edits = {
  readonly version: number;
  readonly list: readonly DraftEdit[];
  readonly isSaving?: boolean;
};

export const isAt = (place: Place) => (one: Place) =>
  one.file === place.file && JSON.stringify(one.path) === JSON.stringify(place.path);

/**
 * @param value undefined removes the field; `before`, what is saved, drops the edit, unless another
 * value is being saved there
 */
export function withEdit(
  { list, isSaving = false }: Pick<Edits, 'list' | 'isSaving'>,
  { file, path }: Place,
  value: DraftEdit['value'],
  before: unknown,
): DraftEdit[] {
  const others = list.filter((one) => !isAt({ file, path })(one));
  if (!isSaving && JSON.stringify(value) === JSON.stringify(before)) return others;
  return [...others, { file, path: [...path], ...(value !== undefined && { value }) }];
}

/** What was typed while these were saved. */
export const typedSince = (sent: readonly DraftEdit[], list: readonly DraftEdit[]): DraftEdit[] =>
  list.filter((edit) => JSON.stringify(edit) !== JSON.stringify(editAt(sent, edit)));

export const editAt = (list: readonly DraftEdit[], place: Place): DraftEdit | undefined =>
  list.find(isAt(place));

/** As typed, else as saved. */
export function shownValue(
  { files }: Pick<Draft, 'files'>,
  list: readonly DraftEdit[],
  place: Place,
) {
  const edit = editAt(list, place);
  return edit ? edit.value : valueAt(files[place.file], place.path);
}

export const problemAt = (
  problems: readonly DraftProblem[],
  place: Place,
): DraftProblem | undefined => problems.find(isAt(place));

/** The colour that a problem offers. */
export const offeredColour = ({ text }: DraftProblem): string | undefined =>
  /Use (#[0-9a-f]{6}) instead/.exec(text)?.[1];

/** "2 changes not saved, 1 fault" */
export function savedInWords(
  changes: number,
  problems: readonly DraftProblem[],
  isDraft = true,
): string {
  const faults = problems.filter(({ level }) => level === 'fault').length;
  const hints = problems.length - faults;
  const unchanged = isDraft ? 'All changes saved' : 'No changes';
  return [
    changes > 0 ? `${countOf(changes, 'change')} not saved` : unchanged,
    ...(faults > 0 ? [countOf(faults, 'fault')] : []),
    ...(hints > 0 ? [countOf(hints, 'hint')] : []),
  ].join(', ');
}

/** Groups of the words, for people who do not know the files. */
export const textGroups: Readonly<Record<string, { title: string; screen: string }>> = {
  reward: { title: 'Reward', screen: 'reward' },
  entry: { title: 'Brand and start', screen: 'home' },
  home: { title: 'Home', screen: 'home' },
  otp: { title: 'Code from the SMS', screen: 'code' },
  progress: { title: 'Progress', screen: 'home' },
  wheel: { title: 'Wheel', screen: 'wheel' },
  question: { title: 'The question after the reward', screen: 'bonus' },
  bonus: { title: 'A second voucher', screen: 'profile' },
  questions: { title: 'Questions and their options', screen: 'bonus' },
  profile: { title: 'Profile', screen: 'profile' },
  editProfile: { title: 'Details of the profile', screen: 'details' },
  menu: { title: 'Menu', screen: 'menu' },
  howTo: { title: 'How to participate', screen: 'howTo' },
  terms: { title: 'Terms and conditions', screen: 'terms' },
  fairDraw: { title: 'Fair draw', screen: 'home' },
  privacy: { title: 'Privacy notice', screen: 'privacyNotice' },
  consentNotice: { title: 'Consent notice', screen: 'consentNotice' },
  measuring: { title: 'Measuring', screen: 'consentNotice' },
  contact: { title: 'Contacts', screen: 'contact' },
  yourData: { title: 'Your data', screen: 'yourData' },
  notAllowed: { title: 'Opened without the QR code', screen: 'notAllowed' },
  closed: { title: 'Not started, paused, ended', screen: 'notStarted' },
  errors: { title: 'Errors in fields', screen: 'homeFaults' },
  messages: { title: 'Messages', screen: 'errorPopup' },
  loader: { title: 'Loading', screen: 'starting' },
  states: { title: 'Names of states', screen: 'home' },
  laws: { title: 'Laws and reasons', screen: 'terms' },
  demo: { title: 'Demonstration', screen: 'home' },
};

export const groupTitle = (group: string): string => textGroups[group]?.title ?? group;

const shownMax = 40;

/** Those of a group, or in all groups those that have what is looked for. */
export function foundTexts(texts: readonly DraftText[], group: string, sought: string) {
  const words = sought.trim().toLowerCase();
  const found =
    words === ''
      ? texts.filter(({ path }) => path[0] === group)
      : texts.filter((text) =>
          `${keyOf(text)} ${text.own ?? text.default}`.toLowerCase().includes(words),
        );
  // Its own first: they are edited most.
  const sorted = found.toSorted(
    (one, other) => Number(one.own === null) - Number(other.own === null),
  );
  return { shown: sorted.slice(0, shownMax), more: Math.max(0, found.length - shownMax) };
}

/** `home.steps.1.title` */
export const keyOf = ({ path }: Pick<DraftText, 'path'>): string => path.join('.');

/** `steps 2, title` */
export function labelOf({ path }: Pick<DraftText, 'path'>): string {
  const words = path
    .slice(1)
    .map((step) =>
      typeof step === 'number'
        ? String(step + 1)
        : step.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const fileTitles: Readonly<Record<string, string>> = {
  'campaign.json': 'Details and colours',
  'rewards.json': 'Prizes',
  'draw.json': 'Prizes',
  'sms.json': 'SMS',
  'states.json': 'States',
};

/** "Texts in English, Home: steps 2 title" */
export function placeInWords({ file, path }: Place): string {
  const language = /^words\/(.+)\.json$/.exec(file)?.[1];
  const [first] = path;
  if (language === undefined || typeof first !== 'string') {
    const words = labelOf({ path: ['', ...path] });
    const title = fileTitles[file] ?? file;
    return words === '' ? title : `${title}: ${words.toLowerCase()}`;
  }
  const label = labelOf({ path: [...path] }).toLowerCase();
  return `Texts in ${languageName(language)}, ${groupTitle(first)}${label === '' ? '' : `: ${label}`}`;
}

// The fields that people edit.

export type Field = Place & {
  readonly label: string;
  readonly kind: 'text' | 'number' | 'day' | 'colour' | 'amount';
};

const colourNames: Readonly<Record<string, string>> = {
  paper: 'Background',
  ink: 'Text',
  quiet: 'Quiet text',
  brand: 'Brand',
  brandInk: 'Text on the brand',
  accent: 'Accent',
  accentInk: 'Text on the accent',
  fault: 'Errors',
  shade: 'Shadow, and the dark background',
  wheelInk: 'Text on the wheel',
};

type Files = Draft['files'];

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];
/** The places of a list. */
const placesOf = (value: unknown) => (Array.isArray(value) ? [...value.keys()] : []);

export function colourFields(files: Files): Field[] {
  const file = 'campaign.json';
  const start = ['theme', 'colours'];
  const colours = valueAt(files[file], start);
  const named = keysOf(colours).filter((name) => colourNames[name] !== undefined);
  const trim = keysOf(valueAt(colours, ['trim']));
  return [
    ...named.map((name) => ({ path: [...start, name], label: colourNames[name] ?? name })),
    ...placesOf(valueAt(colours, ['wheel'])).map((at) => ({
      path: [...start, 'wheel', at],
      label: `Segment ${at + 1} of the wheel`,
    })),
    ...trim.map((name) => ({ path: [...start, 'trim', name], label: `Wheel: ${name}` })),
  ].map((field) => ({ ...field, file, kind: 'colour' as const }));
}

export function factFields(): Field[] {
  const of = (path: string[], label: string, kind: Field['kind'] = 'text'): Field => {
    return { file: 'campaign.json', path, label, kind };
  };
  return [
    of(['name'], 'Name of the campaign'),
    of(['promoter'], 'Promoter'),
    of(['redeemAt'], 'Where vouchers are used'),
    of(['programme', 'from'], 'First day', 'day'),
    of(['programme', 'to'], 'Last day', 'day'),
    of(['contacts', 'email'], 'Email of the support desk'),
    of(['contacts', 'phone'], 'Phone of the support desk'),
    of(['packPrice'], 'Price of the pack (₹)', 'number'),
  ];
}

/** By heading. */
export function prizeFields(files: Files): Readonly<Record<string, readonly Field[]>> {
  const { 'rewards.json': rewards, 'draw.json': draw } = files;
  const of = (file: string, path: Field['path'], label: string, kind: Field['kind'] = 'number') => {
    return { file: `${file}.json`, path, label, kind };
  };
  const outcomes = placesOf(valueAt(rewards, ['outcomes']));
  const amounts = keysOf(valueAt(draw, ['deck', 'cards']));
  const fixed = placesOf(valueAt(rewards, ['fixed']));
  const isReserve = valueAt(draw, ['whenDeckEnds', 'kind']) === 'reserve';
  return {
    'Rewards of the wheel': outcomes.map((at) =>
      of('rewards', ['outcomes', at, 'amount'], `Reward ${at + 1} (₹)`, 'amount'),
    ),
    'How many of each': [
      ...amounts.map((amount) =>
        of('draw', ['deck', 'cards', amount], `₹${amount} in a block of the deck`),
      ),
      of('draw', ['deck', 'blocks'], 'Blocks of the deck'),
      ...(isReserve ? [of('draw', ['whenDeckEnds', 'rewards'], 'Rewards of the reserve')] : []),
      of('draw', ['budgetRupees'], 'Budget (₹)'),
    ],
    ...Object.fromEntries(
      fixed.map((at) => [
        `Fixed reward of ${String(valueAt(rewards, ['fixed', at, 'state']))}`,
        [
          of('rewards', ['fixed', at, 'amount'], 'Amount (₹)'),
          of('rewards', ['fixed', at, 'rewards'], 'How many'),
          of('rewards', ['fixed', at, 'from'], 'From', 'day'),
        ],
      ]),
    ),
  };
}

const cards = (amount: number) => ['deck', 'cards', String(amount)];

/** A new amount has the cards of the old one. */
export function amountChanges(files: Files, place: Place, from: number, to: number) {
  const file = 'draw.json';
  const savedAt = (path: readonly (string | number)[]) => valueAt(files[file], path);
  const count = Number(savedAt(cards(from)) ?? 1);
  return [
    { ...place, value: to, before: valueAt(files[place.file], place.path) },
    { file, path: cards(from), value: undefined, before: savedAt(cards(from)) },
    { file, path: cards(to), value: count, before: savedAt(cards(to)) },
  ];
}
