// `npm run bench -- celebration [3]`: what winning costs a slow phone in the built product, for
// each amount. Measures the time from the press to the reward screen with a six times slower
// processor, and the frames of the celebration with a four times slower one. Starts the
// demonstration; medians of interleaved rounds.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { withTemporaryDemo } from '@inaam/demo/temporary/temporary-demo.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import { storedSession } from '@inaam/testing/browser/stored-session.ts';
import { mediansOf } from './figures.ts';
import { printFigures, writeResult } from './result.ts';

const rounds = Number(process.argv[2] ?? 3);
const pixelRatio = 3;
const [pressSlowdown, frameSlowdown] = [6, 4];
/** From the reward's screen until the last piece of confetti has fallen, and some more. */
const celebrationMs = 4000;
const frameMs = 1000 / 60;
/** Microseconds before the mark in which the screen is rendered. */
const showingUs = 1_000_000;
const patienceMs = 60_000;
/** Until the wheel's screen has prepared what it can before the press. */
const settleMs = 1000;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Figures = Record<string, number>;
type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
};

const campaign = await loadCampaign('biscuit-2025');
const amounts = campaign.outcomes.map(({ amount }) => amount);
const rows = new Map<number, Figures[]>(amounts.map((amount) => [amount, []]));
const version = await withTemporaryDemo(async (origin) => {
  const browser = await launchChromium();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const amount of amounts) {
        const press = await measurePress(browser, origin, amount);
        const frames = await measureFrames(browser, origin, amount);
        rows.get(amount)?.push({ ...press, ...frames });
      }
    }
    return browser.version();
  } finally {
    await browser.close();
  }
});
await report();

/** TaskDuration of the main thread, in thread time, from the tap until the ticket is there. */
async function measurePress(browser: Browser, origin: string, amount: number): Promise<Figures> {
  const page = await openWheel(browser, origin, amount);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: pressSlowdown });
  const taskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  // Where PLAY is, is found before: the search runs in the page's main thread too.
  const box = await page.locator('.spin-play').boundingBox();
  if (!box) throw new Error('Failed to measure: PLAY is not in sight. Look at the page.');
  const before = await taskMs();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  // A listener in the page would be work of its own.
  await page.waitForURL(/reward|congrats/, { timeout: patienceMs, waitUntil: 'commit' });
  const after = await taskMs();
  await page.context().close();
  return { pressToRewardMs: after - before };
}

/** The tasks of the main thread while it shows the ticket and celebrates, from a trace. */
async function measureFrames(browser: Browser, origin: string, amount: number): Promise<Figures> {
  const page = await openWheel(browser, origin, amount);
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value: unknown = Reflect.get(entry, 'value');
        if (typeof value === 'number')
          dataset['shift'] = `${Number(dataset['shift'] ?? 0) + value}`;
      }
    }).observe({ type: 'layout-shift' });
  });
  await page.locator('.spin-play').tap();
  await page.locator('.wheel-winner').waitFor({ state: 'attached', timeout: patienceMs });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: frameSlowdown });
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'toplevel', 'blink.user_timing'],
  });
  await page.waitForURL(/reward|congrats/, { timeout: patienceMs, waitUntil: 'commit' });
  await page.evaluate(() => performance.mark('reward'));
  await new Promise((resolve) => {
    setTimeout(resolve, celebrationMs);
  });
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString('utf8'));
  const shift = Number((await page.locator('html').getAttribute('data-shift')) ?? 0);
  await page.context().close();
  return { ...tasksAfterMark(eventsOf(trace)), layoutShift: shift };
}

/** By the mark, the screen is there: its own rendering was before, while the wheel stood still. */
function tasksAfterMark(events: readonly TraceEvent[]): Figures {
  const mark = events.find(({ name }) => name === 'reward');
  if (!mark) throw new Error('Failed to measure: the trace has no mark. Look at the page.');
  const lengthsOf = (isWanted: (ts: number) => boolean) =>
    events
      .filter(
        ({ name, pid, tid, ts }) =>
          name === 'RunTask' && pid === mark.pid && tid === mark.tid && isWanted(ts),
      )
      .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000);
  const lengths = lengthsOf((ts) => ts >= mark.ts);
  return {
    // The tracing itself begins with a long task while the wheel rests.
    ticketTaskMs: Math.max(0, ...lengthsOf((ts) => ts < mark.ts && ts >= mark.ts - showingUs)),
    celebrationMs: lengths.reduce((sum, length) => sum + length, 0),
    longestTaskMs: Math.max(0, ...lengths),
    tasksOverAFrame: lengths.filter((length) => length > frameMs).length,
  };
}

function eventsOf(trace: unknown): TraceEvent[] {
  if (typeof trace !== 'object' || trace === null || !('traceEvents' in trace)) return [];
  const events: unknown = trace.traceEvents;
  return Array.isArray(events) ? events.filter(isTraceEvent) : [];
}

function isTraceEvent(event: unknown): event is TraceEvent {
  return (
    typeof event === 'object' &&
    event !== null &&
    ['name', 'pid', 'tid', 'ts'].every((field) => field in event)
  );
}

/** A shopper who has verified, at the wheel; the server's answer is replaced by the amount. */
async function openWheel(browser: Browser, origin: string, amount: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: pixelRatio,
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
  });
  const page = await context.newPage();
  // Without the app, which would store its own session beside this one.
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  const session = storedSession({
    userKey: 'u'.repeat(32),
    dataKey: 'd'.repeat(32),
    accessToken: 'A'.repeat(43),
    fromTN: 0,
    shopper: { name: 'Asha Rao', mobile: '9876543210' },
  });
  await page.evaluate((text) => sessionStorage.setItem('inaam', text), session);
  const answers = [
    ['getReward', { statusCode: 200, winType: amount }],
    ['getDetails', { statusCode: 200, voucher: 'owed', voucherBy: '2025-06-16' }],
  ] as const;
  for (const [call, resp] of answers) {
    await page.route(
      (url) => url.pathname.includes(`/users/${call}`),
      (route) => route.fulfill({ json: { resp } }),
    );
  }
  await page.goto('/spin-wheel');
  await page.locator('.spin-play').waitFor();
  // As after a code was typed: a page that was never touched opens its speaker with the press.
  await page.locator('h1').tap();
  await page.waitForLoadState('networkidle');
  await new Promise((resolve) => {
    setTimeout(resolve, settleMs);
  });
  return page;
}

async function report(): Promise<void> {
  const medians = Object.fromEntries([...rows].map(([amount, own]) => [amount, mediansOf(own)]));
  for (const [amount, figures] of Object.entries(medians)) {
    process.stdout.write(`Rs ${amount}\n`);
    printFigures(figures);
  }
  await writeResult('celebration', {
    unit: 'ms of main thread in thread time, medians of the rounds',
    browser: version,
    pressSlowdown,
    frameSlowdown,
    pixelRatio,
    rounds,
    medians,
    rows: Object.fromEntries(rows),
  });
}
