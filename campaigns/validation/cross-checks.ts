import {
  contrast,
  contrastFaultMin,
  contrastMin,
  faultHueDistanceMin,
  hueDistance,
  lookApart,
  nearestLightness,
} from './contrast.ts';
import { heroSizes } from '../schema/kit-schema.ts';
import { formatValue } from '../schema/problem.ts';
import {
  type CampaignFiles,
  type DrawParts,
  type FileProblem,
  problemAt,
  problemIf,
  duplicates,
} from './file-problem.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Campaign, Sms } from '../schema/folder-schema.ts';
import {
  closingProblems,
  pacingProblems,
  budgetProblems,
  deckProblems,
  fixedRewardProblems,
  outcomeProblems,
  smsProblems,
  voucherProblems,
} from './reward-checks.ts';
import { ofPlugins } from '../loader/plugin-files.ts';
import { textColourPairs } from '../loader/theme/theme-stylesheet.ts';
import type { Theme } from '../public/public-campaign.ts';
import { textProblems } from './words-checks.ts';

/** Problems that only show across files; absent files are skipped. */
export function crossFileProblems(
  id: string,
  files: Omit<CampaignFiles, 'draw'> & { draw?: DrawParts | undefined },
): FileProblem[] {
  const { campaign, states, places, rewards, draw, sms, plugins } = files;
  return [
    ...(campaign ? campaignProblems(id, campaign) : []),
    ...(campaign ? contrastProblems(campaign) : []),
    ...(campaign ? faultColourProblems(campaign) : []),
    ...(campaign ? drawnAmountProblems(campaign) : []),
    ...(campaign && rewards ? wheelColourProblems(campaign, rewards) : []),
    ...(states ? duplicates('states.json', [], states) : []),
    ...(states && places ? cityProblems(states, places) : []),
    ...(rewards ? outcomeProblems(rewards) : []),
    ...(states && rewards ? fixedRewardProblems(states, rewards) : []),
    ...(campaign && states && rewards ? lawProblems(campaign, states, rewards) : []),
    ...(rewards && draw ? budgetProblems(rewards, draw, plugins) : []),
    ...(campaign && draw ? pacingProblems(campaign, draw) : []),
    ...(campaign && rewards && draw ? closingProblems(campaign, rewards, draw) : []),
    ...(rewards && draw ? deckProblems(rewards, draw) : []),
    ...(sms ? smsProblems(sms) : []),
    ...(rewards && sms ? voucherProblems(rewards, sms) : []),
    ...(rewards ? ofPlugins(plugins, (one, file) => one.problems?.(file, rewards)) : []),
    ...(campaign && rewards ? nameProblems(campaign, rewards) : []),
    ...(campaign && rewards && sms ? smsTextProblems(campaign, rewards, sms) : []),
  ];
}

/** What a lawyer says of every campaign there, by the letters of the state. */
const knownLaws = new Map([['tamilnadu', 'Tamil Nadu Prize Schemes (Prohibition) Act, 1979']]);

export function lawProblems(
  { programme: { from: first, to: last } }: Campaign,
  states: readonly string[],
  { fixed }: Rewards,
): FileProblem[] {
  return states.flatMap((state) => {
    const law = knownLaws.get(state.toLowerCase().replaceAll(/[^a-z]/g, ''));
    const isKept = fixed.some(
      ({ chance, from, until, ...reward }) =>
        reward.state === state &&
        chance === 'forbidden' &&
        from <= first &&
        (until ?? last) >= last,
    );
    return problemIf(
      law !== undefined && !isKept,
      'rewards.json',
      ['fixed'],
      `must have a reward of ${formatValue(state)} with chance "forbidden" on each day of the programme: ${law}`,
      'Write it, or leave the state out of states.json.',
    );
  });
}

const inEnglish = 'en';

function nameProblems(campaign: Campaign, rewards: Rewards): FileProblem[] {
  const data = { campaign: { ...campaign, name: '' }, rewards };
  return (['name', 'promoter', 'redeemAt'] as const).flatMap((field) =>
    textProblems([field], campaign[field], inEnglish, data).map((problem) => ({
      file: 'campaign.json',
      ...problem,
    })),
  );
}

/** A voucher's text names its own amount, and otherwise only the price of the pack. */
function smsTextProblems(
  campaign: Campaign,
  rewards: Rewards,
  { language, otp, vouchers }: Sms,
): FileProblem[] {
  const data = { campaign, rewards };
  const { redeemAt } = campaign;
  const unplaced = Object.entries(vouchers).filter(([, { text }]) => !text.includes(redeemAt));
  return [
    ...unplaced.map(([amount]) => ({
      path: ['vouchers', amount, 'text'],
      message: `must say where the voucher is used: ${formatValue(redeemAt)}`,
      fix: 'Write redeemAt of campaign.json into the text, as it is registered.',
    })),
    ...textProblems(['otp', 'text'], otp.text, language, data),
    ...Object.entries(vouchers).flatMap(([amount, { text }]) =>
      textProblems(['vouchers', amount, 'text'], text, language, data, [Number(amount)]),
    ),
  ].map((problem) => ({ file: 'sms.json', ...problem }));
}

function campaignProblems(id: string, campaign: Campaign): FileProblem[] {
  const file = 'campaign.json';
  const { languages, unreviewedLanguages = [] } = campaign;
  const { from, to } = campaign.programme;
  return [
    ...problemIf(
      campaign.id !== id,
      file,
      ['id'],
      `must be the folder's name ${formatValue(id)}, but is ${formatValue(campaign.id)}`,
      'Write the same name in both places.',
    ),
    ...problemIf(
      to < from,
      file,
      ['programme', 'to'],
      `must not be before programme.from (${from}), but is ${to}`,
      'Write the last day of the programme.',
    ),
    ...duplicates(file, ['languages'], languages),
    ...unreviewedLanguages.flatMap((language, at) =>
      problemIf(
        !languages.includes(language),
        file,
        ['unreviewedLanguages', at],
        `must be one of languages, but is ${formatValue(language)}`,
        'Remove it, or add it to languages.',
      ),
    ),
  ];
}

function contrastProblems(campaign: Campaign): FileProblem[] {
  return paleTexts(campaign)
    .filter(({ ratio }) => ratio < contrastFaultMin)
    .map((text) => contrastProblem(campaign, text, contrastFaultMin));
}

/** Allowed, but hard to read in sunlight (WCAG 2.2, 1.4.6). */
export function contrastHints(campaign: Themed): FileProblem[] {
  return paleTexts(campaign)
    .filter(({ ratio }) => ratio >= contrastFaultMin)
    .map((text) => contrastProblem(campaign, text, contrastMin));
}

type Themed = { theme: Pick<Theme, 'colours'> };
type PaleText = ReturnType<typeof paleTexts>[number];

const paleTexts = ({ theme }: Themed) =>
  textColourPairs(theme.colours)
    .map((pair) => ({ ...pair, ratio: contrast(pair.text, pair.background) }))
    .filter(({ ratio }) => ratio < contrastMin);

function contrastProblem(
  { theme: { colours } }: Themed,
  { path, text, on, background, ratio }: PaleText,
  min: number,
): FileProblem {
  const [field = ''] = path;
  // Other colours derive from it.
  const isReadable = (least: number) => (candidate: string) =>
    textColourPairs({ ...colours, [field]: candidate })
      .filter((pair) => pair.path[0] === field)
      .every((pair) => contrast(pair.text, pair.background) >= least);
  const nearest =
    nearestLightness(text, isReadable(contrastMin)) ?? nearestLightness(text, isReadable(min));
  return problemAt(
    'campaign.json',
    ['theme', 'colours', ...path],
    `${min === contrastFaultMin ? 'must' : 'should'} have a contrast of ${min} to 1 or more with ${on} (${background}), ${text} has ${ratio.toFixed(2)} to 1`,
    nearest === undefined
      ? 'Use a darker text or a lighter background, or the reverse.'
      : `Use ${nearest} instead.`,
  );
}

/** Otherwise focus, button and error look alike. */
function faultColourProblems({ theme }: Campaign): FileProblem[] {
  const { brand, fault } = theme.colours;
  const apart = hueDistance(brand, fault);
  return problemIf(
    apart < faultHueDistanceMin,
    'campaign.json',
    ['theme', 'colours', 'fault'],
    `must differ in hue from brand (${brand}) by ${faultHueDistanceMin} degrees or more, ${fault} differs by ${Math.round(apart)}`,
    'Use another hue for what is wrong: not the red of a red brand.',
  );
}

/** Below the drawing it would overlap what follows. */
function drawnAmountProblems({ theme }: Campaign): FileProblem[] {
  const { layout, amount } = theme.kit.hero;
  const { height } = heroSizes[layout];
  return problemIf(
    amount !== undefined && amount.y > height,
    'campaign.json',
    ['theme', 'kit', 'hero', 'amount', 'y'],
    `must be ${height} or less in the layout "${layout}", but is ${amount?.y}`,
    'Write the middle of the amount, from the upper edge of the drawing hero.',
  );
}

function wheelColourProblems(campaign: Campaign, rewards: Rewards): FileProblem[] {
  const colours = campaign.theme.colours.wheel.length;
  const faces = rewards.outcomes.length;
  if (colours === faces) return alikeProblems(campaign);
  return [
    problemAt(
      'campaign.json',
      ['theme', 'colours', 'wheel'],
      `must have one colour for each of the ${faces} outcomes of rewards.json, but has ${colours}`,
      'Write one colour for each outcome, in the same order.',
    ),
  ];
}

function alikeProblems({ theme }: Campaign): FileProblem[] {
  const { wheel } = theme.colours;
  return wheel.flatMap((colour, at) => {
    const alike = wheel.slice(0, at).find((other) => !lookApart(colour, other));
    return problemIf(
      alike !== undefined,
      'campaign.json',
      ['theme', 'colours', 'wheel', at],
      `must be another colour than the other segments, but ${colour} looks like ${alike}`,
      'Write one that differs in lightness or hue.',
    );
  });
}

/** Each state of the campaign needs cities; a places file may have more states. */
function cityProblems(states: readonly string[], cities: Record<string, string[]>): FileProblem[] {
  return [
    ...states.flatMap((state) =>
      problemIf(
        !Object.hasOwn(cities, state),
        'places.json',
        [state],
        'is missing, but states.json has that state',
        'Write the cities of this state, or correct the spelling in one of the two.',
      ),
    ),
    ...Object.entries(cities).flatMap(([state, names]) => [
      ...duplicates('places.json', [state], names),
      ...unsorted(state, names),
    ]),
  ];
}

function unsorted(state: string, names: readonly string[]): FileProblem[] {
  const at = names.findIndex((name, at) => at > 0 && (names[at - 1] ?? '') > name);
  return problemIf(
    at !== -1,
    'places.json',
    [state, at],
    `must be sorted, but ${formatValue(names[at])} comes after ${formatValue(names[at - 1])}`,
    'Write the cities from A to Z.',
  );
}
