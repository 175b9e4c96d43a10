// The box in the form, off by default: with it the code and the voucher come by WhatsApp.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolations, smallTargets } from '@inaam/e2e/support/checks/visual-checks.ts';
import {
  codeForm,
  newShopper,
  register,
  registration,
  shownAmount,
  spin,
  toast,
  toForm,
  typeCode,
  wheel,
} from '@inaam/e2e/support/page-objects.ts';
import { smsInbox } from '@inaam/e2e/support/product/sms-inbox.ts';
import { freePort } from '@inaam/runtime/port.ts';
import {
  removeDemoData,
  startDemo,
  type DemoProcess,
} from '@inaam/testing/demonstration/demo-process.ts';
import { copyCampaign } from '@inaam/testing/server/campaign/copied-campaign.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { startFakeCloudApi, variablesOf } from '../testing/fake-cloud-api.ts';
import { choice } from '../testing/choice.ts';
import { codeIn } from '../testing/whatsapp-delivery.ts';
import { choiceWords } from '../web/words.ts';

const phones = usePhones();
const words = choiceWords('en');
const id = 'biscuit-2025';
const api = await startFakeCloudApi();
let folder: string;
let demo: DemoProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-whatsapp-'));
  const campaigns = path.join(folder, 'campaigns');
  await copyCampaign(campaigns, id);
  await writeFile(path.join(campaigns, id, 'whatsapp.json'), JSON.stringify(choice));
  const { port } = await freePort(4600, '127.0.0.1');
  const environment = { CAMPAIGN: path.join(campaigns, id), ...variablesOf(api.origin) };
  demo = await startDemo({ folder: path.join(folder, 'data'), port, environment });
  api.callHook((body, signature) =>
    fetch(`${demo.origin}/whatsapp/status`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    }),
  );
});
afterAll(async () => {
  const code = await demo.interrupt();
  await removeDemoData(path.join(folder, 'data'));
  await api.close();
  if (code !== 0) throw new Error(`Failed to stop cleanly: exit ${code}.`);
});

const { readCode, smsTo } = smsInbox(
  () => demo.origin,
  () => id,
);
const receivedBy = (mobile: string) => api.received.filter(({ to }) => to === `91${mobile}`);
const openForm = async () => {
  const phone = await phones.open({ origin: demo.origin });
  await toForm(phone);
  return phone.page;
};

test('with the tick, code and voucher come by WhatsApp, and no SMS', async () => {
  const page = await openForm();
  const box = page.getByRole('checkbox', { name: words.choose });
  expect(await box.isChecked()).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await box.check();
  const shopper = newShopper();
  await register(page, shopper);
  await toast(page).getByText(words.look).waitFor();
  const code = await waitUntil(() => receivedBy(shopper.mobile).map(codeIn)[0]?.[0]);
  await typeCode(page, code);
  await wheel(page).play.waitFor();
  await spin(page);
  const amount = await shownAmount(page);
  const voucher = await waitUntil(() => receivedBy(shopper.mobile)[1]);
  expect(voucher.template.name).toBe(choice.voucher.template);
  expect(codeIn(voucher)[0]).toBe(String(amount));
  expect(await smsTo(shopper.mobile)).toEqual([]);
});

test('without the tick the code comes by SMS alone', async () => {
  const page = await openForm();
  const shopper = newShopper();
  await register(page, shopper);
  await typeCode(page, await readCode(shopper.mobile));
  await wheel(page).play.waitFor();
  expect(receivedBy(shopper.mobile)).toEqual([]);
});

test('the tick says nothing of the terms, and is kept when the number is corrected', async () => {
  const page = await openForm();
  const box = page.getByRole('checkbox', { name: words.choose });
  await box.check();
  expect(await registration(page).agree.isChecked()).toBe(false);
  await register(page, newShopper());
  await codeForm(page).changeNumber.click();
  expect(await page.getByRole('checkbox', { name: words.choose }).isChecked()).toBe(true);
});

test('the terms and the consent notice have their section, in each language, and only here', async () => {
  const [own, without] = await Promise.all([
    loadCampaign(id, path.join(folder, 'campaigns')),
    loadCampaign(id, campaignsFolder),
  ]);
  for (const language of own.languages) {
    const { terms, consentNotice } = own.words(language);
    const plain = without.words(language);
    expect(terms.sections).toHaveLength(plain.terms.sections.length + 1);
    expect(terms.sections.at(-1)?.heading).toMatch(/^\d+\. .*WhatsApp/);
    expect(terms.sections.slice(0, -1)).toEqual(plain.terms.sections);
    expect(consentNotice.sections.slice(0, -1)).toEqual(plain.consentNotice.sections);
    expect(JSON.stringify(plain)).not.toMatch(/whatsapp/i);
  }
});
