// `npm run bench -- lighthouse [5]`: HOME on Lighthouse's phone after a scan of the QR code, with
// simulated slow 4G and a simulated four times slower processor. Starts the demonstration, which
// serves the built site as production does. Medians of five runs; asserts nothing.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withTemporaryDemo } from '@inaam/testing/demonstration/temporary-demo.ts';
import { chromiumPath } from '@inaam/testing/runtime/chromium.ts';
import { mediansOf } from './figures.ts';
import { printFigures, writeResult } from './result.ts';
import lighthouse, { type Result } from 'lighthouse';
import { createServer, request } from 'node:http';

const runs = Number(process.argv[2] ?? 5);
const port = 9222 + (process.pid % 5000);
const patienceMs = 30_000;
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const metrics = {
  firstContentfulPaintMs: 'first-contentful-paint',
  largestContentfulPaintMs: 'largest-contentful-paint',
  speedIndexMs: 'speed-index',
  totalBlockingMs: 'total-blocking-time',
  layoutShift: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
} as const;
type Figures = Record<string, number>;

const rows = await withTemporaryDemo(async (origin) => {
  const before = await withoutReferrerPolicy(origin);
  const browser = await openChromium();
  try {
    const measured: Figures[] = [];
    while (measured.length < runs)
      measured.push(await measure(`${before.origin}/?utm_source=qrcode`));
    return measured;
  } finally {
    await browser.close();
    before.close();
  }
});
const medians = mediansOf(rows);
printFigures(medians);
await writeResult('lighthouse', { runs, medians, rows });

/** Without Playwright, which would interfere with Lighthouse. */
async function openChromium(): Promise<{ close: () => Promise<void> }> {
  const { executablePath, args, env } = await chromiumPath();
  const profile = await mkdtemp(path.join(os.tmpdir(), 'inaam-lighthouse-'));
  const own = ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const options = { stdio: 'ignore', ...(env ? { env } : {}) } as const;
  const browser = spawn(executablePath, [...args, ...own, 'about:blank'], options);
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  const until = performance.now() + patienceMs;
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (performance.now() > until) throw new Error('Failed to start Chromium for Lighthouse.');
  }
  return {
    close: async () => {
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function measure(address: string): Promise<Figures> {
  const run = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
  });
  if (!run) throw new Error('Failed to measure: Lighthouse gave no result.');
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`Failed to measure: ${lhr.runtimeError.message}`);
  printFailedAudits(lhr);
  return Object.fromEntries([
    ...categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ...Object.entries(metrics).map(([name, audit]) => [
      name,
      Math.round((lhr.audits[audit]?.numericValue ?? 0) * 1000) / 1000,
    ]),
  ]);
}

/** The audits that cost points in a category that should have all of them. */
function printFailedAudits({ categories: found, audits }: Result): void {
  for (const { id, auditRefs } of Object.values(found)) {
    for (const { id: name, weight } of auditRefs) {
      const { score = null, title = name } = audits[name] ?? {};
      if (score === null || score >= 0.9 || weight === 0) continue;
      process.stdout.write(`${id}: ${title} (${score})\n`);
    }
  }
}

/**
 * A proxy that removes one response header: this Chromium under Lighthouse 13.5 fails with
 * net::ERR_ABORTED on every page that has any Referrer-Policy.
 */
async function withoutReferrerPolicy(
  origin: string,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer((from, to) => {
    const { method = 'GET', headers, url = '/' } = from;
    const onward = request(new URL(url, origin), { method, headers }, (answer) => {
      const { 'referrer-policy': _, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
