// Built like the site, under a strict Content-Security-Policy.
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fewProcesses, launchChromium } from '@inaam/testing/runtime/chromium.ts';
import { normalise, pegAngles, segmentArcs } from './motion/geometry.ts';
import { rotationAt, spinMotion, spinMs } from './motion/motion.ts';
import { pegPasses } from './motion/pointer.ts';

const colours = {
  ten: [0xb5, 0x54, 0x1c],
  three: [0xff, 0xe3, 0xac],
  five: [0xf2, 0xa5, 0x1f],
};
const atRest = { ten: 7500, three: 7380, five: 7260 };
type Id = keyof typeof colours;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Context = Awaited<ReturnType<Browser['newContext']>>;
type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

const handset: ContextOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };

let browser: Browser;
/** Shared by most tests: a renderer that has run the scripts before is cheaper. */
let commonContext: Context;
/** Keeps the renderer alive between tests. */
let keeper: Page;
let server: Server;
let origin: string;
const consoleErrors: string[] = [];

beforeAll(async () => {
  const launching = launchChromium(undefined, fewProcesses);
  [browser, server] = await Promise.all([launching, serveTestPage()]);
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The test page has no port.');
  origin = `http://127.0.0.1:${address.port}/`;
  commonContext = await browser.newContext(handset);
  keeper = await commonContext.newPage();
  await keeper.goto(`${origin}favicon.ico`);
});

afterAll(() => server.close());
afterAll(() => browser.close());

afterEach(async () => {
  const pages = commonContext.pages().filter((page) => page !== keeper);
  const others = browser.contexts().filter((context) => context !== commonContext);
  await Promise.all([...pages, ...others].map((used) => used.close()));
  const seen = consoleErrors.splice(0);
  if (seen.length > 0) throw new Error(`Errors on the browser's console: ${seen.join('\n')}`);
});

async function serveTestPage(): Promise<Server> {
  const input = fileURLToPath(new URL('wheel-test-page.tsx', import.meta.url));
  const built = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    // Strict mode runs each effect twice only in React's development build.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, rolldownOptions: { input } },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const { output } of [built].flat().filter((result) => 'output' in result)) {
    for (const file of output) {
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
    }
  }
  const named = (ending: string) => [...files.keys()].find((name) => name.endsWith(ending)) ?? '';
  files.set(
    '/',
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Wheel test page</title>
     <link rel="stylesheet" href="${named('.css')}"><div id="root"></div><script type="module" src="${named('.js')}"></script>`,
  );
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };
  const testServer = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://test-page');
    const file = files.get(pathname);
    response.setHeader('content-security-policy', "default-src 'self'");
    response.setHeader('content-type', types[pathname.split('.').at(-1) ?? ''] ?? 'text/html');
    response.statusCode = file === undefined && pathname !== '/favicon.ico' ? 404 : 200;
    response.end(file ?? '');
  });
  return new Promise((resolve) => {
    testServer.listen(0, '127.0.0.1', () => resolve(testServer));
  });
}

async function open(
  options: ContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
  query = '',
): Promise<Page> {
  const needsNew = before !== undefined || Object.keys(options).length > 0;
  const context = needsNew ? await browser.newContext({ ...handset, ...options }) : commonContext;
  const page = await context.newPage();
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      consoleErrors.push(message.text());
  });
  await stopAnimations(page);
  await (before ?? postponeTimers)(page);
  await page.goto(origin + query);
  await page.getByRole('figure', { name: 'Prize wheel' }).waitFor();
  return page;
}

/** No animation ends before a busy machine looks: tests finish them. */
async function stopAnimations(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
}

/** Nor does the hidden tab's timer end one. */
const postponeTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: original } = globalThis;
    const delayed = (run: () => void, ms = 0) => original(run, ms >= 1000 ? 3_600_000 : ms);
    Object.assign(globalThis, { setTimeout: delayed });
  });

/** By the keyboard: the turned canvas may cover a button. */
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).press('Enter');

const rests = (page: Page) => page.locator('output').textContent();

const finish = (page: Page) =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));

const waitForAnimation = (page: Page, id: string) =>
  page.waitForFunction(
    (name) => document.getAnimations().some((animation) => animation.id === name),
    id,
  );

const waitForStill = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().length === 0);

async function spin(page: Page, id: Id): Promise<void> {
  const before = Number(await rests(page));
  await press(page, id);
  await waitForAnimation(page, 'spin');
  await finish(page);
  await page.locator('output', { hasText: String(before + 1) }).waitFor();
}

async function underPointer(page: Page): Promise<number[]> {
  const disc = await page.locator('.wheel-disc').boundingBox();
  if (!disc) throw new Error('The wheel is not on the page.');
  const x = disc.x + disc.width / 2;
  const y = disc.y + (disc.width / 2) * (1 - 0.7);
  const shot = await page.screenshot({
    clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 },
  });
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(picture, 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [...shot],
  );
}

async function rotationOf(page: Page): Promise<number> {
  const turned = await page
    .locator('canvas.wheel-canvas')
    .last()
    .evaluate((canvas) => {
      const { a, b } = new DOMMatrix(getComputedStyle(canvas).transform);
      return (Math.atan2(b, a) * 180) / Math.PI;
    });
  return normalise(turned);
}

const pauseAt = (page: Page, atMs: number) =>
  page.evaluate((currentTime) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = currentTime;
    }
  }, atMs);

const animatedProperties = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().map(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return [];
      const keys = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      const plain = new Set(['offset', 'computedOffset', 'easing', 'composite']);
      return [...new Set(keys)].filter((key) => !plain.has(key));
    }),
  );

const sizes = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('Not a canvas.');
    const css = Number.parseFloat(getComputedStyle(canvas).width);
    return { css, width: canvas.width, height: canvas.height, density: devicePixelRatio };
  });

/** Changes may take effect later. */
const isSharp = async (page: Page, density: number): Promise<boolean> => {
  const { css, width, height, density: seen } = await sizes(page);
  return seen === density && width === Math.round(css * density) && height === width;
};

describe('where it stops', () => {
  test('[WHL-4] each spin starts where the last one ended, and stops at the right segment', async () => {
    const page = await open();
    for (const id of ['five', 'ten', 'three', 'five'] as const) {
      await spin(page, id);
      expect(await underPointer(page)).toEqual(colours[id]);
      expect(await rotationOf(page)).toBeCloseTo(normalise(atRest[id]), 3);
    }
    expect(await rests(page)).toBe('4');
    const before = await rotationOf(page);
    await press(page, 'ten');
    await waitForAnimation(page, 'spin');
    await pauseAt(page, 0);
    expect(await rotationOf(page)).toBeCloseTo(before, 1);
  });

  test('[WHL-4] it turns clockwise through 20 full turns and more, along the computed curve', async () => {
    const page = await open();
    await press(page, 'ten');
    await waitForAnimation(page, 'spin');
    const motion = spinMotion(0, 7500);
    for (const atMs of [0, 40, 240, 400, 1500, 3000, 5460, 5700]) {
      await pauseAt(page, atMs);
      expect(await rotationOf(page)).toBeCloseTo(normalise(rotationAt(motion, atMs)), 1);
    }
    expect(await rests(page)).toBe('0');
  });
});

describe('while the outcome is awaited', () => {
  test('[WHL-3][WHL-4] it winds up, spins from there once the outcome is known, and stops at the right segment', async () => {
    const page = await open();
    await press(page, 'wind up');
    await waitForAnimation(page, 'wind-up');
    await pauseAt(page, 2100);
    const wound = await rotationOf(page);
    expect(wound).toBeGreaterThan(360 - 3 * 13);
    expect(wound).toBeLessThan(360 - 2 * 13);
    expect(await rests(page)).toBe('0');
    await press(page, 'ten');
    await waitForAnimation(page, 'spin');
    await pauseAt(page, 0);
    expect(await rotationOf(page)).toBeCloseTo(wound, 1);
    await finish(page);
    await page.locator('output', { hasText: '1' }).waitFor();
    expect(await underPointer(page)).toEqual(colours.ten);
    expect(await page.locator('canvas').evaluate((canvas) => canvas.style.transform)).toBe(
      'rotate(7500deg)',
    );
    // `isWindingUp` has no effect while `spinTo` is set.
    await press(page, 'wind up');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test('[WHL-7] it unwinds without a rest if there is no outcome, and is as before', async () => {
    const page = await open({}, async (empty) => {
      await empty.clock.install();
      await postponeTimers(empty);
    });
    await spin(page, 'five');
    await press(page, 'wind up');
    await press(page, 'none');
    await waitForAnimation(page, 'wind-up');
    await pauseAt(page, 5200);
    expect(await rotationOf(page)).not.toBeCloseTo(60, 0);
    await press(page, 'wind up');
    await waitForAnimation(page, 'unwind');
    await finish(page);
    await waitForStill(page);
    expect(await rotationOf(page)).toBeCloseTo(60, 3);
    await page.clock.runFor(60_000);
    expect(await rests(page)).toBe('1');
    await spin(page, 'three');
    expect(await underPointer(page)).toEqual(colours.three);
  });

  test('[WHL-8] it does not wind up under reduced motion', async () => {
    const page = await open({ reducedMotion: 'reduce' });
    await press(page, 'wind up');
    await press(page, 'five');
    await waitForAnimation(page, 'spin');
    await finish(page);
    await page.locator('output', { hasText: '1' }).waitFor();
    expect(await underPointer(page)).toEqual(colours.five);
  });
});

describe('the pointer', () => {
  const waitForPointer = (page: Page) =>
    page.waitForFunction(() => document.getAnimations().length === 2);

  const tilt = (page: Page) =>
    page.locator('.wheel-pointer').evaluate((pointer) => {
      const { a, b } = new DOMMatrix(getComputedStyle(pointer).transform);
      return (Math.atan2(b, a) * 180) / Math.PI;
    });

  test('[WHL-8] is pushed aside as a peg passes, and is upright otherwise', async () => {
    const page = await open();
    expect(await tilt(page)).toBeCloseTo(0, 3);
    await press(page, 'ten');
    await waitForPointer(page);
    const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
    const last = pegPasses(spinMotion(0, 7500), pegs).at(-1)?.ms ?? 0;
    await pauseAt(page, last);
    expect(await tilt(page)).toBeCloseTo(-15, 1);
    await pauseAt(page, last + 200);
    expect(await tilt(page)).toBeCloseTo(0, 1);
    await finish(page);
    await waitForStill(page);
    expect(await tilt(page)).toBeCloseTo(0, 3);
  });

  test('[WHL-8] and the wheel are animated by transforms alone, which need no painting', async () => {
    const page = await open();
    await press(page, 'ten');
    await waitForPointer(page);
    expect(await animatedProperties(page)).toEqual([['transform'], ['transform']]);
  });
});

describe('one spin at a time', { tags: ['long'] }, () => {
  test('[WHL-4] a wheel mounted with `spinTo` spins once, in strict mode too', async () => {
    const page = await open({}, (empty) => empty.clock.install(), '?spin=five');
    await waitForAnimation(page, 'spin');
    expect(await page.locator('canvas').evaluate((canvas) => canvas.style.transform)).toBe(
      'rotate(7260deg)',
    );
    await finish(page);
    await page.locator('output', { hasText: '1' }).waitFor();
    await page.clock.runFor(3 * spinMs);
    expect(await rests(page)).toBe('1');
    expect(await underPointer(page)).toEqual(colours.five);
  });

  test('[WHL-4] a cancelled spin stays where it is and never calls `onRest`', async () => {
    const page = await open({}, (empty) => empty.clock.install());
    await press(page, 'three');
    await pauseAt(page, 1500);
    const before = await rotationOf(page);
    await press(page, 'none');
    await waitForStill(page);
    expect(await rotationOf(page)).toBeCloseTo(before, 1);
    await page.clock.runFor(3 * spinMs);
    expect(await rests(page)).toBe('0');
    await spin(page, 'ten');
    expect(await underPointer(page)).toEqual(colours.ten);
  });

  test('[WHL-4] unmounting the wheel cancels its spin', async () => {
    const page = await open({}, (empty) => empty.clock.install());
    await press(page, 'three');
    await waitForAnimation(page, 'spin');
    await press(page, 'leave');
    await waitForStill(page);
    await page.clock.runFor(3 * spinMs);
    expect(await rests(page)).toBe('0');
  });
});

describe('without an animation', () => {
  test('[WHL-8] a hidden tab, which has no frames, shows the right segment in time', async () => {
    const page = await open({}, (empty) => empty.clock.install());
    await press(page, 'ten');
    await pauseAt(page, 800);
    await page.clock.runFor(spinMs + 2000);
    expect(await rests(page)).toBe('1');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await underPointer(page)).toEqual(colours.ten);
  });

  test('[WHL-8] a browser without Web Animations shows the right segment at once', async () => {
    const page = await open({}, (empty) =>
      empty.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'animate')),
    );
    await press(page, 'three');
    await page.locator('output', { hasText: '1' }).waitFor();
    expect(await underPointer(page)).toEqual(colours.three);
  });

  test.each(['click', 'mount'])(
    '[WHL-8] under reduced motion nothing turns: it fades in as it rests (by %s)',
    async (by) => {
      const page = await open(
        { reducedMotion: 'reduce' },
        undefined,
        by === 'mount' ? '?spin=five' : '',
      );
      if (by === 'click') await press(page, 'five');
      await waitForAnimation(page, 'spin');
      expect(await animatedProperties(page)).toEqual([['opacity']]);
      await finish(page);
      await page.locator('output', { hasText: '1' }).waitFor();
      expect(await underPointer(page)).toEqual(colours.five);
    },
  );
});

describe('the picture', () => {
  test('[WHL-8] has one pixel for each screen pixel, at a density of 2.625', async () => {
    const page = await open({ deviceScaleFactor: 2.625 });
    await expect.poll(() => isSharp(page, 2.625)).toBe(true);
  });

  test('[WHL-8] survives a resize, in the middle of a spin and after it', async () => {
    const page = await open();
    await press(page, 'three');
    await pauseAt(page, 3000);
    const before = await rotationOf(page);
    const narrow = (await sizes(page)).css;
    await page.setViewportSize({ width: 740, height: 360 });
    await expect.poll(async () => (await sizes(page)).css).toBeGreaterThan(narrow);
    await expect.poll(() => isSharp(page, 2)).toBe(true);
    expect(await rotationOf(page)).toBeCloseTo(before, 3);
    await finish(page);
    await page.locator('output', { hasText: '1' }).waitFor();
    expect(await underPointer(page)).toEqual(colours.three);
    await page.setViewportSize({ width: 320, height: 568 });
    await expect.poll(async () => (await sizes(page)).css).toBeLessThan(narrow);
    await expect.poll(() => isSharp(page, 2)).toBe(true);
    expect(await underPointer(page)).toEqual(colours.three);
  });

  test('[WHL-8] is sharp again on a screen of another density', async () => {
    const page = await open({ deviceScaleFactor: 1 });
    await expect.poll(() => isSharp(page, 1)).toBe(true);
    await spin(page, 'five');
    const screen = await page.context().newCDPSession(page);
    for (const density of [3, 1.5]) {
      await screen.send('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: 740,
        deviceScaleFactor: density,
        mobile: false,
      });
      await expect.poll(() => isSharp(page, density)).toBe(true);
    }
    expect(await underPointer(page)).toEqual(colours.five);
  });

  test('[WHL-8] is painted once: neither a spin nor a render paints it again', async () => {
    const page = await open();
    await page.locator('canvas').evaluate((canvas) => {
      // Each painting sets the size first, even to the same value.
      new MutationObserver((seen) => {
        canvas.dataset['paints'] = String(Number(canvas.dataset['paints'] ?? 0) + seen.length);
      }).observe(canvas, { attributeFilter: ['width'] });
    });
    await spin(page, 'ten');
    await spin(page, 'five');
    expect(await page.locator('canvas').getAttribute('data-paints')).toBe(null);
    await page.setViewportSize({ width: 320, height: 568 });
    await page.locator('canvas[data-paints]').waitFor();
  });
});
