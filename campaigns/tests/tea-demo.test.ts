// The same code runs a campaign that differs from the first wherever it can.
import { expect, test } from 'vitest';
import { loadCampaign } from '../loader/load-campaign.ts';

const campaign = await loadCampaign('tea-demo');
const words = campaign.words('en');
const biscuit = await loadCampaign('biscuit-2025');

test('[CAM-5] two states have different fixed rewards', () => {
  expect(campaign.fixedRewards).toEqual({ 'Tamil Nadu': 5, Nagaland: 10 });
  expect(campaign.fixedRewardAmounts).toEqual([5, 10]);
  expect(campaign.fixed).toMatchObject([{ amount: 5 }, { amount: 10 }]);
});

test('[CAM-5] its states are its own, its cities the shared ones', () => {
  expect(campaign.states).toHaveLength(31);
  expect(campaign.states).not.toContain('Ladakh');
  expect(campaign.cities).not.toHaveProperty('Ladakh');
  expect(campaign.cities['Nagaland']).toEqual(biscuit.cities['Nagaland']);
});

test('[CAM-5] its sentences are its own and name no other brand', () => {
  const own = (part: 'headline' | 'promise' | 'formTitle') =>
    expect(words.home[part]).not.toBe(biscuit.words('en').home[part]);
  for (const part of ['headline', 'promise', 'formTitle'] as const) own(part);
  expect(JSON.stringify(campaign.publicCampaign('en'))).not.toMatch(/biscuit|drinking/i);
  expect(words.closed.ended).toContain('10 January 2026 to 31 March 2026');
});

test('[CAM-5] only a campaign with a question sends its words, and no campaign what is asked and right', () => {
  const [asking, other] = [campaign.publicCampaign('en'), biscuit.publicCampaign('en')];
  expect([asking.question, other.question]).toEqual([true, undefined]);
  expect(asking.words.question?.invite).toContain('{total}');
  expect(other.words).not.toHaveProperty('question');
  const texts = Object.values(words.questions).flatMap(({ question, right }) => [question, right]);
  expect(texts).toHaveLength(4);
  for (const text of texts) expect(JSON.stringify(asking)).not.toContain(text);
});
