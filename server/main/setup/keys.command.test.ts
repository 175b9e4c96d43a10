// New keys while the product runs, with a crash in the middle.
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { sealPersonalData } from '../../platform/personal-data.ts';
import { sealContexts, sealer, voucherSealer } from '../../platform/seal.ts';
import { assertOwnSecrets } from '../../database/own-secrets.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { countKeyUse, resealAll } from './reseal.ts';
import { deliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  operatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';

const key = (id: number) => ({ id, key: new Uint8Array(randomBytes(32)) });
const [old, fresh, oldVoucher, freshVoucher] = [key(1), key(2), key(1), key(2)];
const rings = {
  SEAL_KEYS: [fresh, old],
  VOUCHER_SEAL_KEYS: [freshVoucher, oldVoucher],
};
const text = (ring: readonly { id: number; key: Uint8Array }[]) =>
  ring.map(({ id, key: bytes }) => `${id}:${Buffer.from(bytes).toString('base64')}`).join(',');

const operators = operatorFixture();
const { url } = await operators.newDatabase();
const secrets = { identity: randomBytes(32), index: randomBytes(32), code: randomBytes(32) };
const fixture = await deliveryFixture(url, {
  ...secrets,
  draw: randomBytes(32),
  pseudonym: randomBytes(32),
  seal: [old],
  voucherSeal: [oldVoucher],
});
await fixture.verifyParticipants();
afterAll(() => operators.end());
afterAll(() => fixture.database.end());

async function usesOf(): Promise<Record<string, number>> {
  const { database, campaign } = fixture;
  const uses = await countKeyUse({ database, campaign: campaign.id, rings });
  return Object.fromEntries(uses.map(({ ring, key: id, values }) => [`${ring} ${id}`, values]));
}

test('everything is sealed again, also after a crash in the middle, and the old keys can go', async () => {
  const { database, campaign, keys } = fixture;
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913', 'resealed');
  const codes = Array.from({ length: 500 }, (_, at) => ({ code: `RESEAL-${at}`, amount: 3 }));
  await loadVoucherCodes({ database, campaign, keys }, codes, Date.now());
  const before = await usesOf();
  expect(before).toMatchObject({ 'SEAL_KEYS 2': 0, 'VOUCHER_SEAL_KEYS 1': 500 });

  let steps = 0;
  const crash = resealAll({
    database,
    campaign: campaign.id,
    rings,
    onProgress: () => {
      steps += 1;
      if (steps === 2) throw new Error('killed');
    },
  });
  await expect(crash).rejects.toThrow('killed');
  const halfway = await usesOf();
  expect(halfway['SEAL_KEYS 2']).toBeGreaterThan(0);
  expect(halfway['VOUCHER_SEAL_KEYS 2']).toBe(0);

  const result = await runOperatorInProcess(['keys', 'reseal', '--why', 'yearly', '--json'], {
    variables: {
      DATABASE_URL: url,
      SEAL_KEYS: text(rings.SEAL_KEYS),
      VOUCHER_SEAL_KEYS: text(rings.VOUCHER_SEAL_KEYS),
    },
  });
  expect(result.exit).toBe(0);
  // There is no terminal that could show how far it is.
  expect(result.errors).toMatch(/^(?:Sealing \w+ again\.\n)+$/);
  expect(JSON.parse(result.output)).toMatchObject({
    removable: [
      { ring: 'SEAL_KEYS', key: 1 },
      { ring: 'VOUCHER_SEAL_KEYS', key: 1 },
    ],
  });
  expect(await usesOf()).toEqual({
    'SEAL_KEYS 1': 0,
    'SEAL_KEYS 2': before['SEAL_KEYS 1'],
    'VOUCHER_SEAL_KEYS 1': 0,
    'VOUCHER_SEAL_KEYS 2': 500,
  });

  // Programs may be without the old keys.
  const alone = { seal: [fresh], voucherSeal: [freshVoucher] };
  await assertOwnSecrets(database, campaign.id, alone);

  // With the new keys alone.
  const personal = sealer([fresh]);
  const { rows } = await database.query<{ pseudonym: Buffer; mobile_sealed: Buffer }>(
    'select pseudonym, mobile_sealed from inaam.personal_data',
  );
  expect(rows.length).toBeGreaterThan(100);
  for (const { pseudonym, mobile_sealed: sealed } of rows) {
    expect(personal.open(sealed, sealContexts.personalDataMobile(pseudonym))).toMatch(/^\d{10}$/);
  }
  const { rows: challenges } = await database.query<{ code_sealed: Buffer }>(
    `select code_sealed from inaam.code_request where user_key = 'resealed'`,
  );
  const context = sealContexts.codeRequestCode('resealed', keys.mobileIndex(mobile));
  expect(personal.open(challenges[0]?.code_sealed ?? Buffer.of(), context)).toBe('482913');
  const { rows: stock } = await database.query<{ code_index: Buffer; code_sealed: Buffer }>(
    'select code_index, code_sealed from inaam.voucher limit 1',
  );
  const [code] = stock;
  const vouchers = voucherSealer([freshVoucher], 'VOUCHER_SEAL_KEYS');
  expect(
    code && vouchers.open(code.code_sealed, sealContexts.voucherCode(code.code_index)),
  ).toMatch(/^RESEAL-\d+$/);

  // A program that does not have the new key yet.
  const pseudonym = rows[0]?.pseudonym ?? Buffer.of();
  const registration = { mobile: newMobile(), name: 'Asha', state: 'Goa' };
  const { nameSealed } = sealPersonalData(sealer([old]), registration, pseudonym);
  await database.query('update inaam.personal_data set name_sealed = $2 where pseudonym = $1', [
    pseudonym,
    nameSealed,
  ]);
  expect((await usesOf())['SEAL_KEYS 1']).toBe(1);
  await resealAll({ database, campaign: campaign.id, rings, onProgress: () => undefined });
  expect((await usesOf())['SEAL_KEYS 1']).toBe(0);
});

test('a secret with which nothing is written that lasts can be replaced, and no other', async () => {
  const { database, campaign } = fixture;
  const [before, after] = [randomBytes(32), randomBytes(32)];
  await assertOwnSecrets(database, campaign.id, { code: before });
  const replace = (name: string, secret: Buffer) =>
    runOperatorInProcess(['keys', 'replace', '--of', name, '--why', 'it leaked', '--json'], {
      variables: { DATABASE_URL: url, [name]: secret.toString('base64') },
    });
  const { exit, output } = await replace('CODE_SECRET', after);
  expect({ exit, output: JSON.parse(output) }).toEqual({
    exit: 0,
    output: { campaign: campaign.id, replaced: 'CODE_SECRET' },
  });
  await assertOwnSecrets(database, campaign.id, { code: after });
  await expect(assertOwnSecrets(database, campaign.id, { code: before })).rejects.toThrow(
    /^CODE_SECRET differs/,
  );
  const { rows } = await database.query(
    'select details from inaam.audit order by number desc limit 1',
  );
  expect(rows).toEqual([{ details: expect.objectContaining({ variable: 'CODE_SECRET' }) }]);
  expect((await replace('INDEX_SECRET', after)).exit).toBe(2);
});
