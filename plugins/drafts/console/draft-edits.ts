// What was typed and not saved. Pure.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { countOf, languageName } from '@inaam/console/ui/format.ts';
import * as z from 'zod/mini';
import { valueAt } from '@inaam/contract/console/campaign.ts';
import type { DraftEdit, DraftProblem } from '../contract.ts';

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

/** Whether a place is in another one, or the same. */
const isIn = (outer: Place) => (one: Place) =>
  one.file === outer.file && outer.path.every((step, at) => one.path[at] === step);

/** JSON with another value at a path; undefined removes it. */
function withValue(json: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...further] = path;
  if (step === undefined) return value;
  const inner = withValue(valueAt(json, [step]), further, value);
  if (Array.isArray(json)) return json.map((one, at) => (at === step ? inner : one));
  const { [step]: _, ...others } = Object(json);
  return inner === undefined ? others : { ...others, [step]: inner };
}

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
  const whole = list.find((one) => one.path.length < path.length && isIn(one)({ file, path }));
  if (whole?.value !== undefined) {
    const at = path.slice(whole.path.length);
    const changed = z.json().parse(withValue(whole.value, at, value));
    return list.map((one) => (one === whole ? { ...whole, value: changed } : one));
  }
  const others = list.filter((one) => !isIn({ file, path })(one));
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
  { file, path }: Place,
): unknown {
  const typed = list
    .filter((edit) => edit.file === file)
    .reduce<unknown>((json, edit) => withValue(json, edit.path, edit.value), files[file]);
  return valueAt(typed, path);
}

export const problemAt = (
  problems: readonly DraftProblem[],
  place: Place,
): DraftProblem | undefined => problems.find(isAt(place));

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

/** By key, where its words say too little. */
const ownLabels: Readonly<Record<string, string>> = {
  'entry.brand': 'Brand, beside the menu',
  'home.promise': 'Promise under the headline',
  'home.stepsTitle': 'Heading of the steps',
  'home.formTitle': 'Heading of the form',
  'home.stateChoose': 'Before a state is chosen',
  'home.endsEarlier': 'That it ends earlier than planned',
  'home.endsLater': 'That it ends later than planned',
  'editProfile.stateChoose': 'Before a state is chosen',
  'editProfile.cityChoose': 'Before a city is chosen',
  'otp.sentTo': 'Where the code was sent',
  'otp.label': 'Label of the code',
  'privacy.yes': 'Button: yes',
  'privacy.no': 'Button: no',
  'home.agree': 'Consent beside its box',
  'home.getOtp': 'Button that asks for the code',
  'home.mobileHint': 'Hint under the mobile number',
  'home.smallPrint': 'Small print under the form',
  'home.fixedNote': 'Note on a fixed reward',
  'home.fixedStep': 'Step of a fixed reward',
  'otp.newest': 'That the newest code counts',
  'wheel.face': 'A segment, for screen readers',
  'wheel.odds': 'Chances of each reward',
  'wheel.play': 'Button that spins',
  'wheel.mute': 'Button of the sounds',
  'reward.won': 'What was won',
  'reward.owner': 'Whose voucher it is',
  'reward.keep': 'That the voucher comes by SMS',
  'reward.shareText': 'Text that is shared',
  'privacy.statement': 'What the shopper confirms',
  'privacy.statementReason': 'Why it is asked',
  'notAllowed.message': 'That it opens with the QR code',
  'notAllowed.hint': 'Where the QR code is',
  'bonus.both': 'Both vouchers',
  'bonus.line': 'The second voucher',
};

/** "Step 2, title" */
export function labelOf({ path }: Pick<DraftText, 'path'>): string {
  const own = ownLabels[keyOf({ path })];
  if (own !== undefined) return own;
  const words = path
    .slice(1)
    .flatMap((step, at, steps) => {
      if (typeof step === 'number') return [];
      const name = step.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      const next = steps[at + 1];
      if (typeof next === 'number') return [`${name.replace(/s$/, '')} ${next + 1}`];
      return [next === undefined ? name : name.replace(/s$/, '')];
    })
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const fileTitles: Readonly<Record<string, string>> = {
  'campaign.json': 'Details and colours',
  'rewards.json': 'Prizes',
  'draw.json': 'Prizes',
  'sms.json': 'SMS',
  'states.json': 'States',
};

/** "Texts in English, Home: step 2, title" */
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
