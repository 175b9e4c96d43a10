import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { CallRefused } from '../api/failures.ts';
import { messageText, serverMessage } from './message.ts';

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
