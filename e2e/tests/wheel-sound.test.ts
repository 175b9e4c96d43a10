// The wheel for who does not hear it, and for who does not watch it turn. Makes no calls.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { finishSpin, shownAmount, wheel, won } from '../support/page-objects.ts';
import { recordSpeakers, stopAnimations, pauseClock } from '../support/browser/page-time.ts';
import { storeUnknownToken } from '../support/browser/stored-login.ts';
import { usePhones, withMotion, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { respond } from '../support/api-calls.ts';
import { segmentColours, colourAt } from '../support/checks/pixels-at.ts';

const phones = usePhones(withMotion);
const mute = (page: Page) => page.getByRole('button', { name: 'Mute sound', exact: true });
const isMuted = async (page: Page) => (await mute(page).getAttribute('aria-pressed')) === 'true';

async function toWheelOfTen(phone: Phone): Promise<void> {
  await storeUnknownToken(phone);
  await respond(phone.page, 'getReward', { statusCode: 200, winType: 10 });
  await phone.page.goto('/spin-wheel');
  await wheel(phone.page).play.waitFor();
}

async function play(page: Page): Promise<void> {
  await wheel(page).play.click();
  await page.waitForFunction(() =>
    document.getAnimations().some((show) => show.id === 'spin' && show.startTime !== null),
  );
}

/** What is heard and when: `web/wheel/sound/sound.test.ts`. */
test(
  '[WHL-5] can be muted: silent then, also after a reload, until it is switched on again',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    const states = await recordSpeakers(page);
    await toWheelOfTen(phone);
    expect(await isMuted(page)).toBe(false);
    await mute(page).click();
    expect(await isMuted(page)).toBe(true);
    await play(page);
    expect(await states()).not.toContain('running');
    await finishSpin(page);
    expect(await shownAmount(page)).toBe(10);

    await page.goto('/spin-wheel');
    await mute(page).waitFor();
    expect(await isMuted(page)).toBe(true);
    await play(page);
    expect(await states()).not.toContain('running');
    await mute(page).click();
    await expect.poll(states).toContain('running');
    await finishSpin(page);
    await won(page, 10).waitFor();
    await page.goto('/spin-wheel');
    await mute(page).waitFor();
    expect(await isMuted(page)).toBe(false);
  },
);

/** The clock stands still, so that neither a spin nor the 1.5 s at rest end. */
async function openStoppedWheel(options: PhoneOptions = {}): Promise<Phone> {
  const phone = await phones.open({ ...options, clock: true });
  await toWheelOfTen(phone);
  await pauseClock(phone.page);
  return phone;
}

describe('a shopper who does not watch it turn', () => {
  test('[WHL-8] hears what the wheel is, that it spins, and what was won', async () => {
    const { page } = await openStoppedWheel();
    await stopAnimations(page);
    const { figure, play } = wheel(page);
    await figure.waitFor();
    // The live region exists before its text: otherwise it would not be announced.
    const liveRegion = page.getByRole('main').getByRole('status');
    expect(await liveRegion.allTextContents()).toEqual(['']);
    await play.click();
    await expect.poll(() => liveRegion.allTextContents()).toEqual(['The wheel is spinning']);
    expect(await play.isDisabled()).toBe(true);
    await finishSpin(page);
    expect(await liveRegion.allTextContents()).toEqual([
      'The wheel has stopped. You have won ₹10.',
    ]);
  });

  test(
    '[WHL-8] sees nothing turn under reduced motion, and the outcome under the pointer',
    { tags: ['long'] },
    async () => {
      const { page } = await openStoppedWheel({ reducedMotion: 'reduce' });
      await stopAnimations(page);
      await wheel(page).play.click();
      await page.waitForFunction(() => document.getAnimations().length > 0);
      const moves = await page.evaluate(() =>
        document
          .getAnimations()
          .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
          .flatMap((frame) => Object.keys(frame))
          .filter((key) => ['transform', 'rotate', 'translate', 'scale'].includes(key)),
      );
      expect(moves).toEqual([]);
      await page.evaluate(() => document.getAnimations().forEach((show) => show.finish()));
      await wheel(page).outcome.waitFor();
      expect(await colourAt(page, 0)).toEqual(segmentColours.get(10));
      // The others are dimmed.
      const [red = 255] = await colourAt(page, 120);
      expect(red).toBeLessThan(0xb7);
      await page.clock.runFor(1500);
      await page.clock.resume();
      await won(page, 10).waitFor();
    },
  );
});
