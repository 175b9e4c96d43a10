// Brands of one installation, each with its programs and as in the middle of its promotion.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { programs } from '@inaam/runtime/programs.mjs';
import { readProgram } from '@inaam/server/main/checks/settings-checks.ts';
import { commitmentOf } from '@inaam/server/draw/campaign-commitment.ts';
import { commitDraw } from '@inaam/server/draw/commitments.sql.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  ephemeralPort,
  startAsItIs,
  type Program,
} from '@inaam/testing/server/programs/program-process.ts';
import { siteAt } from '@inaam/testing/server/shopper/device.ts';
import type { ShopperServer } from '@inaam/testing/server/shopper/shopper.ts';
import { first, ownClock, type TestInstallation } from './installation.sql.ts';

export type Brand = {
  campaign: ServerCampaign;
  /** Its settings. */
  file: string;
  operate: (
    words: readonly string[],
    more?: { day?: string; typed?: string },
  ) => ReturnType<typeof runOperatorInProcess>;
};
export type RunningBrand = Brand & {
  server: ShopperServer;
  origin: string;
  running: Readonly<Record<'draw' | 'deliver' | 'serve', Program>>;
};

const codesPerAmount = 400;
export type Played = { id: string; like: string; day: string };

/** @param like whose folder it has; each but the first is added */
export async function launchBrand(
  own: TestInstallation,
  { id, like, day }: Played,
): Promise<Brand> {
  const campaign = { ...(await loadCampaign(like)), id };
  const file = id === first ? own.file : path.join(own.folder, 'campaigns', id, 'inaam.env');
  const operateOn =
    (settings: string): Brand['operate'] =>
    (words, more = {}) =>
      runOperatorInProcess(words, {
        variables: { CAMPAIGN: undefined, INAAM_SETTINGS: settings, INAAM_CAMPAIGN: id },
        campaign,
        day,
        ...more,
      });
  if (id !== first) {
    const site = ['--site', `https://${id}.example`, '--second-holder', 'nobody'];
    const { exit, errors } = await operateOn(own.file)(['campaign', 'add', id, ...site]);
    if (exit !== 0) throw new Error(errors);
  }
  const { config } = readProgram('draw', { INAAM_SETTINGS: file });
  const keys = keysOf(file, id);
  if (!config) throw new Error(`${file} is not complete.`);
  const drawParts = [config.drawPartOne, config.drawPartTwo] as const;
  const wanted = commitmentOf(campaign, { drawParts, pseudonym: keys.pseudonym });
  await commitDraw(own.database, wanted, { by: 'test', reason: 'a test', at: Date.now() });
  await ownClock(own.database, id);
  const codes = campaign.outcomes.flatMap(({ amount }) =>
    Array.from({ length: codesPerAmount }, (_, at) => ({ code: `TEST-${amount}-${at}`, amount })),
  );
  await loadVoucherCodes({ database: own.database, campaign, ...keys }, codes, Date.now());
  return { campaign, file, operate: operateOn(file) };
}

function keysOf(file: string, id: string) {
  const variables = { INAAM_SETTINGS: file };
  const serve = readProgram('serve', variables).config?.secrets;
  const deliver = readProgram('deliver', variables).config?.secrets;
  if (!serve || !deliver) throw new Error(`${file} is not complete.`);
  const { voucherSeal } = deliver;
  const keys = allKeysOf({ ...serve, draw: new Uint8Array(32), voucherSeal }, id);
  return { keys, pseudonym: serve.pseudonym };
}

export async function startBrand(
  own: TestInstallation,
  brand: Brand,
  { id, like, day }: Played,
): Promise<RunningBrand> {
  const { campaign, file } = brand;
  // Those of the first may be in use here; the others were chosen because they are free.
  const ports =
    id === first
      ? { PORT: '0', METRICS_PORT: '0', DRAW_PORT: String(await ephemeralPort('127.0.0.1')) }
      : {};
  const ahead = String(Date.parse(`${day}T06:00:00Z`) - Date.now());
  const start = async (name: 'draw' | 'deliver' | 'serve', ready: string) => {
    const { nodeOptions, environment } = programs[name];
    const program = startAsItIs(
      ['plugins/several-campaigns/testing/brand-program.ts', name, ahead, like],
      { ...environment, INAAM_SETTINGS: file, ...ports },
      { nodeOptions },
    );
    return { program, line: await program.logLine(ready) };
  };
  const draw = await start('draw', 'Drawing.');
  const deliver = await start('deliver', 'Delivering.');
  const serve = await start('serve', 'Serving.');
  const origin = `http://127.0.0.1:${Number(serve.line['port'])}`;
  const { keys } = keysOf(file, id);
  return {
    ...brand,
    origin,
    running: { draw: draw.program, deliver: deliver.program, serve: serve.program },
    server: { database: own.database, campaign, keys, ...siteAt(origin, 30_000) },
  };
}

/** Nothing that these brands' own programs write is taken for what others have changed. */
export async function whileStopped<Result>(
  brands: readonly RunningBrand[],
  work: () => Promise<Result>,
): Promise<Result> {
  const signal = (name: NodeJS.Signals) => {
    for (const { running } of brands) for (const one of Object.values(running)) one.kill(name);
  };
  signal('SIGSTOP');
  try {
    // PostgreSQL ends what they have begun.
    await pause(settleMs);
    return await work();
  } finally {
    signal('SIGCONT');
  }
}

const settleMs = 2000;

/** Of a process, MB: what it alone has, and its share of what several have. */
export function memoryOf({ pid }: Program): number {
  const [, kB = '0'] =
    /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Math.round(Number(kB) / 1024);
}
