import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  finishSpin,
  sentence,
  shownAmount,
  spin,
  toWheel,
  wheel,
  won,
} from '../support/page-objects.ts';
import { recordSpeakers, stopAnimations, pauseClock } from '../support/browser/page-time.ts';
import { storeUnknownToken } from '../support/browser/stored-login.ts';
import { usePhones, withMotion, type Phone } from '../support/browser/phone.ts';
import { respond, handleFirst, holdCalls, recordRequests, reply } from '../support/api-calls.ts';

type Place = readonly [x: number, y: number];

/** Colours on the screen at these points: red, green and blue. Takes one screenshot for all. */
async function pixelsAt(page: Page, places: readonly Place[]): Promise<number[][]> {
  const [across, down] = [places.map(([x]) => Math.round(x)), places.map(([, y]) => Math.round(y))];
  const [x, y] = [Math.min(...across), Math.min(...down)];
  const clip = { x, y, width: Math.max(...across) - x + 1, height: Math.max(...down) - y + 1 };
  const shot = await page.screenshot({ clip });
  return page.evaluate(
    async ({ base64, width, points }) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(picture, 0, 0);
      const density = picture.width / width;
      return points.map(([left = 0, top = 0]) => [
        ...(context?.getImageData(left * density, top * density, 1, 1).data.slice(0, 3) ?? []),
      ]);
    },
    {
      base64: shot.toString('base64'),
      width: clip.width,
      points: across.map((left, index) => [left - x, (down[index] ?? 0) - y]),
    },
  );
}

const segmentColours = new Map([
  [3, [0xff, 0xee, 0xc8]],
  [5, [0xe5, 0x9a, 0x52]],
  [10, [0xff, 0xb5, 0x2e]],
]);

/** Whose colours are at angles clockwise from 12 o'clock, shaded a little by the wheel's image. */
async function segmentsAt(page: Page, ...angles: number[]): Promise<(number | undefined)[]> {
  const box = await wheel(page).canvas.boundingBox();
  if (!box) throw new Error('The wheel is not on the page.');
  // The box is that of the rotated canvas, with the same centre; the width is the canvas's own.
  const width = await wheel(page).canvas.evaluate(({ clientWidth }) => clientWidth);
  const reach = (width / 2) * 0.7;
  const places = angles.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [
      box.x + box.width / 2 + reach * Math.sin(angle),
      box.y + box.height / 2 - reach * Math.cos(angle),
    ] as const;
  });
  const colours = await pixelsAt(page, places);
  return colours.map((colour) =>
    [...segmentColours.keys()].find((amount) =>
      segmentColours.get(amount)?.every((part, at) => Math.abs(part - (colour[at] ?? 0)) <= 4),
    ),
  );
}

const phones = usePhones(withMotion);

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** It shows a picture, which costs nothing while other parts of the page change. */
const hasPen = (page: Page) =>
  wheel(page).canvas.evaluate(
    (canvas) => canvas instanceof HTMLCanvasElement && canvas.getContext('2d') !== null,
  );

/** Names and iterations of the animations of each reveal, by celebration. */
const pegShows = (page: Page) =>
  page.locator('.wheel-lit-pegs').evaluate((pegs) =>
    ['flash', 'chase'].flatMap((reveal) =>
      ['little', 'more', 'most'].map((celebration) => {
        pegs.setAttribute('class', `wheel-lit-pegs wheel-${reveal} wheel-lit-${celebration}`);
        const lit = reveal === 'flash' ? pegs : (pegs.firstElementChild ?? pegs);
        const { animationName, animationIterationCount } = getComputedStyle(lit);
        return `${animationName} ${animationIterationCount}`;
      }),
    ),
  );

describe('the wheel', () => {
  type Stop = { winType: number | string; path: string; amount: number };
  const expectStop = async ({ winType, path, amount }: Stop) => {
    const phone = await phones.open({ clock: true });
    const { page } = phone;
    await toWheel(phone);
    expect(await segmentsAt(page, 60, 180, 300)).toEqual([10, 3, 5]);

    expect(await hasPen(page)).toBe(false);
    await respond(page, 'getReward', { statusCode: 200, winType });
    await pauseClock(page);
    await spin(page);
    expect(await segmentsAt(page, 0)).toEqual([amount]);
    expect(await wheel(page).outcome.textContent()).toContain(`₹${amount}.`);
    // In one iteration: the main thread has a frame at the end of each.
    expect(await pegShows(page)).toEqual([
      'wheel-flash-little 1',
      'wheel-flash-more 1',
      'wheel-flash-most 1',
      'wheel-chase 1',
      'wheel-chase-twice 1',
      'wheel-chase-twice 1',
    ]);
    await page.clock.runFor(1499);
    expect(pathOf(page)).toBe('/spin-wheel');
    await page.clock.runFor(1);
    await expect.poll(() => pathOf(page)).toBe(path);
    await page.clock.resume();
    await won(page, amount).waitFor();
  };
  test.each<Stop>([{ winType: '5', path: '/reward', amount: 5 }])(
    '[WHL-4][WHL-6][WHL-8][WHL-3][REW-1] $winType: its segment under the pointer, and 1.5 s later $path',
    expectStop,
  );
  test.each<Stop>([
    { winType: 3, path: '/tnreward', amount: 3 },
    { winType: 10, path: '/congrats', amount: 10 },
  ])(
    '[WHL-4][WHL-6][WHL-8][WHL-3][REW-1] $winType: its segment under the pointer, and 1.5 s later $path',
    { tags: ['long'] },
    expectStop,
  );
});

describe('beside PLAY', () => {
  const middle: Place = [0, 0];
  const around = (degrees: number): Place => {
    const turn = (degrees * Math.PI) / 180;
    return [0.35 * Math.sin(turn), -0.35 * Math.cos(turn)];
  };

  /** @returns moves fingers to these places, in shares of the surface's width from its middle */
  async function touchOn(page: Page, surface: string) {
    const box = await page.locator(surface).boundingBox();
    if (!box) throw new Error(`${surface} is not on the page.`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const devTools = await page.context().newCDPSession(page);
    type Kind = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';
    return async (type: Kind, ...fingers: readonly Place[]) => {
      const touchPoints = fingers.map(([across, down], id) => ({
        id,
        x: x + across * box.width,
        y: y + down * box.width,
      }));
      await devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
  }
  type Touch = Awaited<ReturnType<typeof touchOn>>;

  const stir = async (touch: Touch, degrees: number) => {
    await touch('touchStart', around(0));
    for (let at = 0; at <= degrees; at += 30) await touch('touchMove', around(at));
    await touch('touchEnd');
  };
  const gestures: readonly [
    name: string,
    slips: (touch: Touch) => Promise<void>,
    spins: (touch: Touch, page: Page) => Promise<void>,
  ][] = [
    [
      'snap',
      async (touch) => {
        await touch('touchStart', [-0.25, 0]);
        await touch('touchMove', [-0.45, 0]);
        await touch('touchEnd');
        await touch('touchStart', [-0.25, 0], [0.25, 0], [0.3, 0.3]);
        await touch('touchMove', [-0.9, 0], [0.9, 0], [0.9, 0.9]);
        await touch('touchEnd');
      },
      async (touch) => {
        await touch('touchStart', [-0.25, 0], [0.25, 0]);
        await touch('touchMove', [-0.5, 0], [0.45, 0]);
        await touch('touchEnd');
      },
    ],
    ['stir', (touch) => stir(touch, 390), (touch) => stir(touch, 480)],
    [
      'pop',
      async (touch) => {
        await touch('touchStart', middle);
        await touch('touchEnd');
        await touch('touchStart', middle);
        await touch('touchCancel');
      },
      async (touch, page) => {
        await touch('touchStart', middle);
        const widthOf = async () => (await page.locator('.wheel-opening g').boundingBox())?.width;
        await expect.poll(widthOf).toBeGreaterThan(55.3);
        await touch('touchEnd');
      },
    ],
  ];
  const expectGesture = async ([name, slip, spins]: (typeof gestures)[number]) => {
    const phone = await phones.open();
    const { page } = phone;
    await page.route('**/spin-wheel', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"opening":"snap"', `"opening":"${name}"`);
      await route.fulfill({ response, body });
    });
    const chunks: string[] = [];
    page.on('request', (request) =>
      chunks.push(...(/(?<=assets.)(?:snap|stir|pop)(?=-)/.exec(request.url()) ?? [])),
    );
    await toWheelOfTen(phone);
    const calls = recordRequests(page, 'getReward');
    const surface = page.locator('.wheel-opening[aria-hidden=true][data-stage=ready]');
    await surface.waitFor();
    const touch = await touchOn(page, '.wheel-opening');
    await slip(touch);
    await surface.waitFor();
    expect([calls.length, await wheel(page).play.isEnabled()]).toEqual([0, true]);
    phone.allow(/warning: spin failed: UnreadableAnswer/);
    await handleFirst(page, 'getReward', 1, (route) => reply(route, { statusCode: 200 }));
    await spins(touch, page);
    await expect.poll(() => calls.length).toBe(1);
    await surface.waitFor();
    const swipe = await touchOn(page, '.wheel-disc');
    await swipe('touchStart', [-0.3, 0.1]);
    await swipe('touchMove', [0.2, 0.1]);
    await swipe('touchEnd');
    await finishSpin(page);
    await won(page, 10).waitFor();
    expect([calls.length, chunks]).toEqual([2, [name]]);
  };
  test.each(gestures.slice(0, 1))(
    '[WHL-2][WHL-4] a gesture spins, a slip does not, and a swipe over the wheel does: %s',
    (...one) => expectGesture(one),
  );
  test.each(gestures.slice(1))('[WHL-2][WHL-4] so with %s', { tags: ['long'] }, (...one) =>
    expectGesture(one),
  );
});

describe('PLAY', () => {
  test('[WHL-2] makes one call, however often it is tapped, and is disabled while the wheel turns', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toWheel(phone);
    const { play } = wheel(page);
    const spins = recordRequests(page, 'getReward');
    const letGo = await holdCalls(page, 'getReward');
    // Three taps before the page can render, and two more.
    await play.evaluate((element) => {
      if (!(element instanceof HTMLElement)) throw new Error('PLAY is no element.');
      element.click();
      element.click();
      element.click();
    });
    expect(await play.isDisabled()).toBe(true);
    await play.tap({ force: true });
    await play.tap({ force: true });
    letGo();
    await sentence(page, 'The wheel is spinning').waitFor({ state: 'attached' });
    expect(await play.isDisabled()).toBe(true);
    await play.tap({ force: true });
    await finishSpin(page);
    await shownAmount(page);
    expect(spins).toHaveLength(1);
    expect(spins[0]?.method()).toBe('POST');
  });
});

async function toWheelOfTen(phone: Phone): Promise<void> {
  await storeUnknownToken(phone);
  await respond(phone.page, 'getReward', { statusCode: 200, winType: 10 });
  await phone.page.goto('/spin-wheel');
  await wheel(phone.page).play.waitFor();
}

const mute = (page: Page) => page.getByRole('button', { name: 'Mute sound', exact: true });
const isMuted = async (page: Page) => (await mute(page).getAttribute('aria-pressed')) === 'true';

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
async function openStoppedWheel(): Promise<Phone> {
  const phone = await phones.open({ clock: true });
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
});
