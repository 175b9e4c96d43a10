import { expect, test } from 'vitest';
import { readWebhook } from './settings.ts';

const secretOf = (start: number) =>
  `whsec_${Buffer.from(Uint8Array.from({ length: 32 }, (_, at) => start + at)).toString('base64')}`;
const goodWebhook = {
  WEBHOOK_URL: 'https://hooks.example/inaam?tenant=1',
  WEBHOOK_SECRET: secretOf(0),
  WEBHOOK_HOSTS: 'other.example,hooks.example',
};

test('a receiver has an address, its host on the list, and one secret or two', () => {
  expect(readWebhook(goodWebhook)).toMatchObject({ receiver: { isPrivate: false }, problems: [] });
  const two = readWebhook({ ...goodWebhook, WEBHOOK_SECRET: `${secretOf(0)}, ${secretOf(9)}` });
  expect(two.receiver?.secrets).toHaveLength(2);
  expect(readWebhook({})).toEqual({ receiver: undefined, problems: [] });
});

test.each([
  [{ WEBHOOK_URL: 'http://hooks.example/' }, /https/],
  [{ WEBHOOK_URL: 'https://user:pepper@hooks.example/' }, /no user/],
  [{ WEBHOOK_URL: 'https://elsewhere.example/' }, /WEBHOOK_HOSTS/],
  [{ WEBHOOK_URL: 'hooks' }, /must be an address/],
  [{ WEBHOOK_URL: 'https://10.0.0.1/', WEBHOOK_HOSTS: '10.0.0.1' }, /private network/],
  [
    { WEBHOOK_URL: 'https://[::1]/', WEBHOOK_HOSTS: '::1' },
    /^WEBHOOK_URL is in a private network[^:]*$/,
  ],
  [{ WEBHOOK_SECRET: 'whsec_short' }, /WEBHOOK_SECRET/],
  [{ WEBHOOK_SECRET: `whsec_${'A'.repeat(44)}` }, /WEBHOOK_SECRET/],
  [{ WEBHOOK_SECRET: secretOf(0).slice(6) }, /WEBHOOK_SECRET/],
])('%j is refused, without the value', (change, problem) => {
  const { problems } = readWebhook({ ...goodWebhook, ...change });
  expect(problems.join(' ')).toMatch(problem);
  expect(problems.join(' ')).not.toMatch(/short|AAAA|pepper|tenant/);
});

test.each([
  { WEBHOOK_URL: 'http://127.0.0.1:9000/', WEBHOOK_HOSTS: '127.0.0.1' },
  { WEBHOOK_URL: 'http://[fd00::5]/', WEBHOOK_HOSTS: 'hooks.example, fd00::5' },
  { WEBHOOK_URL: 'http://[FD00:0::5]:9000/', WEBHOOK_HOSTS: '[fd00:0:0::0005]' },
])('a private network is reached only where that is meant: %j', (own) => {
  const { receiver, problems } = readWebhook({ ...goodWebhook, ...own, WEBHOOK_PRIVATE: 'yes' });
  expect(problems).toEqual([]);
  expect(receiver?.isPrivate).toBe(true);
});
