/** @module-tag long */
// On every kind of screen, for screen readers and with reduced motion. Makes no calls.
import { describe, expect, test } from 'vitest';
import { finishSpin, wheel, won } from '../support/page-objects.ts';
import { storeUnknownToken } from '../support/browser/stored-login.ts';
import { usePhones, withMotion, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { respond } from '../support/api-calls.ts';
import { segmentColours, colourAt, sharpness } from '../support/checks/pixels-at.ts';
import { stopAnimations, pauseClock } from '../support/browser/page-time.ts';

const phones = usePhones(withMotion);

async function openWheel(options: PhoneOptions = {}): Promise<Phone> {
  const phone = await phones.open(options);
  const { page } = phone;
  await storeUnknownToken(phone);
  await respond(page, 'getReward', { statusCode: 200, winType: 10 });
  await page.goto('/spin-wheel');
  await wheel(page).play.waitFor();
  return phone;
}

/** The clock stands still, so that neither a spin nor the 1.5 s at rest end. */
async function openStoppedWheel(options: PhoneOptions = {}): Promise<Phone> {
  const phone = await openWheel({ ...options, clock: true });
  await pauseClock(phone.page);
  return phone;
}

/** Expects one canvas pixel per device pixel, except for rounding. */
async function expectSharp({ page }: Phone, density: number): Promise<void> {
  const off = async () => {
    const { width, across, down } = await sharpness(page);
    return Math.max(Math.abs(across - density), Math.abs(down - density)) * width;
  };
  await expect.poll(off).toBeLessThanOrEqual(0.5);
}

describe('the picture of the wheel', () => {
  test.each([1, 2, 3])('[WHL-8] is sharp at %s pixels to one', async (density) => {
    const phone = await openWheel({ deviceScaleFactor: density });
    await expectSharp(phone, density);
    expect((await sharpness(phone.page)).width).toBeGreaterThan(200);
  });

  test('[WHL-8] is correct after the phone is rotated, in the middle of a spin and after it', async () => {
    const phone = await openStoppedWheel({ deviceScaleFactor: 2 });
    const { page } = phone;
    const { width } = await sharpness(page);
    await stopAnimations(page);
    await wheel(page).play.click();
    await page.waitForFunction(() => document.getAnimations().some(({ id }) => id === 'spin'));
    await page.setViewportSize({ width: 740, height: 360 });
    await expect.poll(async () => (await sharpness(page)).width).not.toBe(width);
    await expectSharp(phone, 2);
    await finishSpin(page);
    await page.setViewportSize({ width: 320, height: 568 });
    await expect.poll(async () => (await sharpness(page)).width).toBeLessThan(width);
    await expectSharp(phone, 2);
    await page.clock.resume();
    await won(page, 10).waitFor();
  });

  test('[WHL-8] shows its segments at their angles after the phone is rotated', async () => {
    const { page } = await openWheel({ deviceScaleFactor: 3 });
    for (const [wide, high] of [
      [740, 360],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width: wide, height: high });
      await wheel(page).canvas.scrollIntoViewIfNeeded();
      await expect.poll(() => colourAt(page, 60)).toEqual(segmentColours.get(10));
      expect(await colourAt(page, 180)).toEqual(segmentColours.get(3));
      expect(await colourAt(page, 300)).toEqual(segmentColours.get(5));
    }
  });
});

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

  test('[WHL-8] sees nothing turn under reduced motion, and the outcome under the pointer', async () => {
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
  });
});
