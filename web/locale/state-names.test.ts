import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fixedRewardState, namedStates, stateName } from './state-names.ts';

const campaign = await loadCampaign('biscuit-2025');
const [english, hindi] = [campaign.publicCampaign('en'), campaign.publicCampaign('hi')];

test('[HOM-3] in English the list is unchanged', () => {
  const list = ['Goa', 'Bihar', 'Assam'];
  expect(namedStates(list, english)).toEqual(list.map((value) => ({ value, text: value })));
});

test('in Hindi the states are translated and sorted, and the wire keeps the English names', () => {
  expect(namedStates(['Assam', 'Elsewhere', 'Goa', 'Kerala'], hindi)).toEqual([
    { value: 'Assam', text: 'असम' },
    { value: 'Kerala', text: 'केरल' },
    { value: 'Goa', text: 'गोवा' },
    { value: 'Elsewhere', text: 'Elsewhere' },
  ]);
  expect(stateName('Tamil Nadu', hindi)).toBe('तमिलनाडु');
});

test('[CAM-5] an order that is not from A to Z is the campaign’s, in each language', () => {
  const list = ['Kerala', 'Goa', 'Assam'];
  expect(namedStates(list, hindi).map(({ value }) => value)).toEqual(list);
});

test('the states of a campaign from A to Z begin in Hindi with the first letter of Hindi', () => {
  const [first, second] = namedStates(campaign.states, hindi);
  expect([first?.text, second?.text]).toEqual(['अंडमान और निकोबार द्वीपसमूह', 'अरुणाचल प्रदेश']);
});

test.each([
  [['Tamil Nadu'], 'Tamil Nadu', 'Tamil Nadu'],
  [['Tamil Nadu'], 'Kerala', 'Tamil Nadu'],
  [['Tamil Nadu'], null, 'Tamil Nadu'],
  [['Tamil Nadu', 'Goa'], 'Goa', 'Goa'],
  [['Tamil Nadu', 'Goa'], 'Kerala', undefined],
])(
  '[REW-1] with fixed rewards in %j, registered in %s, the named state is %s',
  (fixed, registered, named) => {
    expect(fixedRewardState(fixed, registered)).toBe(named);
  },
);
