import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import { drawVariables } from '../campaign/committed-campaign.ts';
import { waitUntil } from '../wait-until.ts';

export type Program = {
  pid: number;
  /** Everything on stdout and stderr so far. */
  output: () => string;
  /** Waits for the first log line with this message. */
  logLine: (sentence: string) => Promise<Record<string, unknown>>;
  kill: (signal: NodeJS.Signals) => void;
  /** Stops it like a supervisor. @returns the exit code */
  stop: () => Promise<number>;
  /** The exit code; 128 plus the signal's number if one ended it. */
  ended: Promise<number>;
  hasEnded: () => boolean;
};

export type Environment = Readonly<Record<string, string>>;

const root = path.resolve(import.meta.dirname, '../../..');
const started = new Set<Program>();

const ofLaunch = /^server\/main\/(serve|deliver|console)\.ts$/;

/**
 * Starts a program with a demonstration's campaign, which production refuses.
 * @param file a path from the root of the repository
 * @param variables its whole environment: nothing is inherited
 * @param stdout a pipe, or an open file
 * @param words the arguments
 */
export function startProgram(
  file: string,
  variables: Environment,
  stdout: 'pipe' | number = 'pipe',
  words: readonly string[] = [],
): Program {
  const [, name] = ofLaunch.exec(file) ?? [];
  return startAsItIs(name === undefined ? [file] : [demonstration, name], variables, {
    stdout,
    words,
  });
}

const demonstration = 'testing/server/programs/demonstration.ts';

/** @param program its file, and its first arguments */
export function startAsItIs(
  program: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  {
    stdout = 'pipe',
    words = [],
    nodeOptions = [],
  }: {
    stdout?: 'pipe' | number;
    words?: readonly string[];
    nodeOptions?: readonly string[];
  } = {},
): Program {
  const options = [...nodeOptions, 'runtime/run.mjs', ...program, ...words];
  const child = spawn(process.execPath, options, {
    cwd: root,
    env: { ...variables },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = new Promise<number>((resolve) => {
    child.on('close', (code, signal) => {
      hasEnded = true;
      resolve(code ?? (signal === 'SIGKILL' ? 137 : -1));
    });
  });
  const running: Program = {
    pid: child.pid ?? 0,
    output: () => output,
    logLine: async (sentence) => {
      const found = await waitUntil(() => {
        if (hasEnded) throw new Error(`The program ended: ${output}`);
        return logLines(output).find(({ msg }) => msg === sentence);
      });
      return found ?? {};
    },
    kill: (signal) => void child.kill(signal),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    ended,
    hasEnded: () => hasEnded,
  };
  started.add(running);
  return running;
}

/** Ends what a failed test has left running. */
export async function endPrograms(): Promise<void> {
  for (const program of started) {
    if (!program.hasEnded()) program.kill('SIGKILL');
    await program.ended;
  }
  started.clear();
}

export function logLines(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line): Record<string, unknown> => JSON.parse(line));
}

const secret = () => randomBytes(32).toString('base64');
/** Shared by all programs of a test, since a database's commitment depends on it. */
export const committedSecrets = { draw: randomBytes(32), pseudonym: randomBytes(32) };

export const drawToken = secret();

/** A complete environment for `draw`, on a free port. */
export function drawEnvironment(databaseUrl: string, headFile: string) {
  return {
    CAMPAIGN: 'biscuit-2025',
    DATABASE_URL: databaseUrl,
    DRAW_PORT: '0',
    DRAW_TOKEN: drawToken,
    ...drawVariables(committedSecrets.draw),
    DRAW_HEAD_FILE: headFile,
  };
}

/** Shared by all programs of a test, since a database begins with them. */
const ownSecrets = {
  IDENTITY_SECRET: secret(),
  INDEX_SECRET: secret(),
  CODE_SECRET: secret(),
  SEAL_KEYS: `1:${secret()}`,
  ...voucherVariables(randomBytes(32)),
};

/** The key ring and its public half. */
export function voucherVariables(key: Buffer) {
  const { id, key: publicKey } = voucherPublicKeyOf([{ id: 1, key }]);
  return {
    VOUCHER_SEAL_KEYS: `1:${key.toString('base64')}`,
    VOUCHER_PUBLIC_KEY: `${id}:${Buffer.from(publicKey).toString('base64')}`,
  };
}

/** A complete environment for `serve` and `deliver`, on free ports. */
export function validEnvironment(databaseUrl: string) {
  return {
    CAMPAIGN: 'biscuit-2025',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: 'https://win.example',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    SMS_PROVIDER: 'mailbox',
    ...ownSecrets,
    DRAW_TOKEN: drawToken,
    PSEUDONYM_SECRET: committedSecrets.pseudonym.toString('base64'),
  };
}

/** A port that the system has just picked. Another process may take it first. */
export async function ephemeralPort(host: string): Promise<number> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
