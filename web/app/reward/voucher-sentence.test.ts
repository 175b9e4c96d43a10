import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { voucherFacts, voucherSentence } from './voucher-sentence.ts';

const by = '2025-05-16';

/** What the sentence of each state must name; it names nothing else of these. */
const named = {
  owed: ['sender', 'days', 'date'],
  late: ['phone', 'date'],
  sent: ['sender', 'days', 'phone'],
  delivered: ['sender'],
  failed: ['phone'],
  settled: ['phone'],
  notSent: ['phone'],
} as const satisfies Record<keyof typeof voucherFacts, readonly string[]>;

const states = ['owed', 'late', 'sent', 'delivered', 'failed', 'settled', 'notSent'] as const;

const campaigns = await Promise.all(
  [
    ['biscuit-2025', 'INAAMB'],
    ['goli-soda-2026', 'INMSOD'],
  ].map(async ([id = '', sender = '']) => ({ id, sender, campaign: await loadCampaign(id) })),
);

test.each(
  campaigns.flatMap(({ campaign, ...of }) =>
    campaign.languages.map((language) => ({ ...of, campaign, language })),
  ),
)('[REW-3] $id in $language says one thing of a voucher in each state', (given) => {
  const shown = given.campaign.publicCampaign(given.language);
  const values = {
    sender: given.sender,
    days: '10',
    date: formatDate(by, given.language),
    phone: shown.contacts.phone,
  };
  const sentences = states.map((state) => {
    const names: readonly string[] = named[state];
    const said = voucherSentence(shown, { state, by });
    for (const [name, value] of Object.entries(values)) {
      const isNamed = new RegExp(`(?<!\\d)${value}(?!\\d)`).test(said);
      expect(isNamed, `${state}: ${name}`).toBe(names.includes(name));
    }
    expect(said).not.toMatch(/[{}]/);
    return said;
  });
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('[REW-3] before anything is known of it, the promise is said', () => {
  const [{ campaign } = { campaign: undefined }] = campaigns;
  const shown = campaign?.publicCampaign('en');
  const promise = 'Your gift voucher comes by SMS within 10 days.';
  expect(shown && voucherSentence(shown, {})).toBe(promise);
  expect(shown && voucherSentence(shown, { state: 'owed' })).toBe(promise);
});

test('only an SMS that may be on the phone is to be saved, and only what comes can be used', () => {
  const those = (which: 'isKept' | 'isValid') =>
    Object.entries(voucherFacts).flatMap(([state, facts]) => (facts[which] ? [state] : []));
  expect(those('isKept')).toEqual(['owed', 'late', 'sent', 'delivered']);
  expect(those('isValid')).toEqual(['owed', 'late', 'sent', 'delivered', 'failed']);
});
