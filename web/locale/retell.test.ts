import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { retelling, retoldDeep } from './retell.ts';

const campaign = await loadCampaign('biscuit-2025');
const { words: english } = campaign.publicCampaign('en');
const { words: hindi } = campaign.publicCampaign('hi');

test('a sentence is told in the other language, there and back', () => {
  const toHindi = retelling([english, hindi], hindi);
  const toEnglish = retelling([english, hindi], english);
  for (const [one, other] of [
    [english.home.errors.nameRequired, hindi.home.errors.nameRequired],
    [english.errors.network, hindi.errors.network],
    // The server's own, when nothing was filled in.
    [english.messages.participationLimit, hindi.messages.participationLimit],
  ] as const) {
    expect(toHindi(one)).toBe(other);
    expect(toHindi(other)).toBe(other);
    expect(toEnglish(other)).toBe(one);
  }
});

test('what is in no words stays as it is', () => {
  const toHindi = retelling([english, hindi], hindi);
  for (const text of ['Please wait 5 minutes and try again.', 'Asha Rao', '']) {
    expect(toHindi(text)).toBe(text);
  }
});

test('where one language says the same in two places, the place decides what the other says', () => {
  const toHindi = retelling([english, hindi], hindi);
  const { cityRequired } = english.editProfile.errors;
  expect(english.home.errors.stateRequired).toBe(cityRequired);
  expect(toHindi(cityRequired, 'home')).toBe(hindi.home.errors.stateRequired);
  expect(toHindi(cityRequired, 'editProfile')).toBe(hindi.editProfile.errors.cityRequired);
  expect(retoldDeep({ city: [cityRequired] }, toHindi, 'editProfile')).toEqual({
    city: [hindi.editProfile.errors.cityRequired],
  });
});

test('a sentence of the language that is spoken is never taken for one of another', () => {
  const told = retelling([{ a: 'One', b: 'Two' }], { a: 'Two', b: 'Three' });
  expect(told('One')).toBe('Two');
  expect(told('Two')).toBe('Two');
});

test('lists and objects are told sentence by sentence, and keep what is no sentence', () => {
  const told = retoldDeep({ name: ['One', 'x'], limit: [], at: 3, none: undefined }, (text) =>
    text === 'One' ? 'Two' : text,
  );
  expect(told).toEqual({ name: ['Two', 'x'], limit: [], at: 3, none: undefined });
  expect(retoldDeep(null, () => 'no')).toBeNull();
});
