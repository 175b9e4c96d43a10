// The product as in production: a durable PostgreSQL, the schema, a committed draw, vouchers loaded
// by the operator's command, and `serve`, `draw` and `deliver` as separate processes.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { programs } from '@inaam/runtime/programs.mjs';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import path from 'node:path';
import * as z from 'zod';
import { runChild, startChild, type ChildProgram } from './child-program.ts';

/** Noon in India in the middle of the programme of biscuit-2025. */
const campaignTime = Date.parse('2025-07-01T06:30:00Z');

export type Product = {
  origins: string[];
  serves: ChildProgram[];
  deliver: ChildProgram;
  draw: ChildProgram;
  /** How far the campaign's clock is ahead, ms. */
  aheadMs: number;
  /** Those of the operator's commands. */
  variables: Record<string, string>;
  /** Loads vouchers until each amount has this many free ones per hundred journeys it wins. */
  stockVouchers: (journeys: number) => Promise<void>;
  stop: () => Promise<void>;
};

export type ProductOptions = {
  databaseUrl: string;
  /** For logs, lists of vouchers and profiles. */
  folder: string;
  serves: number;
  /** Where `deliver` hands its SMS; undefined: as its variables say. */
  gateway?: string;
  /** Of `deliver` alone. */
  deliverVariables?: Record<string, string>;
  profile: boolean;
};

/** How far the campaign's clock is ahead of this machine's. */
export const campaignAheadMs = (): number => campaignTime - Date.now();

const secret = () => randomBytes(32).toString('base64');

/** What the programs are started with. */
export type Prepared = Record<'variables' | 'drawVariables', Record<string, string>>;

export async function startProduct(options: ProductOptions): Promise<Product> {
  const { databaseUrl, folder } = options;
  return startPrograms(await prepareProduct({ databaseUrl, folder }), options);
}

/** The schema, the commitment and the first vouchers. */
export async function prepareProduct({
  databaseUrl,
  folder,
  journeys = 1000,
}: Pick<ProductOptions, 'databaseUrl' | 'folder'> & {
  /** That there are vouchers for. */
  journeys?: number;
}): Promise<Prepared> {
  const variables = {
    NODE_ENV: 'production',
    CAMPAIGN: 'biscuit-2025',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: 'https://win.example',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    SMS_PROVIDER: 'mailbox',
    // Each shopper has an address of its own, and codes cost next to nothing: no proofs of work.
    TRUSTED_PROXIES: '127.0.0.1',
    SMS_PRICE_PAISE: '1',
    SMS_RUPEES_PER_MINUTE: '999999',
    SMS_RUPEES_PER_HOUR: '999999',
    SMS_RUPEES_PER_DAY: '999999',
    IDENTITY_SECRET: secret(),
    INDEX_SECRET: secret(),
    CODE_SECRET: secret(),
    DRAW_TOKEN: secret(),
    PSEUDONYM_SECRET: secret(),
    SEAL_KEYS: `1:${secret()}`,
    ...voucherVariables(),
  };
  const drawVariables = {
    CAMPAIGN: 'biscuit-2025',
    DATABASE_URL: databaseUrl,
    DRAW_PORT: '0',
    DRAW_TOKEN: variables.DRAW_TOKEN,
    DRAW_PART_ONE: secret(),
    DRAW_PART_TWO: secret(),
    DRAW_HEAD_FILE: path.join(folder, 'draw-head.json'),
  };
  await prepareDatabase({ ...variables, ...drawVariables });
  await stock(journeys, variables, folder);
  return { variables, drawVariables };
}

function voucherVariables() {
  const key = randomBytes(32);
  const { key: publicKey } = voucherPublicKeyOf([{ id: 1, key }]);
  return {
    VOUCHER_SEAL_KEYS: `1:${key.toString('base64')}`,
    VOUCHER_PUBLIC_KEY: `1:${Buffer.from(publicKey).toString('base64')}`,
  };
}

export async function startPrograms(
  { variables, drawVariables }: Prepared,
  options: ProductOptions,
): Promise<Product> {
  const { folder, gateway = '', deliverVariables = {}, profile } = options;
  const stockVouchers = (journeys: number) => stock(journeys, variables, folder);
  const aheadMs = campaignAheadMs();
  const ahead = String(aheadMs);
  const { draw, DRAW_URL } = await startDraw(drawVariables, folder);
  const start = (program: Program) =>
    startProgram(program, folder, { ...variables, DRAW_URL, ...programs.serve.environment });
  const serves = await Promise.all(
    Array.from({ length: options.serves }, (_, place) =>
      start({ name: `serve-${place}`, words: [ahead], isProfiled: profile && place === 0 }),
    ),
  );
  const words = [ahead, gateway];
  const own = deliverVariables;
  const deliver = await start({ name: 'deliver', words, isProfiled: profile, own });
  const greetings = await Promise.all(serves.map((serve) => serve.logLine('Serving.')));
  await deliver.logLine('Delivering.');
  return {
    origins: greetings.map(({ port }) => `http://127.0.0.1:${String(port)}`),
    serves,
    deliver,
    draw,
    aheadMs,
    variables: { ...variables, ...drawVariables },
    stockVouchers,
    stop: async () => {
      await Promise.all([...serves, deliver].map((program) => program.stop()));
      await draw.stop();
    },
  };
}

type Program = {
  /** Of its log; its file is the same without a number. */
  name: string;
  words: string[];
  isProfiled: boolean;
  own?: Record<string, string>;
};

const startProgram = (
  { name, words, isProfiled, own }: Program,
  folder: string,
  variables: Record<string, string>,
): Promise<ChildProgram> =>
  startChild({
    file: `bench/journeys/product/${name.split('-')[0]}.ts`,
    words,
    variables: { ...variables, ...own },
    logFile: path.join(folder, `${name}.log`),
    nodeOptions: [
      ...asInProduction(name).nodeOptions,
      ...(isProfiled ? profileOptions(folder, name) : []),
    ],
  });

async function startDraw(variables: Record<string, string>, folder: string) {
  const logFile = path.join(folder, 'draw.log');
  const draw = await startChild({ file: 'server/main/draw.ts', variables, logFile });
  const { port } = await draw.logLine('Drawing.');
  return { draw, DRAW_URL: `http://127.0.0.1:${String(port)}` };
}

/** The schema and the commitment, as the operator makes them. */
export async function prepareDatabase(variables: Record<string, string>): Promise<void> {
  await runChild('server/main/migrate.ts', [], variables);
  await operate(['draw', 'commit'], variables);
}

/** As `npx inaam serve` and `npx inaam deliver` start them. */
const asInProduction = (name: string) => programs[name === 'deliver' ? 'deliver' : 'serve'];

const profileOptions = (folder: string, name: string) => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${name}.cpuprofile`,
];

/** The operator's command line. @returns its line of JSON */
export async function operate(
  command: readonly string[],
  variables: Record<string, string>,
): Promise<unknown> {
  const isChange = ['commit', 'load'].includes(command[1] ?? '');
  const confirmed = isChange ? ['--why', 'a measurement', '--yes'] : [];
  const all = [...command, ...confirmed, '--json'];
  const words = ['operator', ...all];
  return JSON.parse(await runChild('testing/server/programs/demonstration.ts', words, variables));
}

const stockAnswer = z.object({
  amounts: z.array(z.object({ amount: z.int(), free: z.int(), owed: z.int() })),
});

/** Generous: the deck's 70, 25 and 5 per cent, and the fixed Rs 3 of Tamil Nadu. */
const vouchersPerHundred = new Map([
  [3, 80],
  [5, 35],
  [10, 12],
]);
/** Of one file: more would be a long transaction. */
const listLines = 20_000;
let loadedLists = 0;

async function stock(
  journeys: number,
  variables: Record<string, string>,
  folder: string,
): Promise<void> {
  const { amounts } = stockAnswer.parse(await operate(['vouchers', 'stock'], variables));
  const lines = amounts.flatMap(({ amount, free, owed }) => {
    const wanted = Math.ceil((journeys * (vouchersPerHundred.get(amount) ?? 100)) / 100) + 100;
    const missing = Math.max(0, wanted + owed - free);
    return Array.from({ length: missing }, () => `${newCode()},${amount}`);
  });
  for (let from = 0; from < lines.length; from += listLines) {
    const list = path.join(folder, `vouchers-${(loadedLists += 1)}.csv`);
    const part = lines.slice(from, from + listLines);
    await writeFile(list, `code,amount\n${part.join('\n')}\n`);
    await operate(['vouchers', 'load', list], variables);
  }
}

/** Sixteen letters and digits. */
const newCode = () => randomBytes(8).toString('hex').toUpperCase();
