import { readFile } from 'node:fs/promises';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { changeResponse } from '../support/api-calls.ts';
import {
  profile,
  sentence,
  shownAmount,
  spin,
  toReward,
  toWheel,
  voucherNews,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones, withMotion } from '../support/browser/phone.ts';
import { stopAnimations } from '../support/browser/page-time.ts';

const phones = usePhones(withMotion);
const pieces = '.particles i';

const overWholePage = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap((show) => {
      const of = show.effect instanceof KeyframeEffect ? show.effect.pseudoElement : null;
      const isPage = of !== null && /-(?:old|new)\(root\)$/.test(of);
      return isPage && show instanceof CSSAnimation ? [`${of} ${show.animationName}`] : [];
    }),
  );

test(
  "[REW-1][REW-3] confetti falls once and is then removed; the voucher's amount, delivery and validity fit on one small screen",
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    await toWheel(phone);
    const { page } = phone;
    await stopAnimations(page);
    await spin(page);
    // Never less than was won, from the first frame on.
    expect(await page.locator('.ticket-amount').textContent()).toBe(`₹${await shownAmount(page)}`);
    await page.locator(pieces).first().waitFor({ state: 'attached' });
    // The old page stays under the new one; the default cross-fade would add up the light of both.
    expect(await overWholePage(page)).toEqual(['::view-transition-new(root) reward-fade']);
    // Some pieces are added later than others. Finishing a view transition's animations, instead of
    // skipping them, sometimes crashes Chromium 143's renderer.
    await page.waitForFunction(() => {
      document.activeViewTransition?.skipTransition();
      const shows = document.getAnimations();
      for (const show of shows) show.finish();
      return shows.length === 0 && document.querySelector('.particles') === null;
    });
    const [written = ''] = await page.locator('.ticket-amount').allTextContents();
    expect(written).toBe(`₹${await shownAmount(page)}`);
    await voucherNews(page).waitFor();
    for (const text of [`You have won Rs. ${await shownAmount(page)}`, 'It is valid for 1 year.']) {
      await sentence(page, text).waitFor();
    }
    // Without the demonstration's notice. Tamil has the longest texts.
    await page.setViewportSize({ width: 360, height: 640 });
    const owed = { statusCode: 200, voucher: 'owed', voucherBy: '2025-06-16' };
    await changeResponse(page, 'getDetails', (resp) => ({ ...resp, ...owed }));
    for (const value of ['en', 'ta']) {
      const cookie = { name: 'biscuit-2025-lang', value, url: phone.origin };
      await phone.context.addCookies([cookie]);
      await page.reload();
      await page.locator(`:lang(${value}) > * .ticket-news`, { hasText: /2025/ }).waitFor();
      const ticket = await page.locator('.ticket').boundingBox();
      const notice = await page.locator('.page-notice').boundingBox();
      const bottom = (ticket?.y ?? Number.NaN) + (ticket?.height ?? 0) - (notice?.height ?? 0);
      expect(bottom).toBeLessThan(640);
    }
  },
);

test('[REW-3][PRF-1] the reward says where the voucher is, again when the shopper comes back from the SMS, and so does the profile', async () => {
  const phone = await phones.open({ reducedMotion: 'reduce' });
  const { page } = phone;
  let voucher = 'sent';
  await changeResponse(page, 'getDetails', (resp) => ({ ...resp, statusCode: 200, voucher }));
  await toReward(phone);
  const news = page.locator('.ticket-news');
  await news.getByText(/^Sent! Look for an SMS from INAAMB\./).waitFor();
  expect(await news.textContent()).not.toMatch(/comes by|by \d/);
  voucher = 'delivered';
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await sentence(page, 'The SMS from INAAMB has reached your phone.').waitFor();
  voucher = 'failed';
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const { reward } = (await loadCampaign('biscuit-2025')).words('en');
  await page.getByText('The SMS didn’t reach your phone').waitFor();
  const call = page.getByRole('link', { name: '1800 000 0000' });
  expect(await call.getAttribute('href')).toBe('tel:18000000000');
  expect(await page.getByText(reward.keep).count()).toBe(0);
  await page.goto('/profile');
  await call.waitFor();
  expect(await page.locator('[aria-current="step"]').textContent()).toBe('SMS sent');
  expect(await profile(page).facts.count()).toBe(2);
});

test(
  '[REW-1][REW-3] under reduced motion it only fades, and says everything',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ reducedMotion: 'reduce' });
    const { page } = phone;
    const owed = { statusCode: 200, voucher: 'owed', voucherBy: '2025-05-16' };
    await changeResponse(page, 'getDetails', (resp) => ({ ...resp, ...owed }));
    const { name, mobile } = await toWheel(phone);
    await stopAnimations(page);
    await wheel(page).play.click();
    await page.waitForFunction(() => {
      for (const show of document.getAnimations()) show.finish();
      return document.querySelector('.ticket') !== null;
    });
    await won(page, await shownAmount(page)).waitFor();
    expect(await page.locator('.particles').count()).toBe(0);
    const moved = await page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .filter((frame) => 'transform' in frame),
    );
    expect(moved).toEqual([]);
    // The background stays: a page that turns pale for a moment is a flash.
    const fading = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).animationName);
    expect([await fading('.reward'), await fading('.reward h1')]).toEqual(['none', 'reward-fade']);
    const { reward } = (await loadCampaign('biscuit-2025')).words('en');
    await sentence(page, fill(reward.owner, { name, digits: mobile.slice(-4) })).waitFor();
    for (const text of [
      fill(reward.voucherStates.owed, { date: '16 May 2025' }),
      fill(reward.redeem, { amount: await shownAmount(page) }),
      reward.validity,
      reward.keep,
      reward.thanks,
    ]) {
      await sentence(page, text).waitFor();
    }
  },
);

const sheetOf = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'canShare', { value: () => true });
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: ({ files = [], ...content }: ShareData) => {
        const pictures = files.map(({ name, type }) => `${name} ${type}`);
        Reflect.set(globalThis, 'shared', { ...content, pictures });
        return Promise.resolve();
      },
    });
  });

test('[REW-1][ANA-3] the voucher is shared by the phone or copied, and saved as a picture, without a word about the person', async () => {
  const phone = await phones.open({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    before: sheetOf,
  });
  const { page, origin } = phone;
  const amount = await toReward(phone);
  const next = sentence(page, 'Anyone else at home with a pack?');
  await next.waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Share');
  const content = {
    title: 'Inaam Biscuit Rewards',
    text: `My Inaam pack had ₹${amount} in it. What’s in yours?`,
    url: `${origin}/?from=friend&language=en`,
  };
  // Drawing takes a moment.
  await page.waitForFunction(() => Reflect.has(globalThis, 'shared'));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shared') as unknown)).toEqual({
    ...content,
    pictures: ['biscuit-2025.png image/png'],
  });

  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await press('Share');
  await sentence(page, 'Copied. Paste it into a message.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${content.text} ${content.url}`,
  );

  const [event] = await Promise.all([page.waitForEvent('download'), press('Remind me')]);
  await page.getByText('Saved. Open it to add it to your calendar.').waitFor();
  const file = await readFile(await event.path(), 'utf8');
  // A year after the Indian day of the reward.
  expect(file).toMatch(/^DTSTART;VALUE=DATE:20260506\r$/m);
  expect(file.replaceAll('\r\n ', '')).toMatch(/^SUMMARY:₹\d+ voucher for Inaam Mart: use it by/m);

  const [download] = await Promise.all([page.waitForEvent('download'), press('Save as picture')]);
  await page.getByText('Picture saved.').waitFor();
  expect(download.suggestedFilename()).toBe('biscuit-2025.png');
  const picture = await readFile(await download.path());
  // The header of a PNG: signature, length, IHDR, width, height.
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920]);
  expect(picture.length).toBeGreaterThan(50_000);
  // Outside the first hole of its edge, in the hole, and on the ticket: only the last is light.
  const reds = await page.evaluate(
    async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const row = context?.getImageData(0, 532, 200, 1).data;
      return [36, 59, 95].map((x) => row?.[4 * x] ?? 0);
    },
    // Not the bytes: Playwright takes ten seconds to transfer such a list.
    picture.toString('base64'),
  );
  expect(reds.map((red) => red > 180)).toEqual([false, false, true]);

  // The campaign may be over by then.
  await page.reload();
  await won(page, amount).waitFor();
  expect(await next.count()).toBe(0);
});
