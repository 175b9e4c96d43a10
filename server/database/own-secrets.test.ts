// A program whose secret differs from the one the campaign began with is refused, and the secret
// named.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  committedCampaign,
  biscuitCampaign,
} from '@inaam/testing/server/campaign/committed-campaign.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { OwnSecrets } from '../platform/secret-checks.ts';
import { retireKeys } from './secret-checks.ts';
import { assertOwnSecrets } from './own-secrets.ts';

const campaign = 'biscuit-2025';

const clone = await testDatabase();
const database = openTestDatabase(clone.url, 8);
beforeEach(() => database.query('delete from inaam.secret_check'));
afterAll(() => clone.drop());
afterAll(() => database.end());

const bytes = () => new Uint8Array(randomBytes(32));
const key = (id: number) => ({ id, key: bytes() });
const secrets = {
  index: bytes(),
  identity: bytes(),
  code: bytes(),
  seal: [key(1)],
  voucherSeal: [key(1)],
};

const begin = (own: OwnSecrets, of = campaign) => assertOwnSecrets(database, of, own);

async function stored() {
  const { rows } = await database.query<{ name: string }>(
    `select variable || ' ' || key as name from inaam.secret_check`,
  );
  return rows.map(({ name }) => name).toSorted();
}

test('the first program stores what the others are compared with, once', async () => {
  await begin(secrets);
  const all = ['CODE_SECRET 0', 'IDENTITY_SECRET 0', 'INDEX_SECRET 0', 'SEAL_KEYS 1'];
  expect(await stored()).toEqual([...all, 'VOUCHER_SEAL_KEYS 1']);
  await begin(secrets);
  await begin({ index: secrets.index, seal: secrets.seal });
  expect(await stored()).toHaveLength(5);
});

test.each<[string, OwnSecrets]>([
  ['INDEX_SECRET', { index: bytes() }],
  ['IDENTITY_SECRET', { identity: bytes() }],
  ['CODE_SECRET', { code: bytes() }],
  ['SEAL_KEYS', { seal: [key(1)] }],
  ['VOUCHER_SEAL_KEYS', { voucherSeal: [key(2), key(1)] }],
])(
  'another %s is refused by its name, without its value, and nothing is stored',
  async (name, other) => {
    await begin(secrets);
    const before = await stored();
    const refused = await begin({ ...secrets, ...other }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'WrongSecrets' });
    const { message } = refused instanceof Error ? refused : { message: '' };
    expect(message).toMatch(
      new RegExp(`^${name} differs from the one that campaign "${campaign}" began with`),
    );
    expect(message.split('\n')).toHaveLength(1);
    expect(await stored()).toEqual(before);
  },
);

test('two campaigns of one database may have different secrets', async () => {
  await begin(secrets);
  await begin({ ...secrets, index: bytes() }, 'tea-demo');
  await begin(secrets);
  expect(await stored()).toHaveLength(10);
});

test('of programs that begin at once with different secrets, those with one of them begin', async () => {
  for (let round = 0; round < 10; round++) {
    await database.query('delete from inaam.secret_check');
    const others = [bytes(), bytes()].flatMap((index) => [index, index, index]);
    const begun = await Promise.allSettled(others.map((index) => begin({ ...secrets, index })));
    const good = new Set(others.filter((_, at) => begun[at]?.status === 'fulfilled'));
    expect(good.size).toBe(1);
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  }
});

test('a new key is added to a ring and becomes the first, and the old one goes when nothing needs it', async () => {
  const [old, fresh] = [key(1), key(2)];
  const ring = (...seal: { id: number; key: Uint8Array }[]) => begin({ seal });
  await ring(old);
  await ring(old, fresh);
  // Nothing is sealed with it yet, so a program that was not restarted may lack it.
  await ring(old);
  await ring(fresh, old);
  await expect(ring(fresh)).rejects.toThrow(/^SEAL_KEYS lacks key 1, .*`keys reseal`/);
  await expect(ring(old)).rejects.toThrow(/^SEAL_KEYS lacks key 2/);
  await retireKeys(database, campaign, [{ ring: 'SEAL_KEYS', key: 1 }]);
  await ring(fresh);
  await expect(ring(fresh, key(1))).rejects.toThrow(/^SEAL_KEYS differs/);
  await ring(old, fresh);
  await expect(ring(fresh)).rejects.toThrow(/^SEAL_KEYS lacks key 1/);
});

test('the secret of the pseudonyms is compared with the commitment', async () => {
  const pseudonym = Buffer.from(bytes());
  await committedCampaign(
    database,
    { ...(await biscuitCampaign()), id: 'other-2025' },
    { draw: bytes(), pseudonym },
  );
  await begin({ pseudonym }, 'other-2025');
  await expect(begin({ pseudonym: bytes() }, 'other-2025')).rejects.toThrow(
    /^PSEUDONYM_SECRET differs/,
  );
  expect(await stored()).toEqual([]);
});

test.each(['inaam_serve', 'inaam_deliver', 'inaam_console', 'inaam_operator'] as const)(
  '%s may do so, and cannot change what is stored of another',
  async (role) => {
    const pool = openTestDatabase(clone.url, 2, role);
    onTestFinished(() => pool.end());
    const own = { index: bytes(), seal: [key(3)] };
    await assertOwnSecrets(pool, role, own);
    await assertOwnSecrets(pool, role, { ...own, seal: [key(4), ...own.seal] });
    await expect(pool.query('delete from inaam.secret_check')).rejects.toMatchObject({
      code: '42501',
    });
    if (role === 'inaam_operator') return;
    await expect(pool.query(`update inaam.secret_check set value = ''`)).rejects.toMatchObject({
      code: '42501',
    });
  },
);
