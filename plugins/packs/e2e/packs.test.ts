// A campaign whose packs have a code each: what HOME says to each code, before an SMS is sent.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { shownPackCode } from '../pack-code.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { isWiderThanScreen, openPage, overview } from '@inaam/e2e/console/console-pages.ts';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { changeResponse, respond } from '@inaam/e2e/support/api-calls.ts';
import { localizedPage } from '@inaam/e2e/support/localized-page.ts';
import { entry, newShopper, shownAmount } from '@inaam/e2e/support/page-objects.ts';
import { campaignDemo } from '@inaam/e2e/support/product/campaign-demo.ts';

const campaign = await loadCampaign('goli-soda-2026');
const words = campaign.words('en');
const { messages, packs } = words;
const phones = usePhones();
const soda = campaignDemo(campaign.id, 4300);

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-packs-'));
  const call = await soda.manage();
  for (const [state, changes] of [
    ['draft', []],
    ['closed', ['open', 'close']],
  ] as const) {
    const out = path.join(folder, `${state}.csv`);
    const label = state.toUpperCase();
    const of = ['--product', 'Soda', '--region', 'Kochi', '--count', '1'];
    await soda.operate('packs', 'make', label, ...of, '--out', out, '--why', 'walk');
    for (const change of changes) await call('changePacks', { label, change, reason: 'walk' });
  }
  await rm(folder, { recursive: true });
});

async function openForm(id?: string, shopper = newShopper({ state: 'Kerala' })) {
  const phone = await phones.open({ origin: soda.origin(), locale: 'en-IN' });
  phone.allow(/status of 4(?:00|09|29) .*\/users\/(?:register|verifyOTP)/);
  const { page } = phone;
  const localized = localizedPage(page, words);
  await localized.toForm(id === undefined ? entry : `${entry}&amp;ID=${id})`);
  await localized.fill(shopper);
  const field = page.getByRole('textbox', { name: packs.label, exact: true });
  const send = async (typed?: string) => {
    if (typed !== undefined) await field.fill(typed);
    await localized.form.getOtp.click();
  };
  return { phone, page, localized, shopper, field, send };
}

/** The whole sentence, beside the field. */
const expectRefused = async (
  { page, field }: Awaited<ReturnType<typeof openForm>>,
  text: string,
) => {
  const errors = page.locator('.errors p', { hasText: text });
  await errors.waitFor();
  expect(await errors.innerText()).toBe(text);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.isEditable()).toBe(true);
};

// In this order: wrong tries count for the address, too.
describe('the code of a pack', { shuffle: false }, () => {
  test('a scanned code is kept as it is, and works once; another one can be typed in small letters', async () => {
    const [code = '', other = ''] = await soda.packs();
    const first = await openForm(code);
    expect(await first.field.inputValue()).toBe(shownPackCode(code));
    expect(await first.field.isEditable()).toBe(false);
    await first.send();
    const { mobile } = first.shopper;
    await first.localized.verify(await soda.readCode(mobile));
    await first.localized.heading(words.wheel.title).waitFor();
    expect(await soda.packs()).not.toContain(code);

    // Said on arrival, before the form is filled in.
    const second = await openForm(code);
    await expectRefused(second, messages.alreadyRegistered);
    await second.send(` ${shownPackCode(other).toLowerCase().replaceAll('0', 'o')} `);
    await second.localized.code.otp.waitFor();
  });

  test('on a slow network the app waits for its field of the code, and starts with it', async () => {
    const [code = ''] = await soda.packs();
    const phone = await phones.open({ origin: soda.origin(), locale: 'en-IN', clock: true });
    const { page } = phone;
    const held = Promise.withResolvers<void>();
    page.once('close', () => held.resolve());
    await page.route(/\/assets\/web-[^/]*\.js$/, async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${entry}&id=${code}`);
    await page.clock.fastForward(60_000);
    const { form } = localizedPage(page, words);
    expect(await form.getOtp.isEnabled()).toBe(true);
    expect(await page.getByText(words.entry.cannotStart).isVisible()).toBe(false);
    held.resolve();
    await page.locator('#root [name=pack]').waitFor({ state: 'attached' });
    expect(await page.locator('#root [name=pack]').inputValue()).toBe(shownPackCode(code));
  });

  test('[OTP-4][OTP-6] the next bottle in the same tab: the ticket counts it, the form has its code and says what is left, and the used OTP is not offered again', async () => {
    const [code = '', other = ''] = await soda.packs();
    const form = await openForm(code);
    const { page, localized, shopper, field, send } = form;
    await send();
    await localized.verify(await soda.readCode(shopper.mobile));
    await localized.heading(words.wheel.title).waitFor();
    await localized.spin();
    const won = localized.sentence(words.reward.thanks);
    await won.waitFor();
    const amount = await shownAmount(page);
    await localized.sentence(fill(packs.count, { number: 1, inAll: 10 })).waitFor();
    const others = [{ amount, state: 'sent', by: '2026-06-01' }];
    await changeResponse(page, 'getDetails', (resp) => ({ ...resp, statusCode: 200, others }));
    await page.goto(`${entry}&id=${code}`);
    await won.waitFor();
    await localized.sentence(fill(packs.count, { number: 2, inAll: 10 })).waitFor();

    await page.goto(`${entry}&id=${other}`);
    await expect.poll(() => field.inputValue()).toBe(shownPackCode(other));
    await localized.sentence(fill(packs.another, { amount, today: 1, inAll: 9 })).waitFor();
    await localized.form.agree.check();
    await send();
    const [before = '', after = ''] = messages.tryAgain.split('{wait}');
    const wait = page.getByRole('alert').getByText(new RegExp(`^${before}\\d+ seconds?${after}$`));
    await wait.waitFor();
    expect(await localized.code.otp.count()).toBe(0);
    expect(await soda.packs()).toContain(other);
  });

  test('[OTP-4] of two bottles in two tabs that wait for one OTP, each is claimed in its own tab', async () => {
    const [code = '', other = ''] = await soda.packs();
    const first = await openForm(code);
    const { shopper, localized, phone, page } = first;
    await first.send();
    await localized.code.otp.waitFor();
    const tab = await phone.newTab();
    const second = localizedPage(tab, words);
    await tab.goto(`${entry}&id=${other}`);
    await second.register(shopper);

    await page.bringToFront();
    const otp = await soda.readCode(shopper.mobile);
    await localized.verify(otp);
    await localized.sentence(words.errors.registerFirst).waitFor();
    await first.send();
    await localized.code.otp.waitFor();
    await localized.verify(otp);
    await localized.heading(words.wheel.title).waitFor();
    await localized.spin();
    await localized.sentence(words.reward.thanks).waitFor();
    const amount = await shownAmount(page);
    expect(await soda.packs()).not.toContain(code);

    await tab.bringToFront();
    await second.verify(otp);
    await second.sentence(words.errors.registerFirst).waitFor();
    await second.sentence(fill(packs.another, { amount, today: 1, inAll: 9 })).waitFor();
    await second.form.getOtp.click();
    await tab.getByText(/^Please wait/).waitFor();
    expect(await soda.packs()).toContain(other);
  });

  test(
    'who comes to an earlier reward that was waiting learns that the new code is unused',
    { tags: ['long'] },
    async () => {
      const [code = ''] = await soda.packs();
      const { page, localized, send } = await openForm(code);
      await send();
      await localized.code.otp.waitFor();
      const answer = { statusCode: 200, accessToken: 'token', fromTN: 0, isPackUnused: true };
      await respond(page, 'verifyOtp', answer, 1);
      await localized.verify('123456');
      await localized.heading(words.wheel.title).waitFor();
      await localized.sentence(packs.waiting).waitFor();
    },
  );

  test(
    'in the console a manager opens a batch and recalls another, each with a reason',
    { tags: ['long'] },
    async () => {
      const link = soda.console();
      const viewport = { width: 390, height: 844 };
      const { origin } = new URL(link);
      const { page } = await phones.open({ origin, viewport, isAlone: true });
      await page.goto(link);
      await overview.title(page).waitFor();
      await openPage(page, 'Packs');
      const batches = page.getByRole('list', { name: 'Batches' }).getByRole('listitem');
      const batchOf = (label: string) =>
        batches.filter({ has: page.getByText(label, { exact: true }) });
      const change = async (name: string, why: string, before = '') => {
        await page.getByRole('button', { name, exact: true }).click();
        const dialog = page.getByRole('dialog', { name });
        await dialog.getByText(before).waitFor();
        await dialog.getByRole('textbox', { name: 'Reason' }).fill(why);
        await dialog.getByRole('button', { name }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await change('Open DRAFT', 'On sale since Monday', 'From now on shoppers take part');
      await batchOf('DRAFT').getByText('Open', { exact: true }).first().waitFor();
      await change('Close DRAFT', 'Sold out', 'Open undoes it');
      await batchOf('DRAFT').getByText('Closed', { exact: true }).waitFor();
      await change('Recall CLOSED', 'The file got out', 'never accepted again');
      const recalled = batchOf('CLOSED');
      await recalled.getByText('Recalled', { exact: true }).waitFor();
      await recalled.getByText('The file got out').waitFor();
      await expect.poll(() => recalled.getByRole('button').count()).toBe(0);
      await page.getByText('Region', { exact: true }).click();
      await page
        .getByRole('region', { name: /by region, table/ })
        .getByText('Kochi')
        .waitFor();
      expect(await isWiderThanScreen(page)).toBe(false);
      expect(await axeViolationsInBothSchemes(page)).toEqual([]);
      await openPage(page, 'Activity');
      const log = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
      await log.filter({ hasText: 'Reason: The file got out' }).waitFor();
    },
  );
});
