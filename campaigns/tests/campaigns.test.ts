import { expect, test } from 'vitest';
import { loadCampaign } from '../loader/load-campaign.ts';
import { renderSms, fillSmsSettings } from '../sms/sms-template.ts';
import type { Kit } from '../public/kit.ts';

const campaign = await loadCampaign('biscuit-2025');

test('[HOM-3] the fixed list is the 28 states and seven union territories, no Puducherry', () => {
  const states =
    'Andhra Pradesh,Arunachal Pradesh,Assam,Bihar,Chhattisgarh,Goa,Gujarat,Haryana,Himachal Pradesh,Jharkhand,Karnataka,Kerala,Madhya Pradesh,Maharashtra,Manipur,Meghalaya,Mizoram,Nagaland,Odisha,Punjab,Rajasthan,Sikkim,Tamil Nadu,Telangana,Tripura,Uttar Pradesh,Uttarakhand,West Bengal'.split(
      ',',
    );
  const territories =
    'Andaman and Nicobar Islands,Chandigarh,Dadra and Nagar Haveli,Delhi,Jammu and Kashmir,Ladakh,Lakshadweep'.split(
      ',',
    );
  expect(states).toHaveLength(28);
  expect(campaign.states).toHaveLength(35);
  expect(campaign.states).toEqual([...states, ...territories].toSorted());
});

test('every state has its cities, and a large one has many', () => {
  expect(Object.keys(campaign.cities)).toEqual(campaign.states);
  for (const cities of Object.values(campaign.cities)) {
    expect(cities.length).toBeGreaterThanOrEqual(8);
    expect(cities).toEqual([...new Set(cities)].toSorted());
  }
  expect(campaign.cities['Maharashtra']).toEqual(expect.arrayContaining(['Mumbai', 'Pune']));
  expect(campaign.cities['Tamil Nadu']).toEqual(expect.arrayContaining(['Chennai', 'Madurai']));
});

test('the programme runs from 6 May 2025 to 15 September 2025', () => {
  expect(campaign.programme).toEqual({ from: '2025-05-06', to: '2025-09-15' });
  expect(campaign.words('en').closed.notStarted).toContain('6 May 2025');
  expect(campaign.words('en').closed.ended).toContain('15 September 2025');
});

test('the wheel has 10 at 60 degrees, 3 at 180 and 5 at 300, each with its screen', () => {
  expect(campaign.outcomes.toSorted((left, right) => left.angle - right.angle)).toEqual([
    { amount: 10, angle: 60, screen: 'congrats' },
    { amount: 3, angle: 180, screen: 'tnreward' },
    { amount: 5, angle: 300, screen: 'reward' },
  ]);
});

test('Tamil Nadu alone has a fixed reward, of Rs. 3', () => {
  expect(campaign.fixedRewards).toEqual({ 'Tamil Nadu': 3 });
  expect(campaign.fixedRewardAmounts).toEqual([3]);
  expect(campaign.fixed).toMatchObject([{ state: 'Tamil Nadu', amount: 3, until: null }]);
});

test('the chances are 70, 25 and 5 per cent', () => {
  expect(campaign.draw.deck.cards).toEqual({ '3': 700, '5': 250, '10': 50 });
});

test('the SMS of code and voucher read well and fit one segment', () => {
  const otp = fillSmsSettings(campaign.sms.otp, { host: 'rewards.inaam.example', minutes: 5 });
  expect(renderSms(otp, { code: '048213' })).toBe(
    '048213 is your OTP for Inaam Biscuit Rewards. It is valid for 5 minutes. Do not share it with anyone.\n\n@rewards.inaam.example #048213',
  );
  const voucher = campaign.sms.vouchers['10'];
  expect(
    voucher && renderSms(voucher, { code: 'K7QM-2XWP-91TD', validUntil: '12 July 2026' }),
  ).toBe(
    'Congratulations! Your Rs. 10 gift voucher from Inaam Biscuit Rewards is K7QM-2XWP-91TD. Use it at Inaam Mart until 12 July 2026. Inaam Foods',
  );
});

const goli = await loadCampaign('goli-soda-2026');

test('[CAM-5] no state has a fixed reward, because none is in the list that the law would give one', () => {
  expect(goli.fixed).toEqual([]);
  expect(goli.fixedRewards).toEqual({});
  expect(goli.fixedRewardAmounts).toEqual([]);
  expect(goli.states).not.toContain('Tamil Nadu');
});

test.each(goli.languages)('[CAM-5] the terms in %s say which states take part', (language) => {
  const { terms, states } = goli.words(language);
  const [paragraph = ''] = terms.sections[1]?.paragraphs ?? [];
  for (const state of goli.states) expect(paragraph).toContain(states[state] ?? state);
});

test('[CAM-5] Malayalam is the language of whoever has asked for no other', () => {
  expect(goli.publicCampaign('fr').language).toBe('ml');
  expect(goli.publicCampaign('en-IN').language).toBe('en');
});

test.each(goli.languages)('in %s it says that it may end before its last day', (language) => {
  const { closed, messages } = goli.words(language);
  expect(goli.draw.whenDeckEnds).toEqual({ kind: 'close' });
  expect([closed.ended, messages.ended]).toEqual([messages.endedOrFull, messages.endedOrFull]);
});

test('[CAM-5] its sentences name no other brand', () => {
  expect(JSON.stringify(goli.publicCampaign('en'))).not.toMatch(/biscuit|\btea\b|packet?\b/i);
});

test('[CAM-5] nobody takes it for the other two: no choice of its kit is one of theirs', async () => {
  const own = choicesOf(goli.theme.kit);
  for (const id of ['biscuit-2025', 'tea-demo']) {
    const { theme } = await loadCampaign(id);
    const shared = choicesOf(theme.kit).filter((choice, at) => choice === own[at]);
    expect(shared, id).toEqual([]);
  }
});

function choicesOf({ typeface, edge, corners, buttons, ...parts }: Kit): string[] {
  const { hero, ticket, wheel, particles, opening } = parts;
  const whole = [typeface, edge, corners, buttons, hero.layout, particles.motion, opening];
  return [...whole, ...[ticket, wheel].flatMap((part) => Object.values(part))];
}
