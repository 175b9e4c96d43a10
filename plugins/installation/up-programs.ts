// Keeps the programs of an installation running, each with its own settings alone.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { programs } from '@inaam/runtime/programs.mjs';
import { closeSeconds, type Shutdown } from '@inaam/server/database/run-program.ts';
import { namesOf, spellingsOf } from '@inaam/server/operator/settings/environments.ts';
import type { Variables } from '@inaam/server/operator/settings/program-config.ts';
import { readSettings } from '@inaam/server/operator/settings/read-settings.ts';
import { parseJson } from '@inaam/server/platform/format.ts';
import { project } from './systemd-units.ts';

/** In the order of their start; they stop in the reverse order. */
export const running = ['draw', 'deliver', 'console', 'serve'] as const;
type Running = (typeof running)[number];
type Program = Running | 'migrate';

export type Supervision = {
  variables: Variables;
  /** Names the installation among the locks of this machine. */
  installation: string;
  /** One of several. */
  campaign?: string;
  print: (line: string) => void;
  shutdown: Shutdown;
};

/** Of the program's own names: what is in this environment, and what only this process may read. */
export function environmentOf(program: Program, variables: Variables): Record<string, string> {
  const { found } = readSettings(program, namesOf(program), variables);
  const written = [...found.keys()].flatMap((name) => spellingsOf(program, name));
  const own = ['INAAM_SETTINGS', ...written].flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const credentials = [...found].flatMap(([name, value]) =>
    'text' in value && value.source.startsWith('credential ') ? [[name, value.text] as const] : [],
  );
  return {
    ...systemVariables(variables),
    ...programs[program].environment,
    ...Object.fromEntries([...own, ...credentials]),
  };
}

const prefixed = (name: string, line: string) => `${name.padEnd(8)}${line}`;

/** @returns whether the schema is up to date */
export async function migrateFirst(supervision: Supervision): Promise<boolean> {
  const { shutdown, print } = supervision;
  const child = start('migrate', supervision, (line) => print(prefixed('migrate', line)));
  shutdown.add('migrate', async () => void (await child.stop(closeSeconds)));
  return (await child.ended).code === 0;
}

export function keepRunning(program: Running, supervision: Supervision): void {
  const { shutdown, print, campaign } = supervision;
  const said = campaign === undefined ? '' : `${campaign} `;
  const say = (line: string) => print(`${said}${prefixed(program, line)}`);
  const limitSeconds = stopSeconds(program, supervision.variables);
  const stopping = new AbortController();
  let child: Child | undefined;
  const keep = async () => {
    let pause = 0;
    let known = '';
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      let isReady = false;
      const refusal: string[] = [];
      child = start(program, supervision, (line) => {
        const msg = messageOf(line);
        if (msg === undefined && !isReady) refusal.push(line);
        else say(line);
        if (msg === readyMessages[program]) {
          isReady = true;
          say('ready');
        }
      });
      const ending = await child.ended;
      if (stopping.signal.aborted) return;
      const refused = !isReady && ending.code === 1;
      // Refusals, of a missing commitment say, are no crashes: they do not lengthen the next pause.
      pause = pauseSeconds(known === '' ? pause : 0, {
        seconds: (performance.now() - startedAt) / 1000,
        refused,
      });
      // The same reason is given once.
      if (!refused || refusal.join() !== known) {
        for (const line of refusal) say(line);
        say(
          `It ${refused ? 'does not start' : endingText(ending)}. It is tried again in ${pause} s.`,
        );
      }
      known = refused ? refusal.join() : '';
      await wait(pause * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const kept = keep();
  shutdown.add(`the program ${said}${program}`, async () => {
    stopping.abort();
    await child?.stop(limitSeconds);
    await kept;
  });
}

const endingText = ({ code, signal }: Ending) =>
  signal === null ? `ended with code ${code}` : `was ended by ${signal}`;

/** What the program allows itself, and a little. */
function stopSeconds(program: Running, variables: Variables): number {
  const { variables: settings } = readSettings(program, namesOf(program), variables);
  const drain = program === 'serve' ? Number(settings['DRAIN_SECONDS'] ?? 2) : 0;
  const seconds = Number(settings['STOP_SECONDS'] ?? 7) + drain + closeSeconds + 2;
  // Otherwise the program refuses it.
  return Number.isFinite(seconds) ? seconds : 12;
}

// When a program that ended is started again.

const firstSeconds = 1;
const longestSeconds = 30;
/** A program that ran this long was healthy. */
const healthySeconds = 60;

export type Run = {
  seconds: number;
  /** Whether it ended by itself before it was ready: settings are wrong, or a port is taken. */
  refused: boolean;
};

/** @param before the pause before this run; 0 before the first */
export function pauseSeconds(before: number, { seconds, refused }: Run): number {
  if (refused) return longestSeconds;
  if (seconds >= healthySeconds || before === 0) return firstSeconds;
  return Math.min(2 * before, longestSeconds);
}

// A program under a supervisor, in a separate session: Ctrl-C in a terminal reaches only the
// supervisor, which then stops the programs in their order.

type Ending = { code: number | null; signal: NodeJS.Signals | null };

type Child = {
  /** After its last line. */
  ended: Promise<Ending>;
  /** By SIGTERM; by SIGKILL if it runs longer than that. */
  stop: (limitSeconds: number) => Promise<Ending>;
};

const supervised = ['runtime/run.mjs', 'runtime/supervised.ts'];

function start(
  program: Program,
  { variables, installation }: Supervision,
  onLine: (line: string) => void,
): Child {
  const { file, nodeOptions } = programs[program];
  // Another one with this name waits while the program runs.
  const lock = `${installation}-${program}`;
  const child = spawn(process.execPath, [...nodeOptions, ...supervised, lock, file], {
    cwd: project,
    // All of it: nothing is inherited.
    env: environmentOf(program, variables),
    detached: true,
    // Its end of stdin closes when this process ends, however it ends.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.stdin.on('error', () => undefined);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  }).finally(() => process.off('exit', kill));
  return {
    ended,
    async stop(limitSeconds) {
      child.kill('SIGTERM');
      const limit = setTimeout(kill, limitSeconds * 1000);
      const ending = await ended;
      clearTimeout(limit);
      return ending;
    },
  };
}

/** Of Node, the system and its certificates; settings are not among them. */
const ofSystem =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|SSL_CERT_\w+|NODE_\w+|https?_proxy|no_proxy)$/i;

const systemVariables = (given: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      ofSystem.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );

const readyMessages = {
  serve: 'Serving.',
  deliver: 'Delivering.',
  draw: 'Drawing.',
  console: 'The console is open.',
} as const;

const logLine = z.object({ level: z.string(), msg: z.string() });

/** Undefined for a line that is not of its log, such as why it refused to start. */
const messageOf = (line: string) => logLine.safeParse(parseJson(line)).data?.msg;
