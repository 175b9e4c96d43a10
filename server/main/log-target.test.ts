// A pipe that nobody reads, as with a log collector that hangs.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '@inaam/runtime/port.ts';
import { committedBiscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  committedSecrets,
  endPrograms,
  startProgram,
  validEnvironment,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite } from '@inaam/testing/server/programs/serve-process.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { withDatabase, durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { addLogCounter } from './operations/gauges.ts';
import { readerTarget } from '../platform/log.ts';

let folder: string;
let pipe: string;
/** Keeps the pipe open for writers, and reads only on demand. */
let reader: number;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-log-'));
  pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(async () => {
  await endPrograms();
  closeSync(reader);
  await rm(folder, { recursive: true });
});

function readAll(): string {
  const bytes = Buffer.alloc(1_000_000);
  let text = '';
  for (;;) {
    try {
      text += bytes.toString('utf8', 0, readSync(reader, bytes));
    } catch {
      return text;
    }
  }
}

const line = (number: number) => `${JSON.stringify({ number, filler: 'x'.repeat(200) })}\n`;

test('a log that nobody reads stops nobody; what was lost is counted and reported when it is read again', async () => {
  const resumed: number[] = [];
  const target = readerTarget(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK), (lines) =>
    resumed.push(lines),
  );
  const count = 10_000;
  for (let number = 0; number < count; number += 1) target.write(line(number));
  const lost = target.droppedLines();
  expect(lost).toBeGreaterThan(0);

  let text = '';
  await waitUntil(() => {
    text += readAll();
    return resumed.length > 0;
  });
  expect(resumed).toEqual([lost]);
  target.write('the next\n');
  await target.close();
  text += readAll();
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(count - lost + 1);
  expect(lines.at(-1)).toBe('the next');
});

test('the lines that were lost are a metric', async () => {
  const registry = new Registry();
  let lost = 7;
  addLogCounter(registry, () => lost);
  expect(await registry.metrics()).toContain('inaam_log_lines_dropped_total 7');
  lost = 9;
  expect(await registry.metrics()).toContain('inaam_log_lines_dropped_total 9');
});

test('closing waits for a reader only for a moment', async () => {
  const target = readerTarget(
    openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK),
    () => undefined,
  );
  for (let number = 0; number < 1000; number += 1) target.write(line(number));
  await target.close();
  target.write('too late\n');
  expect(target.droppedLines()).toBe(1);
});

test.for(['that nobody reads', 'on a full disk'])(
  'a site with a log %s answers, and stops on a signal',
  { tags: ['long'] },
  async (log) => {
    await buildSite();
    const { url, drop } = await durableTestDatabase();
    try {
      await withDatabase(url, (own) => committedBiscuitCampaign(own, committedSecrets));
      const { port } = await freePort(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1');
      const origin = `http://127.0.0.1:${port}`;
      const written = openSync(log === 'on a full disk' ? '/dev/full' : pipe, 'w');
      const environment = { ...validEnvironment(url), PORT: String(port) };
      const site = startProgram('server/main/serve.ts', environment, written);
      closeSync(written);
      const ask = async (address: string) => (await fetch(origin + address)).status;
      await waitUntil(() => ask('/live').catch(() => undefined));
      // More lines than a pipe holds.
      for (let asked = 0; asked < 1000; asked += 1) expect(await ask('/api/none')).toBe(404);
      expect(await ask('/live')).toBe(200);
      site.kill('SIGTERM');
      expect(await site.ended).toBe(0);
    } finally {
      await endPrograms();
      await drop();
    }
  },
);
