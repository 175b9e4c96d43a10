import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { consoleRoles, type ConsoleRole } from '@inaam/contract/console/roles.ts';
import { formatTime } from '@inaam/console/ui/format.ts';
import { everyCampaign } from '../contract.ts';

export type Team = AnswerOf<'readTeam'>;
export type Person = Team['people'][number];
/** By place; absent: no access. */
export type Chosen = Readonly<Record<string, ConsoleRole>>;

export const roleWords: Readonly<Record<ConsoleRole, string>> = {
  viewer: 'sees figures, stock, deliveries and the draw',
  support: 'also finds a person, sends a voucher again and unlocks',
  auditor: 'sees all, people and the log too, and changes nothing',
  manager: 'does everything, and gives access',
};

const noAccess = { value: '', label: 'No access' };
export const roleChoices = [
  noAccess,
  ...consoleRoles.map((role) => ({ value: role, label: capital(role) })),
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const chosenOf = ({ roles }: Pick<Person, 'roles'>): Chosen =>
  Object.fromEntries(roles.map(({ campaign, role }) => [campaign, role]));

/** What differs; null: no access any more. */
export const changesOf = (before: Chosen, after: Chosen) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((campaign) => ({ campaign, role: after[campaign] ?? null }))
    .filter(({ campaign, role }) => role !== (before[campaign] ?? null));

export function seenInWords({ invited, seenAt }: Person): string {
  if (invited === null) {
    return seenAt === null ? 'Not seen yet' : `Last seen ${formatTime(seenAt)}`;
  }
  const by = invited.by === null ? '' : ` by ${invited.by}`;
  return invited.isOpen
    ? `Invited${by}, until ${formatTime(invited.until)}`
    : `Invited${by}: the link has ended`;
}

export const roleInWords = ({ role, isEverywhere }: Person): string =>
  isEverywhere ? `${capital(role)} of every campaign` : capital(role);

/** What removes somebody from what the page shows. */
export const removalOf = ({ isEverywhere, roles }: Person, campaign: string) => {
  const places = isEverywhere ? [everyCampaign, campaign] : [campaign];
  return places
    .filter((place) => roles.some((one) => one.campaign === place))
    .map((place) => ({ campaign: place, role: null }));
};
