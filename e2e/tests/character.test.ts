// The campaign's character: what it does when, and that it is only decoration.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillForm, newShopper, registration, toForm, won } from '../support/page-objects.ts';
import { usePhones, withMotion } from '../support/browser/phone.ts';
import { storeVerified } from '../support/browser/stored-login.ts';
import { stopAnimations } from '../support/browser/page-time.ts';

const phones = usePhones();
const moods = ['waiting', 'wince', 'cheer', 'console'] as const;

const character = (page: Page) => page.locator('#root .character');
const mooded = (page: Page, mood: (typeof moods)[number]) =>
  page.locator(`#root .character[data-mood=${mood}]`);

/** Names of running animations of its parts. */
const motions = (page: Page, of = '.character') =>
  page.evaluate((owner) => {
    return document.getAnimations().flatMap((show) => {
      const { effect } = show;
      const isOwn = effect instanceof KeyframeEffect && effect.target?.closest(owner) !== null;
      return isOwn && show instanceof CSSAnimation ? [show.animationName] : [];
    });
  }, of);

const finish = (page: Page) =>
  page.evaluate(() => {
    for (const show of document.getAnimations()) show.finish();
  });

test('it waits beside the form, winces at each refusal, and is well again when the faults are mended', async () => {
  const phone = await phones.open(withMotion);
  const { page } = phone;
  await stopAnimations(page);
  await toForm(phone);
  await mooded(page, 'waiting').waitFor();
  for (let press = 0; press < 2; press += 1) {
    await registration(page).getOtp.click();
    await mooded(page, 'wince').waitFor();
    await expect.poll(() => motions(page)).toContain('character-flinch');
    await finish(page);
    expect(await motions(page)).not.toContain('character-flinch');
  }
  await fillForm(page, newShopper());
  await mooded(page, 'waiting').waitFor();
});

test(
  '[REW-1] a fixed reward comes out of a gift, is cheered as on a win, once, and nothing looks like a draw',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open(withMotion);
    const { page } = phone;
    await storeVerified(phone, newShopper({ state: 'Tamil Nadu' }));
    await stopAnimations(page);
    await page.goto('/');
    await page.locator('[data-open] > .gift').waitFor();
    expect(await motions(page, '.gift')).toContain('gift-lid');
    expect(await page.locator('canvas, [href="/draw/"]').count()).toBe(0);
    await page.locator('.reward[data-entrance] .character:first-child[data-mood=cheer]').waitFor();
    await page.locator('.particles i').first().waitFor({ state: 'attached' });
    await won(page, 3).waitFor();
    await page.reload();
    await won(page, 3).waitFor();
    expect(await page.locator('.gift, .particles, .reward[data-entrance]').count()).toBe(0);
  },
);

/** Each part that moves or is exchanged: its rotation, or nothing if hidden. */
const pose = (page: Page, mood: string) =>
  character(page).evaluate((element: HTMLElement, wanted) => {
    element.dataset['mood'] = wanted;
    const turned = (part: Element) => {
      const { opacity, transform } = getComputedStyle(part);
      if (opacity === '0') return 'hidden';
      const { a, b, d } = new DOMMatrix(transform);
      return a === 1 && b === 0 ? (d === 0 ? 'open' : 'as drawn') : 'turned';
    };
    return Object.fromEntries(
      [...element.querySelectorAll('i:empty')].map((part) => [
        part.className.replace('character-', ''),
        turned(part),
      ]),
    );
  }, mood);

/** Of each animation of the character. */
const keyframesOf = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return [];
      if (effect.target?.closest('.character') === null) return [];
      const frames = effect.getKeyframes();
      const properties = frames.flatMap((frame) => Object.keys(frame));
      const transforms = frames.map((frame) => String(frame['transform']));
      return [{ properties, transforms, endMs: Number(effect.getComputedTiming().endTime) }];
    }),
  );

async function expectPausedOutOfSight(page: Page): Promise<void> {
  await page.locator('#root .character[data-seen]').waitFor();
  const states = () =>
    character(page).evaluate((element) => [
      ...new Set(element.getAnimations({ subtree: true }).map(({ playState }) => playState)),
    ]);
  expect(await states()).toEqual(['running']);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.locator('#root .character:not([data-seen])').waitFor();
  expect(await states()).toEqual(['paused']);
}

test('each mood moves by transform and opacity alone, ends within five seconds, and is paused out of sight', async () => {
  const phone = await phones.open(withMotion);
  const { page } = phone;
  await stopAnimations(page);
  await toForm(phone);
  for (const mood of moods) {
    await pose(page, mood);
    const shows = await keyframesOf(page);
    expect(shows.length, mood).toBeGreaterThan(2);
    const computed = ['offset', 'computedOffset', 'easing', 'composite'];
    const properties = new Set(shows.flatMap((show) => show.properties));
    for (const name of computed) properties.delete(name);
    expect([...properties].toSorted()).toEqual(expect.arrayContaining(['transform']));
    for (const name of properties) expect(['transform', 'opacity']).toContain(name);
    expect(Math.max(...shows.map(({ endMs }) => endMs))).toBeLessThanOrEqual(5000);
    // The compositor does not run translations by percentage.
    const moved = shows.flatMap((show) => show.transforms);
    expect(moved.filter((one) => one.includes('%'))).toEqual([]);
  }
  await expectPausedOutOfSight(page);
});
