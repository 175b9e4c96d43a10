// Runs the operator's command line inside the test's process, with a chosen clock and terminal
// input.
import { randomBytes } from 'node:crypto';
import { type Writable, PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Variables } from '@inaam/server/operator/settings/program-config.ts';
import { runOperator } from '@inaam/server/main/run-operator.ts';
import type { Operated } from './operator-process.ts';
import { openTestDatabase, durableTestDatabase } from '../../setup/cluster/test-database.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { simulateDays } from './simulated-days.ts';

type Setting = {
  variables?: Variables;
  /** Terminal input; undefined: no terminal. */
  typed?: string;
  /** The campaign's date, `YYYY-MM-DD`, at midnight in India; a function is called each time. */
  day?: string | (() => string);
  /** Real time, ms. */
  wall?: () => number;
  /** Both clocks are the machine's, as in production. */
  isOneClock?: boolean;
  /** Default: true, because the campaigns here are those of demonstrations. */
  isDemonstration?: boolean;
  /** Instead of that in `campaigns/`. */
  campaign?: ServerCampaign;
  /** Instead of the recorded one. */
  output?: Writable;
};

export async function runOperatorInProcess(
  words: readonly string[],
  {
    variables = {},
    typed,
    day = '2025-05-01',
    isOneClock = false,
    isDemonstration = true,
    output: other,
    campaign: ownCampaign,
    wall = Date.now,
  }: Setting = {},
): Promise<Operated> {
  const { terminal, end } = recordingTerminal(typed);
  const dayNow = typeof day === 'string' ? () => day : day;
  const campaign = () => (isOneClock ? Date.now() : Date.parse(`${dayNow()}T00:00:00+05:30`));
  const exit = await runOperator(words, {
    name: 'npx inaam',
    readVariables: () => ({ CAMPAIGN: 'biscuit-2025', ...variables }),
    isDemonstration,
    clocksOf: async () => ({ wall, campaign, stop: () => undefined }),
    ...terminal,
    ...(ownCampaign && { campaign: ownCampaign }),
    ...(other && { output: other }),
  });
  const { output, errors } = await end();
  return { exit, output, errors, json: () => JSON.parse(output) };
}

/**
 * A terminal that records its output.
 * @param typed undefined: not a terminal
 */
export function recordingTerminal(typed?: string) {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  input.end(`${typed ?? ''}\n`);
  const [output, errors] = [new PassThrough(), new PassThrough()];
  // Read as it is written: a command waits for a full stream.
  const written = Promise.all([text(output), text(errors)]);
  return {
    terminal: { input, output, errors },
    end: async (): Promise<{ output: string; errors: string }> => {
      output.end();
      errors.end();
      const texts = await written;
      return { output: texts[0], errors: texts[1] };
    },
  };
}

const auditRows = z.object({
  rows: z.array(
    z.looseObject({
      command: z.string(),
      details: z.string().transform((text): unknown => JSON.parse(text)),
    }),
  ),
});

/** The newest rows of the audit log, as the command shows them; details as they are stored. */
export async function newestAudits(variables: Variables, max = 1) {
  const { json } = await runOperatorInProcess(['audit', '--max', String(max), '--json'], {
    variables,
  });
  return auditRows.parse(json()).rows;
}

// Migrated databases on the durable PostgreSQL that the operator's commands require.
export type OperatorFixture = {
  /** A new migrated database, and an open pool on it. */
  newDatabase: () => Promise<{ url: string; database: Database }>;
  end: () => Promise<void>;
};

export function operatorFixture(): OperatorFixture {
  const opened: (() => Promise<void>)[] = [];
  const newDatabase = async () => {
    const { url, drop } = await durableTestDatabase();
    const database = openTestDatabase(url, 4);
    opened.push(async () => {
      await database.end();
      await drop();
    });
    return { url, database };
  };
  const end = async () => {
    await Promise.all(opened.map((close) => close()));
  };
  return { newDatabase, end };
}

const base64 = (secret: Uint8Array) => Buffer.from(secret).toString('base64');

const bytes = () => new Uint8Array(randomBytes(32));

/** Random, because commands refuse what could be guessed. */
export const operatorSecrets = {
  identity: bytes(),
  index: bytes(),
  code: bytes(),
  draw: bytes(),
  pseudonym: bytes(),
  seal: [{ id: 1, key: bytes() }],
  voucherSeal: [{ id: 1, key: bytes() }],
};

/** All of them but the draw's, for commands on this database. */
export function operatorVariables(url: string) {
  const { code, identity, index, pseudonym, seal, voucherSeal } = operatorSecrets;
  const ring = (keys: typeof seal) => keys.map(({ id, key }) => `${id}:${base64(key)}`).join(',');
  return {
    DATABASE_URL: url,
    CODE_SECRET: base64(code),
    IDENTITY_SECRET: base64(identity),
    INDEX_SECRET: base64(index),
    PSEUDONYM_SECRET: base64(pseudonym),
    SEAL_KEYS: ring(seal),
    VOUCHER_SEAL_KEYS: ring(voucherSeal),
  };
}

/**
 * Simulates three days of the biscuit campaign with a one-block deck, which some hundred shoppers
 * use up.
 * @returns the environment for commands on it
 */
export async function simulateThreeDays(
  { url, database }: { url: string; database: Database },
  shoppers: number,
): Promise<
  Record<'DATABASE_URL' | 'DRAW_PART_ONE' | 'DRAW_PART_TWO' | 'PSEUDONYM_SECRET', string>
> {
  const { drawParts, pseudonym } = await simulateDays(database, shoppers);
  return {
    DATABASE_URL: url,
    DRAW_PART_ONE: base64(drawParts[0]),
    DRAW_PART_TWO: base64(drawParts[1]),
    PSEUDONYM_SECRET: base64(pseudonym),
  };
}
