import { expect, test } from 'vitest';
import { checkSendingHours } from './delivery-checks.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';

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
