// A third campaign, made from its folder alone, and different from the others: it begins in
// Malayalam, has six amounts and eight states, no fixed reward, and ends with its deck.
import { expect, test } from 'vitest';
import { loadCampaign } from '../loader/load-campaign.ts';
import type { Kit } from '../public/kit.ts';

const campaign = await loadCampaign('goli-soda-2026');

test('[CAM-5] no state has a fixed reward, because none is in the list that the law would give one', () => {
  expect(campaign.fixed).toEqual([]);
  expect(campaign.fixedRewards).toEqual({});
  expect(campaign.fixedRewardAmounts).toEqual([]);
  expect(campaign.states).not.toContain('Tamil Nadu');
});

test.each(campaign.languages)('[CAM-5] the terms in %s say which states take part', (language) => {
  const { terms, states } = campaign.words(language);
  const [paragraph = ''] = terms.sections[1]?.paragraphs ?? [];
  for (const state of campaign.states) expect(paragraph).toContain(states[state] ?? state);
});

test('[CAM-5] Malayalam is the language of whoever has asked for no other', () => {
  expect(campaign.publicCampaign('fr').language).toBe('ml');
  expect(campaign.publicCampaign('en-IN').language).toBe('en');
});

test.each(campaign.languages)('in %s it says that it may end before its last day', (language) => {
  const { closed, messages } = campaign.words(language);
  expect(campaign.draw.whenDeckEnds).toEqual({ kind: 'close' });
  expect([closed.ended, messages.ended]).toEqual([messages.endedOrFull, messages.endedOrFull]);
});

test.each(campaign.languages)('in %s it says how often a number may claim', (language) => {
  expect(campaign.packs).toMatchObject({ claims: { perDay: 2, inAll: 10 } });
  const { home, terms } = campaign.words(language);
  const [limits = ''] = terms.sections[6]?.paragraphs ?? [];
  for (const sentence of [home.smallPrint, limits]) {
    expect(sentence).toMatch(/(?<!\d)2(?!\d).*(?<!\d)10(?!\d)/);
  }
});

test('[CAM-5] its sentences name no other brand', () => {
  expect(JSON.stringify(campaign.publicCampaign('en'))).not.toMatch(/biscuit|\btea\b|packet?\b/i);
});

test('[CAM-5] nobody takes it for the other two: no choice of its kit is one of theirs', async () => {
  const own = choicesOf(campaign.theme.kit);
  for (const id of ['biscuit-2025', 'tea-demo']) {
    const { theme } = await loadCampaign(id);
    const shared = choicesOf(theme.kit).filter((choice, at) => choice === own[at]);
    expect(shared, id).toEqual([]);
  }
});

function choicesOf({ typeface, edge, corners, buttons, ...parts }: Kit): string[] {
  const { hero, ticket, wheel, particles, sounds } = parts;
  const whole = [typeface, edge, corners, buttons, hero.layout, particles.motion];
  return [...whole, ...[ticket, wheel, sounds].flatMap((part) => Object.values(part))];
}
