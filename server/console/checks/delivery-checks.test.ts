import { expect, test } from 'vitest';
import { checkStock, type AmountStock, checkSendingHours } from './delivery-checks.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';

const stockOf = (amount: number, free: number, owed: number, daysLeft: number | null) =>
  ({ amount, free, owed, daysLeft }) satisfies AmountStock;

const plenty = stockOf(3, 900, 0, 30);

test.each<[string, AmountStock[], string, RegExp | undefined]>([
  ['enough of each', [plenty, stockOf(5, 10, 0, 7)], 'ok', undefined],
  ['winners wait', [plenty, stockOf(5, 1, 2, 0)], 'fault', /^Winners wait: load codes of Rs 5\.$/],
  ['less than two days', [plenty, stockOf(5, 9, 0, 1)], 'fault', /^Load codes of Rs 5 now\.$/],
  ['less than a week', [plenty, stockOf(5, 9, 0, 6)], 'warning', /^Load more codes of Rs 5\.$/],
  ['none, and nobody asks', [plenty, stockOf(5, 0, 0, null)], 'warning', /before somebody wins/],
])('stock: %s', (_, stock, state, mend) => {
  const finding = checkStock(stock);
  expect(finding.state).toBe(state);
  expect(finding.mend ?? '').toMatch(mend ?? /^$/);
  expect(finding.found).toMatch(/^Rs 3: 900 free, 0 owed, for 30 days; Rs 5: /);
});

const at = (time: string) => Date.parse(`2025-06-30T${time}:00+05:30`);

async function campaignWith(category: SmsCategory) {
  const campaign = await loadCampaign('biscuit-2025');
  const { '5': five, ...others } = campaign.sms.vouchers;
  if (!five) throw new Error('no template');
  const vouchers = { ...others, '5': { ...five, category } };
  return { ...campaign, sms: { ...campaign.sms, vouchers } };
}

test.each(['transactional', 'service-implicit'] as const)(
  'a campaign with vouchers that are %s has no hours',
  async (category) => {
    expect(checkSendingHours(await campaignWith(category), at('03:00'))).toEqual({
      check: 'sending hours',
      state: 'ok',
      found: 'Each text is sent at any hour.',
    });
  },
);

test.each([
  ['promotional', '03:00', 'It is not now: they wait until it is.'],
  ['service-explicit', '15:00', 'It is such an hour now.'],
] as const)('a %s voucher is named, and at %s so is the state', async (category, time, state) => {
  expect(checkSendingHours(await campaignWith(category), at(time))).toMatchObject({
    state: 'warning',
    found: `Sent from 10:00 to 21:00 in India only: the voucher of Rs 5 (${category}). ${state}`,
  });
});
