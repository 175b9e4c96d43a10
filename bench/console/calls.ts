// Each call of the console with each filter that its page offers.
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import type { Person } from './people.ts';
import { frequentReason, noReceipt, programmeDays, rareReason } from './shapes.ts';

export type Case = {
  name: ConsoleCallName;
  filter: string;
  /** Of the n-th time, from 0 on. */
  fields: (time: number) => object;
  /** It changes what it finds, so it comes last. */
  changes?: true;
  /** There is nothing to find. */
  isRefused?: true;
};

type Known = {
  people: readonly Person[];
  /** How many were filled in. */
  shoppers: number;
  /** Of the campaign's clock, ms. */
  now: number;
  /** Clusters of the review: the newest, and the largest. */
  clusters: {
    newest: number[];
    largest: number;
    held: readonly { number: number; pseudonyms: string[] }[];
  };
  /** The last row of a page far back. */
  deep: { cluster: { number: number; lastAt: number }; audit: number };
};

const reason = 'a measurement';
const dayMs = 86_400_000;

/** The periods of the page Overview, by the campaign's clock. */
const daysOf = (now: number, days: number) => ({
  from: indianDay(now - (days - 1) * dayMs),
  until: indianDay(now),
});
const none = () => ({});

const find = (
  people: readonly Person[],
  by: string,
  textOf: (found: Person, time: number) => string,
): Case => ({
  name: 'findPerson',
  filter: `by ${by}`,
  fields: (time) => ({ by: by.split(',')[0], text: textOf(personOf(people, time), time), reason }),
});

function personOf(people: readonly Person[], time: number): Person {
  const found = people[time % people.length];
  if (!found) throw new Error('Nobody was made a person.');
  return found;
}

const overview = (now: number, filter: string, days: number, chosen?: object): Case => ({
  name: 'readOverview',
  filter,
  fields: () => ({ ...daysOf(now, days), ...(chosen && { filter: chosen }) }),
});

const source = 'pack-7';
const state = 'Karnataka';

const ofReason = (name: ConsoleCallName, reason: string): Case => ({
  name,
  filter: reason,
  fields: () => ({ failure: reason }),
});

const audits = (filter: string, chosen: object): Case => {
  const all = { by: null, command: null, from: null, until: null, before: null, max: 50 };
  return { name: 'readAudits', filter, fields: () => ({ ...all, ...chosen }) };
};

const plain = (name: ConsoleCallName): Case => ({ name, filter: '', fields: none });

export const casesOf = (known: Known): Case[] => [
  ...figureCases(known),
  ...personCases(known),
  ...reviewCases(known),
  ...campaignCases,
  ...auditCases(known),
  ...changes(known),
];

const figureCases = ({ now }: Known): Case[] => [
  plain('readSession'),
  overview(now, 'today', 1),
  overview(now, '7 days', 7),
  overview(now, '30 days', 30),
  overview(now, 'all', programmeDays),
  overview(now, 'the longest period', 400),
  overview(now, '7 days, a source', 7, { source }),
  overview(now, '7 days, a source and a state', 7, { source, state }),
  overview(now, 'all, a source', programmeDays, { source }),
  overview(now, 'all, a source and a state', programmeDays, { source, state }),
  plain('readStock'),
  plain('readDeliveries'),
  { name: 'readDebtExamples', filter: 'all reasons', fields: none },
  ...[frequentReason, rareReason, noReceipt].flatMap((reason) => [
    ofReason('readDebtExamples', reason),
    ofReason('countResend', reason),
  ]),
];

const personCases = ({ people }: Known): Case[] => [
  find(people, 'number', ({ mobile }) => mobile),
  find(people, 'pseudonym', ({ pseudonym }) => pseudonym),
  find(people, 'voucher, whole', ({ voucher }) => voucher),
  find(people, 'voucher, its end', ({ voucher }) => voucher.slice(-6)),
  {
    ...find(people, 'number, unknown', (_, time) => String(8_000_000_000 + time)),
    isRefused: true,
  },
];

const reviewCases = ({ clusters, deep }: Known): Case[] => [
  plain('readReview'),
  { name: 'readClusters', filter: 'newest', fields: () => ({ before: null }) },
  { name: 'readClusters', filter: 'far back', fields: () => ({ before: deep.cluster }) },
  {
    name: 'readCluster',
    filter: 'new ones',
    fields: (time) => ({ number: clusters.newest[time % clusters.newest.length] }),
  },
  { name: 'readCluster', filter: 'the largest', fields: () => ({ number: clusters.largest }) },
];

const campaignCases: readonly Case[] = [plain('readDraw'), plain('readCampaign'), plain('readSms')];

function auditCases({ now, deep }: Known): Case[] {
  const month = daysOf(now, 30);
  const by = 'Colleague 7';
  const command = 'console person resend';
  return [
    audits('all', {}),
    audits('a person', { by }),
    audits('a command', { command }),
    audits('a person and a command', { by, command }),
    audits('nobody and a command', { by: 'Nobody', command }),
    audits('30 days', month),
    audits('30 days, a person', { ...month, by }),
    audits('30 days, nobody', { ...month, by: 'Nobody' }),
    audits('far back', { before: deep.audit }),
    audits('1,000 for a CSV', { max: 1000 }),
    plain('readAuditChoices'),
  ];
}

function changes({ people, clusters, shoppers }: Known): Case[] {
  // Three of a hundred got no receipt, and each time that many fewer are left.
  const resent = Math.min(1000, Math.floor(shoppers / 400));
  const change = (name: ConsoleCallName, filter: string, fields: Case['fields']): Case => {
    return { name, filter, fields, changes: true };
  };
  const ofPerson = (name: ConsoleCallName) =>
    change(name, '', (time) => ({ person: personOf(people, time).index, reason }));
  const decide = (action: string) =>
    change('decideVouchers', `${action} 200 at once`, (time) => {
      const held = clusters.held[time % clusters.held.length];
      return { cluster: held?.number, pseudonyms: held?.pseudonyms, action, reason };
    });
  const campaign = 'biscuit-2025';
  const rule = { rule: 'block', mode: 'watch', windowHours: 24, reason };
  return [
    ofPerson('exportNumber'),
    ofPerson('unlockNumber'),
    ofPerson('blockNumber'),
    ofPerson('unblockNumber'),
    decide('release'),
    decide('hold'),
    change('changeRule', '', (time) => ({ ...rule, threshold: 50 + (time % 2) })),
    change('allowDrawFiles', '', () => ({ reason })),
    change('pauseCampaign', '', () => ({ campaign, reason })),
    change('resumeCampaign', '', () => ({ campaign, reason })),
    ofPerson('eraseNumber'),
    change('resendByReason', `${resent} at once`, () => ({
      failure: noReceipt,
      count: resent,
      reason,
    })),
  ];
}
