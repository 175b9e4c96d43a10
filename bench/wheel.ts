// `npm run bench:wheel`: what a spin costs a slow phone's main thread, for our wheel and three
// others, with the same three segments and the same six seconds. Reads Chromium's TaskDuration with
// a six times slower processor and a pixel ratio of three; medians of interleaved rounds. The
// measurement itself requests no frames.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import { build } from 'vite';
import { medianOf } from './median.ts';
import manifest from './package.json' with { type: 'json' };

const here = import.meta.dirname;
const wheels = ['inaam', 'spin-wheel', 'lucky-canvas', 'roulette'] as const;
type Name = (typeof wheels)[number];
const rounds = Number(process.argv[2] ?? 5);
const slowdown = 6;
const pixelRatio = 3;
/** From the press: the spin, what follows its end, and a margin for the slowest. */
const windowMs = 8000;

/** `longTasks` are the lengths of those over 50 ms. */
type Spin = { taskMs: number; scriptMs: number; longTasks: number[]; isAtRest: boolean };

const pages = new Map(
  await Promise.all(wheels.map(async (name) => [name, await pack(name)] as const)),
);
const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? '';
  const page = pages.get(wheels.find((known) => known === name) ?? 'inaam');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
const browser = await launchChromium();
const spins = new Map<Name, Spin[]>(wheels.map((name) => [name, []]));
try {
  for (let round = 0; round < rounds; round += 1) {
    // Another order each time: no wheel always follows the same one.
    for (const name of [...wheels.slice(round % 4), ...wheels.slice(0, round % 4)]) {
      spins.get(name)?.push(await measure(name));
    }
  }
} finally {
  await browser.close();
  server.close();
}
await report();

async function measure(name: Name): Promise<Spin> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: pixelRatio,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  let isAtRest = false;
  await page.exposeFunction('reportRest', () => {
    isAtRest = true;
  });
  await page.goto(`${origin}/${name}`);
  const play = page.getByRole('button', { name: 'PLAY' });
  await play.waitFor();
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const { duration } of list.getEntries()) {
        dataset['longTasks'] = `${dataset['longTasks'] ?? ''} ${duration}`;
      }
    }).observe({ type: 'longtask' });
  });
  const devtools = await context.newCDPSession(page);
  // In thread time: what other programs use of a busy machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const box = await play.boundingBox();
  if (!box)
    throw new Error(`Failed to measure ${name}: its page has no button in sight. Look at it.`);
  const before = await metrics();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await new Promise((resolve) => {
    setTimeout(resolve, windowMs);
  });
  const after = await metrics();
  const seen = await page.locator('html').getAttribute('data-long-tasks');
  const longTasks = (seen ?? '').split(' ').filter(Boolean).map(Number);
  await context.close();
  const spent = (metric: string) =>
    Math.round(((after.get(metric) ?? 0) - (before.get(metric) ?? 0)) * 10_000) / 10;
  return { taskMs: spent('TaskDuration'), scriptMs: spent('ScriptDuration'), longTasks, isAtRest };

  async function metrics(): Promise<Map<string, number>> {
    const answer = await devtools.send('Performance.getMetrics');
    return new Map(answer.metrics.map(({ name: metric, value }) => [metric, value]));
  }
}

/** The page of a wheel, built for production, with its script inside. */
async function pack(name: Name): Promise<string> {
  // Our wheel with its own React, the others with the version they were made for.
  const react = path.join(here, name === 'inaam' ? '../node_modules' : 'node_modules');
  const built = await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: { react: path.join(react, 'react'), 'react-dom': path.join(react, 'react-dom') },
    },
    build: {
      write: false,
      assetsInlineLimit: 1_000_000,
      rolldownOptions: { input: path.join(here, 'wheels', `${name}.ts`) },
    },
  });
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const script = files.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  const style = files
    .map((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : '',
    )
    .join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${name}</title>
<link rel="icon" href="data:,"><style>${style}</style><body></body>
<script type="module">${script.replaceAll('</script', String.raw`<\/script`)}</script>`;
}

async function report(): Promise<void> {
  const rows = [...spins].map(([name, seen]) => ({
    name,
    taskMs: medianOf(seen.map(({ taskMs }) => taskMs)),
    scriptMs: medianOf(seen.map(({ scriptMs }) => scriptMs)),
    longTasks: seen.flatMap(({ longTasks }) => longTasks).length,
    longestMs: Math.max(0, ...seen.flatMap(({ longTasks }) => longTasks)),
    isAtRest: seen.every(({ isAtRest }) => isAtRest),
    rounds: seen.map(({ taskMs }) => taskMs).join(' '),
  }));
  const [own, ...others] = rows;
  const best = Math.min(...others.map(({ taskMs }) => taskMs));
  const share = Math.round(((own?.taskMs ?? Number.NaN) / best) * 1000) / 1000;
  for (const { name, taskMs, longTasks, isAtRest } of rows) {
    const rest = isAtRest ? '' : '  not at rest in each round';
    process.stdout.write(
      `${name.padEnd(14)}${taskMs.toFixed(1).padStart(9)} ms${String(longTasks).padStart(4)} long tasks${rest}\n`,
    );
  }
  process.stdout.write(`inaam takes ${share} of the best of the others.\n`);
  const date = new Date().toISOString().slice(0, 10);
  const { 'react-custom-roulette': roulette, ...more } = manifest.devDependencies;
  const peers = {
    'spin-wheel': more['spin-wheel'],
    '@lucky-canvas/react': more['@lucky-canvas/react'],
    'react-custom-roulette': roulette,
  };
  const result = {
    date,
    unit: 'ms of main thread (TaskDuration in thread time) for a spin, median of the rounds',
    machine: `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores`,
    browser: browser.version(),
    slowdown,
    pixelRatio,
    windowMs,
    peers,
    shareOfBest: share,
    rows,
  };
  const file = path.join(here, 'results', `wheel-${date}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
}
