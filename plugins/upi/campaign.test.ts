import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { upiCampaign } from './testing/upi-campaign.ts';

const consentOf = (campaign: Awaited<ReturnType<typeof loadCampaign>>) =>
  JSON.stringify(campaign.words('en').consentNotice);

test('a campaign that pays on UPI says so in its terms and its notice, and the page gets the words', async () => {
  const campaign = await upiCampaign();
  expect(campaign.upi).toEqual({ amounts: [3], provider: 'cashfree' });
  expect(JSON.stringify(campaign.words('en').terms)).toContain('are paid on UPI');
  expect(consentOf(campaign)).toContain('Your UPI ID, if you name one');
  const shown = campaign.publicCampaign('en');
  expect(shown.upi).toEqual({ amounts: [3], byNumber: true });
  expect(shown.words.upi?.where).toBe('Where shall we send ₹{amount}?');
});

test('a campaign without the file says nothing of it, and its page gets not a word', async () => {
  const campaign = await loadCampaign('biscuit-2025');
  expect(campaign.upi).toBeUndefined();
  for (const language of campaign.languages) {
    const shown = campaign.publicCampaign(language);
    expect(Object.keys(shown)).not.toContain('upi');
    expect(Object.keys(shown.words)).not.toContain('upi');
    expect(JSON.stringify(shown)).not.toContain('UPI ID');
  }
});

test.each([
  [{ amounts: [4], provider: 'cashfree' }, 'is no reward of rewards.json'],
  [{ amounts: [3], provider: 'paytm' }, 'provider'],
  [{ amounts: ['3'], provider: 'cashfree' }, 'a whole number'],
])('%o is refused', async (file, problem) => {
  await expect(upiCampaign(file)).rejects.toThrow(problem);
});

test('terms that do not say it are refused', async () => {
  await expect(upiCampaign(undefined, 'Nothing of it.')).rejects.toThrow(
    'that a reward may be paid on UPI',
  );
});
