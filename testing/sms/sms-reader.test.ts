import { expect, test } from 'vitest';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fillSmsSettings, renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { smsReader } from './sms-reader.ts';

test.each(await campaignIds())('the SMS of %s are read by their templates', async (id) => {
  const campaign = await loadCampaign(id);
  const { otp, vouchers } = campaign.sms;
  const read = smsReader(campaign);
  const settings = { host: 'win.example', minutes: 10 };
  const sent = renderSms(fillSmsSettings(otp, settings), { code: '012345' });
  expect([read.code(sent), read.voucher(sent)]).toEqual(['012345', undefined]);
  // The two codes of one SMS differ, so it is none of ours.
  expect(read.code(sent.replace('012345', '012346'))).toBeUndefined();
  for (const [amount, template] of Object.entries(vouchers)) {
    const values = { code: 'F3-9A0B-7', validUntil: '30 September 2026' };
    const voucher = renderSms(template, values);
    expect(read.code(voucher)).toBeUndefined();
    expect(read.voucher(voucher)).toEqual({ amount: Number(amount), code: 'F3-9A0B-7' });
  }
});
