import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { namedStates, stateName } from './state-names.ts';

const campaign = await loadCampaign('biscuit-2025');
const [english, hindi] = [campaign.publicCampaign('en'), campaign.publicCampaign('hi')];

test('[HOM-3] in English the list is unchanged', () => {
  const list = ['Goa', 'Bihar', 'Assam'];
  expect(namedStates(list, english)).toEqual(list.map((value) => ({ value, text: value })));
});

test('in Hindi the states are translated and sorted, and the wire keeps the English names', () => {
  expect(namedStates(['Kerala', 'Goa', 'Assam', 'Elsewhere'], hindi)).toEqual([
    { value: 'Assam', text: 'असम' },
    { value: 'Kerala', text: 'केरल' },
    { value: 'Goa', text: 'गोवा' },
    { value: 'Elsewhere', text: 'Elsewhere' },
  ]);
  expect(stateName('Tamil Nadu', hindi)).toBe('तमिलनाडु');
});
