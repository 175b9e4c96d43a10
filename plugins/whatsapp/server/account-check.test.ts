// What `doctor` and `launch` find in the account.
import { afterAll, afterEach, expect, test } from 'vitest';
import { choice } from '../testing/choice.ts';
import { account, startFakeCloudApi, variablesOf } from '../testing/fake-cloud-api.ts';
import { codeTemplate as code, voucherTemplate as voucher } from '../testing/templates.ts';
import { checkAccount, readTemplateStep } from './account-check.ts';

const api = await startFakeCloudApi();
const variables = variablesOf(api.origin);
const good = { verified_name: 'Inaam', quality_rating: 'GREEN', messaging_limit_tier: 'TIER_10K' };
const templatesOf = (name: string) => `${account.accountId}/message_templates?name=${name}&`;
const approve = () => {
  api.look(templatesOf('inaam_code'), { data: [code] });
  api.look(templatesOf('inaam_voucher'), { data: [voucher] });
};
afterEach(() => api.look(account.phoneId, good));
afterAll(() => api.close());
api.look(account.phoneId, good);

test('a token and a number that are right have their quality and limit', async () => {
  expect(await checkAccount(variables)).toMatchObject({
    state: 'ok',
    found: 'The number is known; quality GREEN, messaging limit TIER_10K.',
  });
});

test('without settings all goes by SMS, and that is said', async () => {
  expect(await checkAccount({})).toMatchObject({ state: 'warning' });
  expect(await readTemplateStep({ whatsapp: choice }, {})).toMatchObject({ state: 'unseen' });
});

test('a token that has expired is a fault, which does not quote it', async () => {
  const finding = await checkAccount({ ...variables, WHATSAPP_TOKEN: 'EAA-old' });
  expect(finding).toMatchObject({ state: 'fault', found: expect.stringContaining('has expired') });
  expect(JSON.stringify(finding)).not.toContain('EAA-old');
});

test('an API that is away is a fault', async () => {
  const finding = await checkAccount({ ...variables, WHATSAPP_ORIGIN: 'http://127.0.0.1:9' });
  expect(finding).toMatchObject({ state: 'fault', found: expect.stringContaining('ECONNREFUSED') });
});

test('a low quality, and a price beyond the budget, are warned of', async () => {
  const dear = { ...variables, WHATSAPP_CODE_PAISE: '30', SMS_PRICE_PAISE: '20' };
  expect(await checkAccount(dear)).toMatchObject({ state: 'warning' });
  api.look(account.phoneId, { ...good, quality_rating: 'RED' });
  expect(await checkAccount(variables)).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('quality RED'),
  });
});

test('approved templates are a step that is done, and a paused one is a fault, by its name', async () => {
  approve();
  expect(await readTemplateStep({ whatsapp: choice }, variables)).toMatchObject({ state: 'done' });
  api.look(templatesOf('inaam_voucher'), { data: [{ ...voucher, status: 'PAUSED' }] });
  expect(await readTemplateStep({ whatsapp: choice }, variables)).toMatchObject({
    state: 'fault',
    found: 'The template inaam_voucher is PAUSED, and only APPROVED ones are sent.',
  });
});

test('a campaign without it asks nothing', async () => {
  expect(await readTemplateStep({}, variables)).toMatchObject({ state: 'done' });
});
