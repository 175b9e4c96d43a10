import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { copyCampaign, keepLanguages } from '@inaam/testing/server/campaign/copied-campaign.ts';
import { choice } from './testing/choice.ts';

const id = 'biscuit-2025';
const folder = await mkdtemp(path.join(tmpdir(), 'inaam-whatsapp-file-'));
afterAll(() => rm(folder, { recursive: true }));
await copyCampaign(folder, id);
await keepLanguages(folder, id, ['en', 'hi']);
const withFile = async (file: object) => {
  await writeFile(path.join(folder, id, 'whatsapp.json'), JSON.stringify(file));
  return loadCampaign(id, folder);
};

test('the page learns only that there is a choice', async () => {
  const campaign = await withFile(choice);
  const page = campaign.publicCampaign('en');
  expect(page).toMatchObject({ whatsapp: true, hasField: true });
  expect(JSON.stringify(page)).not.toMatch(/inaam_code|inaam_voucher/);
});

test('a campaign without the file has none of it on its page', async () => {
  const campaign = await loadCampaign(id);
  for (const language of campaign.languages) {
    expect(JSON.stringify(campaign.publicCampaign(language))).not.toMatch(/whatsapp|hasField/i);
  }
});

test('the choice is another privacy notice: everybody is asked again', async () => {
  await rm(path.join(folder, id, 'whatsapp.json'), { force: true });
  const before = (await loadCampaign(id, folder)).publicCampaign('en').noticeVersion;
  expect((await withFile(choice)).publicCampaign('en').noticeVersion).not.toBe(before);
});

test.each<[string, object, RegExp]>([
  ['another order', { first: 'email' }, /first/],
  ['a wait that SMS cannot follow', { waitSeconds: 30 }, /waitSeconds/],
  ['a name with capitals', { code: { template: 'Code', language: 'en' } }, /template/],
  [
    'a voucher without its code',
    { voucher: { ...choice.voucher, parameters: ['amount'] } },
    /must name code/,
  ],
  [
    'a parameter twice',
    { voucher: { ...choice.voucher, parameters: ['code', 'code'] } },
    /nothing twice/,
  ],
])('%s is refused', async (_, change, problem) => {
  await expect(withFile({ ...choice, ...change })).rejects.toThrow(problem);
});
