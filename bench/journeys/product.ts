// The product as in production: a durable PostgreSQL, the schema, a committed draw, vouchers, and
// `serve`, `draw` and `deliver` as separate processes with the options of `npx inaam`.
import path from 'node:path';
import { campaignAheadMs } from '@inaam/testing/product/product.ts';
import { prepareProduct, stock, type Stocked } from '@inaam/testing/product/prepare-database.ts';
import { gatewayVariables } from '@inaam/testing/product/sms-gateway.ts';
import {
  drawEnvironment,
  startAsItIs,
  validEnvironment,
  type Program,
} from '@inaam/testing/server/programs/program-process.ts';
import { programs } from '@inaam/runtime/programs.mjs';

/** What the programs are started with. */
export type Variables = Record<'variables' | 'drawVariables', Record<string, string>>;

export type Product = {
  origin: string;
  serve: Program;
  deliver: Program;
  draw: Program;
  /** @throws Error if a program does not end with 0 */
  stop: () => Promise<void>;
};

/**
 * The schema, the commitment, and vouchers.
 * @param programsUrl the same database, as the programs reach it
 */
export async function prepare(
  databaseUrl: string,
  folder: string,
  programsUrl: string,
): Promise<Variables & { stocked: Stocked }> {
  const { database, campaign, keys, variables } = await prepareProduct(databaseUrl);
  const stocked = { database, campaign, keys };
  await stockFor(stocked, 1000);
  return {
    stocked,
    variables: {
      ...validEnvironment(programsUrl),
      NODE_ENV: 'production',
      // Each shopper has an address.
      TRUSTED_PROXIES: '127.0.0.1',
      ...variables,
    },
    drawVariables: drawEnvironment(programsUrl, path.join(folder, 'draw-head.json')),
  };
}

/** Generous: the deck's 70, 25 and 5 per cent, and the fixed Rs 3 of Tamil Nadu. */
const vouchersPerHundred = new Map([
  [3, 80],
  [5, 35],
  [10, 12],
]);

/** Loads vouchers until there are enough for so many journeys. */
export const stockFor = (stocked: Stocked, journeys: number): Promise<void> =>
  stock(stocked, (amount, free) => {
    const share = (vouchersPerHundred.get(amount) ?? 100) / 100;
    return Math.ceil(journeys * share) + 100 - free;
  });

/** @param gateway where `deliver` hands its SMS */
export async function startPrograms(
  { variables, drawVariables }: Variables,
  { folder, gateway }: { folder: string; gateway: string },
): Promise<Product> {
  const draw = startAsItIs(
    ['server/main/draw.ts'],
    { ...drawVariables, ...programs.draw.environment },
    { nodeOptions: programs.draw.nodeOptions },
  );
  const { port } = await draw.logLine('Drawing.');
  const sms = {
    SMS_PROVIDER: 'paths',
    ...gatewayVariables(folder, gateway, { perSecond: 5000, inFlight: 200 }),
  };
  const start = (name: 'serve' | 'deliver', words: readonly string[]) => {
    const { environment, nodeOptions } = programs[name];
    const own = { ...variables, ...sms, ...environment, DRAW_URL: originOf(port) };
    return startAsItIs(['testing/faults/program.ts', name], own, {
      words: [String(campaignAheadMs()), ...words],
      nodeOptions,
    });
  };
  const serve = start('serve', []);
  const deliver = start('deliver', ['', '0']);
  const { port: own } = await serve.logLine('Serving.');
  await deliver.logLine('Delivering.');
  return {
    origin: originOf(own),
    serve,
    deliver,
    draw,
    stop: async () => {
      await Promise.all([serve, deliver].map(stop));
      await stop(draw);
    },
  };
}

async function stop(program: Program): Promise<void> {
  const exit = await program.stop();
  if (exit !== 0) throw new Error(`A program ended with ${exit}: ${program.output().slice(-2000)}`);
}

const originOf = (port: unknown) => `http://127.0.0.1:${String(port)}`;
