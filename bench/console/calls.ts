// Each call of the console with each filter that its page offers.
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { MeasuredCall } from '@inaam/plugins/testing.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import type { Known } from './known.ts';

export type Case = MeasuredCall & {
  /** There is nothing to find. */
  isRefused?: true;
};

const reason = 'a measurement';
const dayMs = 86_400_000;
const none = () => ({});
const plain = (name: ConsoleCallName): Case => ({ name, filter: '', fields: none });

/** The periods of the page Overview, by the campaign's clock. */
const daysOf = (now: number, days: number) => ({
  from: indianDay(now - (days - 1) * dayMs),
  until: indianDay(now),
});

const ofReason = (name: ConsoleCallName, failure: string): Case => ({
  name,
  filter: failure,
  fields: () => ({ failure }),
});

const find = (by: string, textOf: (time: number) => string): Case => ({
  name: 'findPerson',
  filter: `by ${by}`,
  fields: (time) => ({ by: by.split(',')[0], text: textOf(time), reason }),
});

const audits = (filter: string, chosen: object): Case => {
  const all = { by: null, command: null, from: null, until: null, before: null, max: 50 };
  return { name: 'readAudits', filter, fields: () => ({ ...all, ...chosen }) };
};

export const casesOf = (known: Known): Case[] => [
  ...figureCases(known),
  ...personCases(known),
  ...known.ofPlugins,
  ...campaignCases,
  ...auditCases(known),
  ...changes(known),
];

function figureCases({ now, source, state, failures }: Known): Case[] {
  const overview = (filter: string, days: number, chosen?: object): Case => ({
    name: 'readOverview',
    filter,
    fields: () => ({ ...daysOf(now, days), ...(chosen && { filter: chosen }) }),
  });
  return [
    plain('readSession'),
    overview('today', 1),
    overview('7 days', 7),
    overview('30 days', 30),
    overview('the longest period', 400),
    overview('7 days, a source', 7, { source }),
    overview('30 days, a source and a state', 30, { source, state }),
    plain('readStock'),
    plain('readDeliveries'),
    plain('readDebtExamples'),
    ...failures.flatMap((failure) => [
      ofReason('readDebtExamples', failure),
      ofReason('countResend', failure),
    ]),
  ];
}

function personCases({ mobiles, people }: Known): Case[] {
  return [
    find('number', (time) => placeIn(mobiles, time)),
    find('pseudonym', (time) => placeIn(people, time).pseudonym),
    { ...find('number, unknown', (time) => String(8_000_000_000 + time)), isRefused: true },
  ];
}

const campaignCases: readonly Case[] = [plain('readDraw'), plain('readCampaign'), plain('readSms')];

function auditCases({ now, audit }: Known): Case[] {
  const month = daysOf(now, 30);
  const { by, command } = audit;
  return [
    audits('all', {}),
    audits('a person', { by }),
    audits('a person and a command', { by, command }),
    audits('30 days, nobody', { ...month, by: 'Nobody' }),
    audits('1,000 for a CSV', { max: 1000 }),
    plain('readAuditChoices'),
  ];
}

function changes({ people }: Known): Case[] {
  const change = (name: ConsoleCallName, fields: Case['fields']): Case => {
    return { name, filter: '', fields, changes: true };
  };
  const ofPerson = (name: ConsoleCallName) =>
    change(name, (time) => ({ person: placeIn(people, time).index, reason }));
  const campaign = 'biscuit-2025';
  return [
    ofPerson('exportNumber'),
    ofPerson('unlockNumber'),
    ofPerson('blockNumber'),
    ofPerson('unblockNumber'),
    change('pauseCampaign', () => ({ campaign, reason })),
    change('resumeCampaign', () => ({ campaign, reason })),
    ofPerson('eraseNumber'),
  ];
}

function placeIn<Item>(items: readonly Item[], time: number): Item {
  const item = items[time % items.length];
  if (item === undefined) throw new Error('Failed to measure: the filled campaign has nobody.');
  return item;
}
