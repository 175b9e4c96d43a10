import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test, vi } from 'vitest';
import { UnreadableAnswer, NetworkFailed } from '../api/failures.ts';
import { parseCampaign } from './page-campaign.ts';
import { createLocaleStore } from './locale-store.ts';

const served = await loadCampaign('biscuit-2025');
const page = (language: string) =>
  parseCampaign(JSON.stringify({ ...served.publicCampaign(language), notice: `in ${language}` }));
const wordsResponse = (language: string) => {
  const { direction, words, amounts, notice } = page(language);
  return new Response(JSON.stringify({ language, direction, words, amounts, notice }));
};

function pageWith(fetch: (address: string) => Promise<Response>, protocol = 'http:') {
  const requested: string[] = [];
  const cookies = { cookie: '' };
  const locale = createLocaleStore(
    {
      fetch: (address) => {
        requested.push(address);
        return fetch(address);
      },
      cookies,
      location: { protocol },
      now: () => Date.parse('2025-07-01T06:00:00Z'),
    },
    page('en'),
  );
  return { locale, requested, cookies, campaign: () => locale.store.getState().campaign };
}

test('a language is fetched once, replaces the old one, and is stored in a cookie', async () => {
  const { locale, requested, cookies, campaign } = pageWith(async () => wordsResponse('hi'));
  const { states, outcomes } = campaign();
  await locale.choose('hi');
  expect(campaign()).toMatchObject({ language: 'hi', notice: 'in hi' });
  expect(campaign().words.errors.offline).toBe('आप ऑफ़लाइन हैं');
  expect(campaign().states).toBe(states);
  expect(campaign().outcomes).toBe(outcomes);
  expect(cookies.cookie).toBe(
    'biscuit-2025-lang=hi; Path=/; SameSite=Lax; Expires=Tue, 30 Dec 2025 06:00:00 GMT',
  );
  await locale.choose('en');
  await locale.choose('hi');
  expect(requested).toEqual(['/words/hi.json']);
});

test('on https the cookie is secure', async () => {
  const { locale, cookies } = pageWith(async () => wordsResponse('hi'), 'https:');
  await locale.choose('hi');
  expect(cookies.cookie).toMatch(/; Secure$/);
});

test.each([
  ['no network', async () => Promise.reject(new TypeError('Failed to fetch')), NetworkFailed],
  ['no JSON', async () => new Response('<!doctype html>'), NetworkFailed],
  ['a refusal', async () => new Response('Not found', { status: 404 }), UnreadableAnswer],
  ['another language', async () => wordsResponse('en'), UnreadableAnswer],
])('with %s nothing changes', async (_, fetch, failure) => {
  const { locale, cookies, campaign } = pageWith(fetch);
  const before = campaign();
  await expect(locale.choose('hi')).rejects.toBeInstanceOf(failure);
  expect(campaign()).toBe(before);
  expect(cookies.cookie).toBe('');
});

const otherVersion = (words: object) => async () => {
  const locale = JSON.parse(await wordsResponse('hi').text());
  return Response.json({ ...locale, words: { ...locale.words, ...words } });
};

test.each([
  ['lack a part', { otp: undefined }],
  ['lack a sentence', { loader: {} }],
  ['have another shape', { home: 'Hello' }],
  ['have a part that is empty', { menu: null }],
  ['have lost the names of states', { states: undefined }],
])('words of another version that %s load its page once, in the new language', async (_, words) => {
  const reload = vi.fn<() => void>();
  const kept = new Map<string, string>();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const { locale, cookies, campaign } = pageWith(otherVersion(words));
  const before = campaign();
  reload.mockImplementation(() => expect(cookies.cookie).toContain('lang=hi'));
  void locale.choose('hi');
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  cookies.cookie = '';
  // Its server has not sent the new page: this one goes on as it is.
  await expect(locale.choose('hi')).rejects.toBeInstanceOf(UnreadableAnswer);
  expect([reload.mock.calls.length, cookies.cookie, campaign()]).toEqual([1, '', before]);
  vi.unstubAllGlobals();
});

test('of two pending choices the later one wins', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { locale, cookies, campaign } = pageWith(() => promise);
  const hindi = locale.choose('hi');
  const english = locale.choose('en');
  resolve(wordsResponse('hi'));
  await Promise.all([hindi, english]);
  expect(campaign().language).toBe('en');
  expect(cookies.cookie).toContain('lang=en');
});
