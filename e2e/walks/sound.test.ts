// The sound of the wheel, on a loudspeaker that notes what it is given: nobody hears a test.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { finishSpin, shownAmount, toToken, wheel, won } from '../setup/pages.ts';
import { usePhones, type Phone } from '../setup/phone.ts';
import { answer, watch } from '../setup/wire.ts';

const phones = usePhones();
const spinMs = 6000;
/** From here on even the pegs that follow one another are too far apart to hum. */
const slowFromMs = 4200;
/** Between two pegs of the campaign's wheel, in degrees. */
const pegGap = 15;
/** 20 full turns, and Rs. 3 under the pointer. */
const way = 20 * 360 + 180;

const strokeSchema = z.object({
  /** Seconds on the audio clock: when it is due, and when it was given. */
  at: z.number(),
  givenAt: z.number(),
  /** How far the wheel had come by then, in ms; null where none turned. */
  turnedMs: z.number().nullable(),
  /** Its length in seconds. */
  length: z.number(),
  isTakenBack: z.boolean(),
});

/** In the page: an AudioContext that notes. */
function noteSound(): void {
  const strokes: Record<string, unknown>[] = [];
  /** As the real one's, the audio clock stands while one piece of script runs. */
  let frozen: number | undefined;
  class Speaker extends EventTarget {
    state = 'running';
    sampleRate = 8000;
    outputLatency = 0;
    destination = {};
    get currentTime() {
      if (frozen === undefined) setTimeout(() => (frozen = undefined));
      frozen ??= performance.now() / 1000;
      return frozen;
    }
    resume = () => Promise.resolve();
    close = () => Promise.resolve();
    createBuffer = (_: number, length: number, rate: number) => ({
      length: length / rate,
      getChannelData: () => new Float32Array(length),
    });
    createGain = () => ({ gain: { value: 1 }, connect: () => ({}) });
    createBufferSource = () => {
      const stroke: Record<string, unknown> = { isTakenBack: false };
      return {
        buffer: { length: 0 },
        connect: (next: unknown) => next,
        addEventListener: () => {},
        start(at: number) {
          const [show] = document.getAnimations();
          const turnedMs = show === undefined ? null : Number(show.currentTime);
          const { length } = this.buffer;
          const givenAt = frozen ?? performance.now() / 1000;
          strokes.push(Object.assign(stroke, { at, givenAt, turnedMs, length }));
        },
        stop: () => (stroke['isTakenBack'] = performance.now() / 1000 < Number(stroke['at'])),
      };
    };
  }
  Reflect.set(window, 'AudioContext', Speaker);
  Reflect.set(window, 'strokes', strokes);
}

const mute = (page: Page) => page.getByRole('button', { name: 'Mute sound', exact: true });
const isMuted = async (page: Page) => (await mute(page).getAttribute('aria-pressed')) === 'true';

/** What this page has struck and not taken back: ticks are short, the bell at the end is long. */
async function heard(page: Page) {
  const noted = await page.evaluate(() => Reflect.get(window, 'strokes') as unknown);
  const strokes = z
    .array(strokeSchema)
    .parse(noted)
    .filter((one) => !one.isTakenBack);
  const isTick = ({ length }: { length: number }) => length < 0.2;
  return { ticks: strokes.filter(isTick), bells: strokes.filter((one) => !isTick(one)) };
}

/** To a wheel that stops at Rs. 3: the server is not asked. */
async function toWheelOfThree(phone: Phone): Promise<void> {
  await toToken(phone);
  await answer(phone.page, 'getReward', { statusCode: 200, winType: 3 });
  await phone.page.goto('/spin-wheel');
  await wheel(phone.page).play.waitFor();
}

async function openNoting() {
  const phone = await phones.open({ before: (page) => page.addInitScript(noteSound) });
  await toWheelOfThree(phone);
  return phone;
}

/** Presses PLAY and sees the wheel turn. */
async function play(page: Page): Promise<void> {
  await wheel(page).play.click();
  await page.waitForFunction(() =>
    document.getAnimations().some((show) => show.startTime !== null),
  );
}

/** The rotation after so many ms, as the wheel's own animation has it. */
const rotationsAt = (page: Page, moments: number[]) =>
  page.evaluate(
    ({ times, degrees }) => {
      const [show] = document.getAnimations();
      show?.pause();
      return times.map((time) => {
        if (show) show.currentTime = time;
        return (show?.effect?.getComputedTiming().progress ?? 0) * degrees;
      });
    },
    { times: moments, degrees: way },
  );

describe('the sound of the wheel', () => {
  test('[WHL-5] is a tick for each peg that passes the pointer, ever slower, and a bell at rest', async () => {
    const { page } = await openNoting();
    expect((await heard(page)).ticks).toEqual([]);
    await play(page);
    await expect.poll(async () => (await heard(page)).ticks.length).toBeGreaterThan(50);
    const { ticks, bells } = await heard(page);
    expect(bells).toEqual([]);
    // Moments of the turn, by what was seen of it when they were set.
    const moments = ticks.map(
      ({ at, givenAt, turnedMs }) => (at - givenAt) * 1000 + (turnedMs ?? Number.NaN),
    );
    expect(moments[0]).toBeGreaterThanOrEqual(0);
    expect(moments.at(-1)).toBeLessThanOrEqual(spinMs);
    const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(pauses.at(-1)).toBeGreaterThan(100);
    const late = pauses.slice(moments.filter((moment) => moment < slowFromMs).length);
    expect(late.length).toBeGreaterThan(15);
    for (const [index, pause] of late.entries()) {
      expect(pause).toBeGreaterThanOrEqual((late[index - 1] ?? 0) - 0.01);
    }
    // In step: at each of them the wheel stands with a peg under the pointer, and none that passes is left out.
    const slow = moments.filter((moment) => moment >= slowFromMs);
    const rotations = await rotationsAt(page, slow);
    for (const rotation of rotations) {
      const off = Math.abs(rotation / pegGap - Math.round(rotation / pegGap)) * pegGap;
      expect(off).toBeLessThan(3);
    }
    const [before = 0] = await rotationsAt(page, [slowFromMs]);
    // The one that the wheel comes to rest at does not pass.
    expect(slow).toHaveLength(Math.ceil(way / pegGap) - 1 - Math.floor(before / pegGap));

    await finishSpin(page);
    await won(page, 3).waitFor();
    expect((await heard(page)).bells).toHaveLength(1);
  });

  test('[WHL-5] can be muted: none then, also after a reload, until it is switched on again', async () => {
    const { page } = await openNoting();
    expect(await isMuted(page)).toBe(false);
    await mute(page).click();
    expect(await isMuted(page)).toBe(true);
    await play(page);
    await finishSpin(page);
    expect(await shownAmount(page)).toBe(3);
    expect(await heard(page)).toEqual({ ticks: [], bells: [] });

    await page.goto('/spin-wheel');
    await page.reload();
    await mute(page).waitFor();
    expect(await isMuted(page)).toBe(true);
    await play(page);
    expect(await heard(page)).toEqual({ ticks: [], bells: [] });
    // Switched on in the middle of it, the rest is heard; off again, it is taken back.
    await mute(page).click();
    const { ticks } = await heard(page);
    expect(ticks.length).toBeGreaterThan(10);
    const last = ticks.at(-1);
    expect(last?.at).toBeGreaterThan(last?.givenAt ?? 0);
    await mute(page).click();
    const left = (await heard(page)).ticks;
    expect(left.filter(({ at }) => at > (last?.at ?? 0) - 1)).toEqual([]);
    await mute(page).click();
    await finishSpin(page);
    await won(page, 3).waitFor();
    expect((await heard(page)).bells).toHaveLength(1);
    await page.goto('/spin-wheel');
    await mute(page).waitFor();
    expect(await isMuted(page)).toBe(false);
  });
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
      'that throws when it is asked for audio',
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
      'that never says whether it sounds',
      () => {
        Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
        AudioContext.prototype.resume = () => new Promise(() => {});
      },
    ],
  ];
  test.each(browsers)('[WHL-5] %s spins all the same, without an error', async (_, spoil) => {
    const phone = await phones.open({ before: (page) => page.addInitScript(spoil) });
    const { page } = phone;
    await toWheelOfThree(phone);
    const spins = watch(page, 'getReward');
    await mute(page).click();
    await mute(page).click();
    await play(page);
    await mute(page).click();
    await finishSpin(page);
    expect(await shownAmount(page)).toBe(3);
    expect(spins).toHaveLength(1);
  });
});
