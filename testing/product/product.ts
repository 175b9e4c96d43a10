// The three programs as operators run them, each behind a proxy that can fail, and a supervisor
// that restarts killed ones.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@inaam/runtime/port.ts';
import type { Database } from '@inaam/server/database/database.ts';
import {
  drawEnvironment,
  endPrograms,
  startProgram,
  validEnvironment,
  type Environment,
  type Program,
} from '../server/programs/program-process.ts';
import { siteAt } from '../server/shopper/device.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import { startSmsGateway, type SmsGateway } from './sms-gateway.ts';
import type { FaultPostgres } from './fault-postgres.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { prepareProduct } from './prepare-database.ts';

/** Noon in India in the middle of the programme of biscuit-2025. */
const campaignTime = Date.parse('2025-07-01T06:30:00Z');

/** How far the campaign's clock is ahead of this machine's, ms. */
export const campaignAheadMs = (): number => campaignTime - Date.now();
/** Slower responses time out. */
export const limitMs = 8000;
/** Random: ports are bound only once a program listens, and another run must not pick the same. */
const firstPort = 21_000 + 300 * Math.floor(Math.random() * 30);

export type Product = ShopperServer & {
  origin: string;
  postgres: FaultPostgres;
  proxy: FaultProxy;
  smsFile: string;
  startServe(): Promise<void>;
  /** A second `serve`. */
  startSecondServe(): Promise<ShopperServer & { origin: string; program: Program }>;
  /** @param dieAfter so many messages, between the provider's acceptance and recording it */
  startDeliver(dieAfter?: number): Promise<Program>;
  /** A `deliver` that sends through the gateway. */
  startDeliverByGateway(): Promise<void>;
  gateway: SmsGateway;
  /** @param headFile by default, the previous one */
  startDraw(headFile?: string): Promise<void>;
  serve(): Program;
  deliver(): Program;
  draw(): Program;
  /** For the operator's commands. */
  variables: Environment;
  isReady(): Promise<boolean>;
  areVouchersSent(): Promise<boolean>;
  /** Ends the programs and writes their logs into the folder. */
  stop(): Promise<void>;
};

type ProductOptions = {
  /** Of all programs. */
  variables?: Environment | undefined;
  /** Each pack has a code. */
  hasPacks?: boolean;
};

/**
 * With the site that is built.
 * @param postgres empty and durable
 */
export async function startProduct(
  postgres: FaultPostgres,
  folder: string,
  options: ProductOptions = {},
): Promise<Product> {
  const { variables = {}, hasPacks = false } = options;
  const prepared = await prepareProduct(postgres.url, hasPacks);
  const proxy = await startFaultProxy(postgres.url);
  const { port } = await freePort(firstPort, '127.0.0.1');
  const { port: drawPort } = await freePort(firstPort + 100, '127.0.0.1');
  const smsFile = path.join(folder, 'sms.jsonl');
  await writeFile(smsFile, '');
  const gateway = await startSmsGateway(smsFile, originOf(port));
  const draw = {
    ...drawEnvironment(proxy.url, path.join(folder, 'head.json')),
    ...variables,
    DRAW_PORT: String(drawPort),
  };
  const programs = openPrograms({
    draw,
    environment: {
      ...validEnvironment(proxy.url),
      TRUSTED_PROXIES: '127.0.0.1',
      ...prepared.variables,
      ...gateway.variables,
      ...variables,
      DRAW_URL: originOf(drawPort),
    },
    port,
    smsFile,
    words: hasPacks ? ['packs'] : [],
  });
  await programs.control.startDraw();
  const { database, campaign, keys } = prepared;
  const serverAt = (at: number): ShopperServer => {
    return { database, campaign, keys, ...siteAt(originOf(at), limitMs) };
  };
  return {
    ...programs.control,
    ...serverAt(port),
    origin: originOf(port),
    postgres,
    proxy,
    gateway,
    variables: { ...draw, ...prepared.variables, DATABASE_URL: postgres.url },
    smsFile,
    areVouchersSent: () => areVouchersSent(database),
    async startSecondServe() {
      const { port: second } = await freePort(firstPort + 200, '127.0.0.1');
      const program = await programs.startServeAt(second);
      return { ...serverAt(second), origin: originOf(second), program };
    },
    async stop() {
      await endPrograms();
      await writeFile(path.join(folder, 'programs.log'), programs.output());
      await proxy.close();
      await gateway.close();
      await database.end();
    },
  };
}

const originOf = (port: number) => `http://127.0.0.1:${port}`;

const isReadyAt = async (at: number) => {
  const signal = AbortSignal.timeout(limitMs);
  return (await fetch(`${originOf(at)}/ready`, { signal })).status === 200;
};

type Programs = {
  draw: Environment;
  environment: Environment;
  port: number;
  smsFile: string;
  /** Further arguments of `serve` and `deliver`. */
  words: readonly string[];
};

function openPrograms(programs: Programs) {
  const { draw, environment, port, smsFile } = programs;
  const ahead = String(campaignAheadMs());
  const all: Program[] = [];
  const start = (name: string, variables: Environment, words: readonly string[]) => {
    const own = [name, ...words, ...programs.words];
    const program = startProgram('testing/faults/program.ts', variables, 'pipe', own);
    all.push(program);
    return program;
  };
  const current: { serve?: Program; deliver?: Program; draw?: Program } = {};
  const running = (name: keyof typeof current) => {
    const program = current[name];
    if (!program) throw new Error(`${name} was not started.`);
    return program;
  };
  const startServeAt = async (at: number) => {
    const program = start('serve', { ...environment, PORT: String(at) }, [ahead]);
    await waitUntil(() => {
      if (program.hasEnded()) throw new Error(program.output());
      return isReadyAt(at).catch(() => false);
    });
    return program;
  };
  const control = {
    isReady: () => isReadyAt(port),
    serve: () => running('serve'),
    deliver: () => running('deliver'),
    draw: () => running('draw'),
    async startDraw(headFile = draw['DRAW_HEAD_FILE'] ?? '') {
      const variables = { ...draw, DRAW_HEAD_FILE: headFile };
      current.draw = start('draw', variables, []);
      await current.draw.logLine('Drawing.');
    },
    async startServe() {
      current.serve = await startServeAt(port);
    },
    async startDeliver(dieAfter = 0) {
      const deliver = start('deliver', environment, [ahead, smsFile, String(dieAfter)]);
      current.deliver = deliver;
      if (dieAfter === 0) await deliver.logLine('Delivering.');
      return deliver;
    },
    async startDeliverByGateway() {
      const variables = { ...environment, SMS_PROVIDER: 'paths' };
      current.deliver = start('deliver', variables, [ahead, '', '0']);
      await current.deliver.logLine('Delivering.');
    },
  };
  return {
    startServeAt,
    control,
    output: () => all.map((program) => program.output()).join('\n'),
  };
}

async function areVouchersSent(database: Database): Promise<boolean> {
  const { rows } = await database.query(
    `select from inaam.message where kind = 'voucher' and state in ('owed', 'assigned') limit 1`,
  );
  return rows.length === 0;
}
