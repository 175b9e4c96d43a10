import { afterAll, expect, test } from 'vitest';
import {
  asked,
  ConsolePeople,
  hour,
  minute,
} from '@inaam/testing/server/console/console-people.ts';
import { consoleOrigin } from '@inaam/testing/server/console/test-console.ts';
import { newToken } from './tokens.ts';

const people = await ConsolePeople.open();
afterAll(() => people.close());

test.each([
  [30 * minute - 1, 200],
  [30 * minute, 401],
])('a session that rested for %i ms answers %i', async (ms, status) => {
  const cookie = await people.site.signedIn('viewer');
  people.server.time.wall += ms;
  expect(await people.statusOf(cookie)).toBe(status);
});

test('figures that a page refreshes do not extend a session, and all other calls do', async () => {
  const headers = { origin: consoleOrigin, 'x-refresh': '1' };
  const cookie = await people.site.signedIn('viewer');
  const other = await people.site.signedIn('viewer');
  people.server.time.wall += 30 * minute - 1;
  const refreshed = async () =>
    (await people.site.call('readStock', {}, { cookie, headers })).status;
  expect(await refreshed()).toBe(200);
  expect((await people.site.call('readSession', {}, { cookie: other, headers })).status).toBe(200);
  people.server.time.wall += 1;
  expect(await refreshed()).toBe(401);
  expect((await people.site.call('readStock', {}, { cookie: other })).status).toBe(200);
});

test('a session in use ends after twelve hours', async () => {
  const cookie = await people.site.signedIn('viewer');
  const begun = people.server.time.wall;
  for (let calls = 1; calls <= 24; calls += 1) {
    people.server.time.wall = begun + calls * 29 * minute;
    expect(await people.statusOf(cookie)).toBe(200);
  }
  people.server.time.wall = begun + 12 * hour - 1;
  expect(await people.statusOf(cookie)).toBe(200);
  people.server.time.wall = begun + 12 * hour;
  expect(await people.statusOf(cookie)).toBe(401);
});

test('a sign-in ends the session that the browser had, takes no token that was planted, and leaves others alone', async () => {
  const { person, device, cookie } = await people.member();
  const colleague = await people.member();
  const signIn = async (had: string) => {
    const response = device.signIn(asked(await people.newChallenge(person)));
    return people.site.call('finishSignIn', { response }, { ...person, cookie: had });
  };
  const again = await signIn(cookie ?? '');
  expect(await people.statusOf(cookie)).toBe(401);
  expect(await people.statusOf(again.cookie)).toBe(200);
  const planted = `inaam-console=${newToken()}`;
  const entered = await signIn(planted);
  expect(entered.cookie).not.toBe(planted);
  expect(await people.statusOf(planted)).toBe(401);
  for (const open of [again.cookie, entered.cookie, colleague.cookie]) {
    expect(await people.statusOf(open)).toBe(200);
  }
});

test('signing out everywhere ends every session of the account, and no other', async () => {
  const { person, device, cookie } = await people.member();
  const other = await people.signIn(person, device);
  const somebody = await people.member();
  expect(await people.statusOf(cookie, 'signOutEverywhere')).toBe(200);
  expect(await people.statusOf(other.cookie)).toBe(401);
  expect(await people.statusOf(somebody.cookie)).toBe(200);
  expect((await people.audits(person)).at(-1)).toMatchObject({ details: { sessions: 2 } });
});
