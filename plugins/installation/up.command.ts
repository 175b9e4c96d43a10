// `npx inaam up`: every program of an installation, under systemd or under this process.
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { shortHash } from '@inaam/runtime/private-folder.ts';
import { acquireProcessLock } from '@inaam/runtime/process-lock.ts';
import { operatorMessage, Shutdown } from '@inaam/server/database/run-program.ts';
import type { Variables } from '@inaam/server/operator/settings/program-config.ts';
import {
  campaignsOf,
  readSettings,
  settingsOf,
  type InstalledCampaign,
} from '@inaam/server/operator/settings/read-settings.ts';
import { installationOf } from '@inaam/server/operator/settings/settings-file.ts';
import { commandOf, flagOption } from '@inaam/server/operator/add-command.ts';
import { RefusedError } from '@inaam/server/operator/command-context.ts';
import { writeWhole } from '@inaam/server/platform/new-files.ts';
import { smsSecretsOf } from './installation-settings.ts';
import { readinessHere } from './status.command.ts';
import { closedToUnits, withCredentials } from './systemd-units.ts';
import { keepRunning, migrateFirst, running } from './up-programs.ts';

export const addUp = commandOf({
  of: 'installation',
  detail:
    'Where systemd runs and you are root, it installs the units of the installation and starts them at each boot. Elsewhere it stays in the foreground: it migrates, starts the programs, and restarts any that ends. SIGTERM or Ctrl-C stops all of them in order; a second one ends them at once.',
  examples: ['up', 'up --foreground'],
  shape: {
    foreground: flagOption('--foreground', 'stay in the foreground although systemd runs'),
  },
  run: async ({ foreground }, { context }) => {
    const { variables, output } = context;
    // A full disk, or a reader of the log that has ended, must not end the programs.
    output.removeAllListeners('error').on('error', () => undefined);
    const print = (line: string) => void output.write(`${line}\n`);
    print(onOneMachine);
    const campaigns = campaignsOf(variables);
    if (foreground || !isUnderSystemd() || unitsOf(variables) === undefined) {
      return { text: '', json: {}, failed: !(await upInForeground(campaigns, variables, print)) };
    }
    const ready: boolean[] = [];
    for (const { id, variables: own } of campaigns) {
      const units = unitsOf(own);
      if (units === undefined) throw new RefusedError(`"${id}" has no units of systemd.`);
      const problem = closedToUnits(path.dirname(units));
      if (problem !== undefined) throw new RefusedError(problem);
      if (campaigns.length > 1) print(`Campaign ${id}`);
      ready.push(await upBySystemd({ units, variables: own, print }));
    }
    return { text: '', json: {}, failed: ready.includes(false) };
  },
});

const onOneMachine =
  "All programs run on this machine: its administrators can read the draw's secret beside the site. To keep them apart, run draw elsewhere (docs/run/several-machines.md).";

const isUnderSystemd = () => existsSync('/run/systemd/system') && process.getuid?.() === 0;

function unitsOf(variables: Variables): string | undefined {
  const folder = path.join(path.dirname(variables['INAAM_SETTINGS'] ?? ''), 'systemd');
  return variables['INAAM_SETTINGS'] && existsSync(folder) && targetIn(folder) ? folder : undefined;
}

/** `inaam.target`, or `inaam@<id>.target` of a further campaign. */
const targetIn = (folder: string) =>
  readdirSync(folder).find((name) => /^inaam(?:@[a-z0-9-]+)?\.target$/.test(name));

type Systemd = {
  units: string;
  variables: Variables;
  print: (line: string) => void;
  /** Where systemd finds them, and how it is asked; others in tests. */
  installed?: string;
  systemctl?: (words: readonly string[]) => Promise<{ text: string; isDone: boolean }>;
  patienceSeconds?: number;
};

/** @returns whether all of it runs */
export async function upBySystemd({
  units,
  variables,
  print,
  installed = '/etc/systemd/system',
  systemctl = askSystemctl,
  patienceSeconds = 60,
}: Systemd): Promise<boolean> {
  const target = targetIn(units) ?? '';
  const isFurther = target.includes('@');
  const sms = smsSecretsOf(settingsOf('deliver', variables)['SMS_PATHS_FILE'] ?? '');
  const changed = readdirSync(units)
    .filter((name) => /\.(?:service|target)$/.test(name))
    .filter((name) => {
      const own = path.join(units, name);
      const before = readFileSync(own, 'utf8');
      const folder = path.dirname(units);
      const { text, missing } = withCredentials(name, before, folder, sms);
      for (const file of missing) print(`${name} cannot start: ${file} is not there.`);
      if (text !== before) writeWhole(own, text, replaced);
      const file = path.join(installed, name);
      if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
      writeWhole(file, text, replaced);
      print(`Installed ${file}.`);
      return true;
    });
  const restarted = changed.filter((name) => name.endsWith('.service'));
  // It has the campaigns that were there as it started.
  if (isFurther && changed.includes(target)) restarted.push('inaam-console.service');
  const steps = [
    ['daemon-reload'],
    // Those that run already; a target has nothing to restart.
    ['try-restart', ...restarted],
    ['enable', '--now', target],
  ];
  for (const words of steps.filter(([first, second]) => first !== 'try-restart' || second)) {
    const { text, isDone } = await systemctl(words);
    if (isDone) continue;
    print(`systemctl ${words.join(' ')} failed: ${text.trim()}`);
    return false;
  }
  const states = await Promise.all(
    running.map(async (program) => {
      const until = Date.now() + 1000 * patienceSeconds;
      let state: string | undefined;
      do {
        if (state !== undefined) await wait(askAgainMs);
        state = (await readinessHere(program, variables)).state ?? 'does not answer';
      } while (state !== 'ready' && Date.now() < until);
      print(`${program.padEnd(8)}${state}`);
      return state;
    }),
  );
  const isReady = states.every((state) => state === 'ready');
  print(`They start at each boot. After a change of settings: systemctl restart ${target}`);
  print(
    `${isReady ? 'Their logs' : 'Why, their logs say'}: journalctl --unit "inaam-*" --since -5min`,
  );
  return isReady;
}

const replaced = { mode: 0o644, isReplaced: true };
const askAgainMs = 500;

const askSystemctl: NonNullable<Systemd['systemctl']> = (words) =>
  promisify(execFile)('systemctl', [...words]).then(
    ({ stdout }) => ({ text: stdout, isDone: true }),
    (error: Error & { stderr?: string }) => ({
      text: error.stderr ?? error.message,
      isDone: false,
    }),
  );

function lockOf(variables: Variables): string {
  const { file } = readSettings('operator', [], variables);
  return `up-${shortHash(file.path ? realpathSync(file.folder) : process.cwd())}`;
}

/** The programs' own limits are far below. */
const stopLimitSeconds = 700;

/** Until a signal. @returns whether it had started */
async function upInForeground(
  campaigns: readonly InstalledCampaign[],
  variables: Variables,
  print: (line: string) => void,
): Promise<boolean> {
  const installation = lockOf(variables);
  const lock = await acquireProcessLock(installation);
  if ('lockedBy' in lock) {
    const { pid } = lock.lockedBy;
    throw new RefusedError(
      `This installation runs already, under process ${pid ?? 'unknown'}. Stop that one first: kill ${pid ?? '<process>'}`,
    );
  }
  const shutdown = new Shutdown(stopLimitSeconds, {
    failed: (name, error) => print(operatorMessage(error, `Failed to stop ${name}`)),
    timedOut: () => print('Something did not stop in time, and is killed.'),
  });
  const stopped = new Promise<void>((resolve) => {
    shutdown.onSignal((signal) => {
      print(`${signal}: stopping the programs in order. A second signal ends them at once.`);
      void shutdown.stop().then(resolve);
    });
  });
  const supervision = { variables, installation, print, shutdown };
  const isOne = campaigns.length === 1;
  try {
    if (!(await migrateFirst(supervision)) && !shutdown.isStopping) {
      throw new RefusedError('The database is not migrated, so no program was started.');
    }
    for (const { id, variables: own } of campaigns) {
      const isFurther = installationOf(own['INAAM_SETTINGS'] ?? '') !== undefined;
      const of = { variables: own, installation: lockOf(own), ...(!isOne && { campaign: id }) };
      // The installation has one console.
      for (const program of running.filter((name) => name !== 'console' || !isFurther)) {
        if (!shutdown.isStopping) keepRunning(program, { ...supervision, ...of });
      }
    }
  } catch (error) {
    if (!shutdown.isStopping) {
      await shutdown.stop();
      throw error;
    }
  }
  await stopped;
  await lock.release();
  print('Stopped.');
  return true;
}
