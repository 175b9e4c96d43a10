// Production's four programs, each with its own settings and nothing else in its environment.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { programs } from '@inaam/runtime/programs.mjs';
import type { Shutdown } from '@inaam/server/database/run-program.ts';
import { namesOf } from '@inaam/server/main/settings/environments.ts';
import type { Variables } from '@inaam/server/main/settings/program-config.ts';
import { budgetVariables } from '@inaam/server/main/settings/variables.ts';
import {
  readyMessages,
  readLogLine,
  startChild,
  systemVariables,
} from '@inaam/server/operator/installation/up-child.ts';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import { print } from '../console.ts';
import { variablesOf, type DemoSecrets } from '../stored-state.ts';

type Environment = Readonly<Record<string, string>>;

export type Ports = { site: number; phone: number; console: number };

export type ProgramsOptions = {
  campaign: { id: string; folder: string; offset: number };
  ports: Ports;
  host: string;
  url: string;
  secrets: DemoSecrets;
  /** For the draw's head. */
  temporary: string;
  logs: boolean;
  /** Of the installation. */
  variables: Variables;
  shutdown: Shutdown;
  /** Called if a program ends by itself. */
  fail: (problem: string) => void;
};

/** What a rehearsal takes over from the installation: no secret and no address. */
const takenOver = [...Object.keys(budgetVariables), 'ANSWER_ENCODING', 'IP_DATABASE'];
const patienceSeconds = 15;

/** Resolves when all are ready; they stop in the reverse order. */
export async function startPrograms(options: ProgramsOptions): Promise<void> {
  const settings = settingsOf(options);
  const draw = await startOne('draw', options, settings);
  const withDraw = { ...settings, DRAW_URL: `http://127.0.0.1:${draw.port}` };
  const others = ['deliver', 'console', 'serve'] as const;
  await Promise.all(others.map((name) => startOne(name, options, withDraw)));
}

function settingsOf({
  campaign,
  ports,
  host,
  url,
  secrets,
  temporary,
  variables,
}: ProgramsOptions) {
  const given = takenOver.flatMap((name) => {
    const value = variables[name] ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const { id, key } = voucherPublicKeyOf(secrets.voucherSeal);
  return {
    ...Object.fromEntries(given),
    CAMPAIGN: campaign.id,
    DATABASE_URL: url,
    SMS_PROVIDER: 'mailbox',
    HOST: host,
    PORT: String(ports.site),
    PUBLIC_ORIGIN: `http://localhost:${ports.site}`,
    CONSOLE_PORT: String(ports.console),
    CONSOLE_ORIGIN: `http://localhost:${ports.console}`,
    METRICS_PORT: '0',
    DRAW_PORT: '0',
    DRAW_HEAD_FILE: path.join(temporary, 'draw-head'),
    DRAIN_SECONDS: '0',
    DRAW_TOKEN: base64(randomBytes(32)),
    IDENTITY_SECRET: base64(secrets.identity),
    CODE_SECRET: base64(secrets.code),
    VOUCHER_PUBLIC_KEY: `${id}:${base64(key)}`,
    ...variablesOf(secrets),
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Resolves when it is ready. @throws Error with the reason why it does not start */
function startOne(
  name: keyof typeof readyMessages,
  { campaign, temporary, logs, shutdown, fail }: ProgramsOptions,
  settings: Environment,
): Promise<{ port: number }> {
  const own = Object.entries(settings).filter(([each]) => namesOf(name).includes(each));
  const { nodeOptions, environment } = programs[name];
  return new Promise((resolve, reject) => {
    let isReady = false;
    const refused: string[] = [];
    const child = startChild({
      file: 'demo/rehearsal/program.ts',
      words: [name, campaign.id, campaign.folder, String(campaign.offset)],
      nodeOptions,
      environment: { ...systemVariables(), ...environment, ...Object.fromEntries(own) },
      lock: `${path.basename(temporary)}-${name}`,
      onLine: (line) => {
        const read = readLogLine(line);
        if (read === undefined) refused.push(line);
        if (logs || (read && read.level !== 'info' && !expected.test(read.msg))) {
          print(`${name.padEnd(8)}${logs ? line : read?.msg}`);
        }
        if (read && readyMessages[name] === read.msg) {
          isReady = true;
          resolve({ port: read.port ?? 0 });
        }
      },
    });
    shutdown.add(`the program ${name}`, async () => void (await child.stop(patienceSeconds)));
    const onEnd = () => {
      const problem = `The program ${name} ended by itself.\n${refused.join('\n')}`;
      if (!isReady) reject(new Error(problem));
      else if (!shutdown.isStopping) fail(problem);
    };
    void child.ended.then(onEnd);
  });
}

/** Warnings about what a rehearsal means to do. */
const expected = /^(?:PUBLIC_ORIGIN is plain http|SMS_PROVIDER is mailbox|DRAW_HEAD_FILE is new)/;
