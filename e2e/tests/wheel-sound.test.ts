// The sound of the wheel, on a fake AudioContext that records.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { finishSpin, shownAmount, toWheelByForms, wheel, won } from '../support/page-objects.ts';
import { recordSpeakers, stopAnimations, pauseClock } from '../support/browser/page-time.ts';
import { storeUnknownToken } from '../support/browser/stored-login.ts';
import { usePhones, withMotion, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { respond, recordRequests } from '../support/api-calls.ts';
import { segmentColours, colourAt, sharpness } from '../support/checks/pixels-at.ts';

const phones = usePhones(withMotion);
const spinMs = 6000;
/** From here on consecutive pegs are far enough apart to be distinguished in the sound. */
const slowFromMs = 4400;
const pegGap = 360 / 27;

const soundSchema = z.object({
  /** Seconds on the audio clock: when it was scheduled, its start, and the offset into it. */
  givenAt: z.number(),
  at: z.number(),
  offset: z.number(),
  /** Time of the wheel's animation then, in ms, and its id; null without one. */
  turnedMs: z.number().nullable(),
  turn: z.string().nullable(),
  /** Seconds: its length, and where clicks begin after silence. */
  length: z.number(),
  clicks: z.array(z.number()),
  isCancelled: z.boolean(),
});

function recordSound(): void {
  const sounds: Record<string, unknown>[] = [];
  /** Like the real one's, the audio clock does not advance while a script runs. */
  let frozen: number | undefined;
  /** Louder than the held note. */
  const clicksOf = (wave: Float32Array, rate: number) => {
    const clicks: number[] = [];
    let quietSince = -1;
    wave.forEach((height, index) => {
      if (Math.abs(height) < 0.12) return;
      if (index - quietSince > 0.012 * rate) clicks.push(index / rate);
      quietSince = index;
    });
    return clicks;
  };
  class Speaker extends EventTarget {
    state = 'running';
    outputLatency = 0;
    destination = {};
    get currentTime() {
      if (frozen === undefined) setTimeout(() => (frozen = undefined));
      frozen ??= performance.now() / 1000;
      return frozen;
    }
    resume = () => Promise.resolve();
    suspend = () => Promise.resolve();
    close = () => Promise.resolve();
    createBuffer = (_: number, length: number, rate: number) => {
      const buffer = { length: length / rate, clicks: [] as number[] };
      const copyToChannel = (wave: Float32Array) => (buffer.clicks = clicksOf(wave, rate));
      return Object.assign(buffer, { copyToChannel });
    };
    createBufferSource = () => {
      const sound: Record<string, unknown> = { isCancelled: false };
      return {
        buffer: { length: 0, clicks: [] as number[] },
        connect: (next: unknown) => next,
        addEventListener: () => {},
        start(at: number, offset: number) {
          // Not the transitions of the text around the wheel.
          const show = document.getAnimations().find(({ id }) => id !== '');
          const turnedMs = show === undefined ? null : Number(show.currentTime);
          const { length, clicks } = this.buffer;
          const givenAt = frozen ?? performance.now() / 1000;
          const turn = show?.id ?? null;
          sounds.push(
            Object.assign(sound, { at, offset, givenAt, turnedMs, turn, length, clicks }),
          );
        },
        stop() {
          const end = Number(sound['at']) + this.buffer.length - Number(sound['offset']);
          sound['isCancelled'] = performance.now() / 1000 < end;
        },
      };
    };
  }
  Reflect.set(window, 'AudioContext', Speaker);
  Reflect.set(window, 'sounds', sounds);
}

const mute = (page: Page) => page.getByRole('button', { name: 'Mute sound', exact: true });
const isMuted = async (page: Page) => (await mute(page).getAttribute('aria-pressed')) === 'true';

/** What this page has played and not cancelled: the ticks of a spin, and the bell at its end. */
async function playedSounds(page: Page) {
  const noted = await page.evaluate(() => Reflect.get(window, 'sounds') as unknown);
  const sounds = z
    .array(soundSchema)
    .parse(noted)
    .filter((one) => !one.isCancelled);
  return {
    spins: sounds.filter(({ turn, length }) => turn === 'spin' && length > 4),
    bells: sounds.filter(({ turn, length }) => turn !== 'wind-up' && length > 0.5 && length < 2),
  };
}

async function toWheelOfThree(phone: Phone): Promise<void> {
  await storeUnknownToken(phone);
  await respond(phone.page, 'getReward', { statusCode: 200, winType: 3 });
  await phone.page.goto('/spin-wheel');
  await wheel(phone.page).play.waitFor();
}

async function openRecording() {
  const phone = await phones.open({ before: (page) => page.addInitScript(recordSound) });
  await toWheelOfThree(phone);
  return phone;
}

async function play(page: Page): Promise<void> {
  await wheel(page).play.click();
  await page.waitForFunction(() =>
    document.getAnimations().some((show) => show.id === 'spin' && show.startTime !== null),
  );
}

const rotationsAt = (page: Page, moments: number[]) =>
  page.evaluate((times) => {
    const [show] = document
      .getAnimations()
      .filter(
        ({ effect }) =>
          effect instanceof KeyframeEffect && effect.target instanceof HTMLCanvasElement,
      );
    const disc = document.querySelector('canvas');
    if (!show || !disc) throw new Error('The wheel does not turn.');
    show.pause();
    return times.map((time) => {
      show.currentTime = time;
      const { a, b } = new DOMMatrix(getComputedStyle(disc).transform);
      return (Math.atan2(b, a) * 180) / Math.PI;
    });
  }, moments);

test(
  '[WHL-5] the speaker is opened before the press once the page was touched, and sleeps until then',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    const states = await recordSpeakers(page);
    // Filling in a form counts as touching the page.
    await toWheelByForms(phone);
    await expect.poll(states, { timeout: 60_000 }).toEqual(['suspended']);
    await play(page);
    expect(await states()).toHaveLength(1);
  },
);

describe('the sound of the wheel', () => {
  test(
    '[WHL-5] is a tick for each peg that passes the pointer, ever slower, and a bell at rest',
    { tags: ['long'] },
    async () => {
      const { page } = await openRecording();
      expect((await playedSounds(page)).spins).toEqual([]);
      await play(page);
      await expect.poll(async () => (await playedSounds(page)).spins.length).toBe(1);
      const { spins, bells } = await playedSounds(page);
      expect(bells).toEqual([]);
      const [sound] = spins;
      // In ms of the turn, by its animation when the sound was scheduled.
      const began = (sound?.at ?? 0) - (sound?.offset ?? 0) - (sound?.givenAt ?? 0);
      const shift = began * 1000 + (sound?.turnedMs ?? Number.NaN);
      expect(Math.abs(shift)).toBeLessThan(60);
      const moments = (sound?.clicks ?? []).map((click) => click * 1000);
      expect(moments.length).toBeGreaterThan(15);
      expect(moments[0]).toBeGreaterThanOrEqual(0);
      expect(moments.at(-1)).toBeLessThanOrEqual(spinMs);
      const late = moments.filter((moment) => moment >= slowFromMs);
      const pauses = late.slice(1).map((moment, index) => moment - (late[index] ?? 0));
      expect(pauses.at(-1)).toBeGreaterThan(100);
      for (const [index, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual((pauses[index - 1] ?? 0) - 1);
      }
      // In sync: at each click a peg is under the pointer, and no passing peg is missing.
      const rotations = await rotationsAt(page, late);
      for (const rotation of rotations) {
        const off = Math.abs(rotation / pegGap - Math.round(rotation / pegGap)) * pegGap;
        expect(off).toBeLessThan(0.5);
      }
      const [before = 0] = await rotationsAt(page, [slowFromMs]);
      // It comes to rest at 180°, midway between two pegs.
      const left = (((180 - before) % 360) + 360) % 360;
      expect(late).toHaveLength(Math.floor(left / pegGap + 0.5));

      await finishSpin(page);
      await won(page, 3).waitFor();
      // With the stamp.
      await expect.poll(async () => (await playedSounds(page)).bells).toHaveLength(1);
    },
  );

  test(
    '[WHL-5] can be muted: none then, also after a reload, until it is switched on again',
    { tags: ['long'] },
    async () => {
      const { page } = await openRecording();
      expect(await isMuted(page)).toBe(false);
      await mute(page).click();
      expect(await isMuted(page)).toBe(true);
      await play(page);
      await finishSpin(page);
      expect(await shownAmount(page)).toBe(3);
      expect(await playedSounds(page)).toEqual({ spins: [], bells: [] });

      await page.goto('/spin-wheel');
      await mute(page).waitFor();
      expect(await isMuted(page)).toBe(true);
      await play(page);
      expect(await playedSounds(page)).toEqual({ spins: [], bells: [] });
      // Unmuted in the middle, the rest is heard; muted again, it is cancelled.
      await mute(page).click();
      const [rest] = (await playedSounds(page)).spins;
      expect(rest?.offset).toBeGreaterThan(0);
      await mute(page).click();
      expect((await playedSounds(page)).spins).toEqual([]);
      await mute(page).click();
      await finishSpin(page);
      await won(page, 3).waitFor();
      // With the stamp.
      await expect.poll(async () => (await playedSounds(page)).bells).toHaveLength(1);
      await page.goto('/spin-wheel');
      await mute(page).waitFor();
      expect(await isMuted(page)).toBe(false);
    },
  );
});

describe('a browser', () => {
  const browsers: [string, () => void][] = [
    [
      'without audio',
      () => {
        Reflect.deleteProperty(window, 'AudioContext');
      },
    ],
    [
      'that throws when audio is requested',
      () => {
        const refuse = () => {
          throw new DOMException('Not allowed.', 'NotSupportedError');
        };
        Reflect.set(window, 'AudioContext', new Proxy(AudioContext, { construct: refuse }));
      },
    ],
    [
      'that refuses to sound',
      () => {
        Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
        const refuse = () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'));
        AudioContext.prototype.resume = refuse;
        AudioContext.prototype.close = refuse;
      },
    ],
    [
      'that never reports whether it plays',
      () => {
        Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
        AudioContext.prototype.resume = () => new Promise(() => {});
      },
    ],
  ];
  test.each(browsers)(
    '[WHL-5] %s spins all the same, without an error',
    { tags: ['long'] },
    async (_, spoil) => {
      const phone = await phones.open({ before: (page) => page.addInitScript(spoil) });
      const { page } = phone;
      await toWheelOfThree(phone);
      const spins = recordRequests(page, 'getReward');
      await mute(page).click();
      await mute(page).click();
      await play(page);
      await mute(page).click();
      await finishSpin(page);
      expect(await shownAmount(page)).toBe(3);
      expect(spins).toHaveLength(1);
    },
  );
});

// On every kind of screen, for screen readers and with reduced motion. Makes no calls.

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
  test.each([1, 2, 3])(
    '[WHL-8] is sharp at %s pixels to one',
    { tags: ['long'] },
    async (density) => {
      const phone = await openWheel({ deviceScaleFactor: density });
      await expectSharp(phone, density);
      expect((await sharpness(phone.page)).width).toBeGreaterThan(200);
    },
  );

  test(
    '[WHL-8] is correct after the phone is rotated, in the middle of a spin and after it',
    { tags: ['long'] },
    async () => {
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
    },
  );

  test(
    '[WHL-8] shows its segments at their angles after the phone is rotated',
    { tags: ['long'] },
    async () => {
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
    },
  );
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
