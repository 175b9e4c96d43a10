import { describe, expect, test } from 'vitest';
import { isFriendsLink, isFriendsVisit } from './friend.rules.ts';

test.each([
  [{ from: 'friend' }, true],
  [{ fbclid: '1', from: 'friend', language: 'hi' }, true],
  [{}, false],
  [{ from: 'somebody' }, false],
  [{ from: 'friend', utm_source: 'qrcode' }, false],
])('%j is of the shared link: %s', (values, isOfFriend) => {
  expect(isFriendsLink(new Map(Object.entries(values)))).toBe(isOfFriend);
});

const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' };

describe('a visit is counted', () => {
  test.each([
    ['of a phone', 'GET', phone, true],
    ['of a phone that came from a chat', 'GET', { ...phone, 'sec-fetch-site': 'none' }, true],
    ['of a question for the headers', 'HEAD', phone, false],
    ['that is fetched ahead', 'GET', { ...phone, 'sec-purpose': 'prefetch' }, false],
    ['in another language', 'GET', { ...phone, 'sec-fetch-site': 'same-origin' }, false],
    ['without a browser', 'GET', {}, false],
    ['of WhatsApp', 'GET', { 'user-agent': 'WhatsApp/2.23.20.0' }, false],
    ['of Telegram', 'GET', { 'user-agent': 'TelegramBot (like TwitterBot)' }, false],
    [
      'of Messages',
      'GET',
      { 'user-agent': 'Mozilla/5.0 (Macintosh) facebookexternalhit/1.1 Facebot' },
      false,
    ],
  ])('%s', (_, method, headers, isCounted) => {
    expect(isFriendsVisit(method, headers)).toBe(isCounted);
  });
});
