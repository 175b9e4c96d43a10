// The checks of a campaign that look at more than one field or file. Each answers faults with the file they are to be
// mended in. Pure; server only. Rewards, deck and SMS have theirs in `reward-checks.ts`, pace and close in `draw-checks.ts`.
import { contrast, contrastMin } from './contrast.ts';
import { shown } from './fault.ts';
import type { FileFault, Files } from './file-fault.ts';
import { faultAt, repeats } from './file-fault.ts';
import { closeFaults, paceFaults } from './draw-checks.ts';
import {
  budgetFaults,
  deckFaults,
  fixedFaults,
  outcomeFaults,
  smsFaults,
  voucherFaults,
} from './reward-checks.ts';
import { textPairs } from './theme-sheet.ts';

/** Every fault that shows only when files are held side by side; what is absent is not judged. */
export function crossFaults(id: string, files: Files): FileFault[] {
  const { campaign, states, places, rewards, draw, sms } = files;
  return [
    ...(campaign ? campaignFaults(id, campaign) : []),
    ...(campaign ? contrastFaults(campaign) : []),
    ...(campaign && rewards ? wheelColourFaults(campaign, rewards) : []),
    ...(states ? repeats('states.json', [], states) : []),
    ...(states && places ? cityFaults(states, places) : []),
    ...(rewards ? outcomeFaults(rewards) : []),
    ...(states && rewards ? fixedFaults(states, rewards) : []),
    ...(rewards && draw ? budgetFaults(rewards, draw) : []),
    ...(campaign && draw ? paceFaults(campaign, draw) : []),
    ...(campaign && rewards && draw ? closeFaults(campaign, rewards, draw) : []),
    ...(rewards && draw ? deckFaults(rewards, draw) : []),
    ...(sms ? smsFaults(sms) : []),
    ...(rewards && sms ? voucherFaults(rewards, sms) : []),
  ];
}

function campaignFaults(id: string, campaign: NonNullable<Files['campaign']>): FileFault[] {
  const { from, to } = campaign.programme;
  return [
    ...(campaign.id === id
      ? []
      : [
          faultAt(
            'campaign.json',
            ['id'],
            `must be the folder's name ${shown(id)}, it is ${shown(campaign.id)}`,
            'Write the same name in both places.',
          ),
        ]),
    ...(from <= to
      ? []
      : [
          faultAt(
            'campaign.json',
            ['programme', 'to'],
            `must not be before programme.from (${from}), it is ${to}`,
            'Write the last day of the programme.',
          ),
        ]),
    ...repeats('campaign.json', ['languages'], campaign.languages),
  ];
}

/** A shopper reads it in the sun (WCAG 2.2, 1.4.6). */
function contrastFaults({ theme }: NonNullable<Files['campaign']>): FileFault[] {
  return textPairs(theme.colours)
    .map((pair) => ({ ...pair, ratio: contrast(pair.text, pair.ground) }))
    .filter(({ ratio }) => ratio < contrastMin)
    .map(({ path, text, on, ground, ratio }) =>
      faultAt(
        'campaign.json',
        ['theme', 'colours', ...path],
        `must stand out ${contrastMin} to 1 or more from ${on} (${ground}), ${text} does ${ratio.toFixed(2)} to 1`,
        'Write a darker text or a lighter ground, or the other way round.',
      ),
    );
}

function wheelColourFaults(
  campaign: NonNullable<Files['campaign']>,
  rewards: NonNullable<Files['rewards']>,
): FileFault[] {
  const colours = campaign.theme.colours.wheel.length;
  const faces = rewards.outcomes.length;
  if (colours === faces) return [];
  return [
    faultAt(
      'campaign.json',
      ['theme', 'colours', 'wheel'],
      `must have one colour for each of the ${faces} outcomes of rewards.json, it has ${colours}`,
      'Write one colour for each, in their order.',
    ),
  ];
}

/** The states of this campaign have their cities; a file of places may hold more states than one campaign takes. */
function cityFaults(states: readonly string[], cities: Record<string, string[]>): FileFault[] {
  return [
    ...states
      .filter((state) => !Object.hasOwn(cities, state))
      .map((state) =>
        faultAt(
          'places.json',
          [state],
          'is missing, but states.json has that state',
          'Write the cities of this state, or mend the spelling in one of the two.',
        ),
      ),
    ...Object.entries(cities).flatMap(([state, names]) => [
      ...repeats('places.json', [state], names),
      ...unsorted(state, names),
    ]),
  ];
}

function unsorted(state: string, names: readonly string[]): FileFault[] {
  const at = names.findIndex((name, at) => at > 0 && (names[at - 1] ?? '') > name);
  if (at === -1) return [];
  return [
    faultAt(
      'places.json',
      [state, at],
      `must be sorted, but ${shown(names[at])} stands after ${shown(names[at - 1])}`,
      'Write the cities from A to Z.',
    ),
  ];
}
