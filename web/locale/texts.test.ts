import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { CallRefused } from '../api/failures.ts';
import { messageText, serverMessage } from './message.ts';
import { fixedRewardState, namedStates, stateName } from './state-names.ts';

const campaign = await loadCampaign('biscuit-2025');
const english = campaign.publicCampaign('en');
const hindi = campaign.publicCampaign('hi');

const fromServer = (message: string, messageId?: string) =>
  serverMessage(
    new CallRefused(
      { statusCode: 400, message, ...(messageId !== undefined && { messageId }) },
      { language: 'en' },
    ),
  );

test('a key is rendered in each language, at any depth', () => {
  expect(messageText('errors.network', english)).toBe(english.words.errors.network);
  expect(messageText('errors.network', hindi)).toBe(hindi.words.errors.network);
  expect(messageText('home.errors.nameRequired', hindi)).toBe(hindi.words.home.errors.nameRequired);
});

test('two keys with the same English sentence keep their own Hindi ones', () => {
  const { home, editProfile } = english.words;
  expect(home.errors.stateRequired).toBe(editProfile.errors.cityRequired);
  expect(messageText('home.errors.stateRequired', hindi)).toBe(
    hindi.words.home.errors.stateRequired,
  );
  expect(messageText('editProfile.errors.cityRequired', hindi)).toBe(
    hindi.words.editProfile.errors.cityRequired,
  );
});

test('a sentence from the server is shown unchanged in the language it was requested in', () => {
  const message = fromServer('Please choose your state from the list.', 'invalidData');
  expect(messageText(message, english)).toBe('Please choose your state from the list.');
});

test('a sentence from the server is replaced by the words of its id in another language', () => {
  const message = fromServer(english.words.messages.participationLimit, 'participationLimit');
  expect(messageText(message, hindi)).toBe(hindi.words.messages.participationLimit);
});

test.each([
  ['has no id', undefined],
  ['has an id without words', 'unheardOf'],
  ['was filled in with a value that only the server knows', 'tryAgain'],
])('a sentence from the server is unchanged if it %s', (_, messageId) => {
  const message = fromServer('Please wait 5 minutes and try again.', messageId);
  expect(messageText(message, hindi)).toBe('Please wait 5 minutes and try again.');
});

test('a wrong key does not compile', () => {
  // @ts-expect-error no such sentence
  expect(messageText('errors.nonsense', english)).toBe('undefined');
});

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
