// Kannel from Debian's package, with the configuration of docs/make/gateways.md, on loopback.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPackages } from '../product/machine.ts';
import { ephemeralPort } from '../server/programs/program-process.ts';

export type Kannel = {
  /** Of sendsms. */
  address: string;
  username: string;
  password: string;
  /** SMS in a second, each segment counted. */
  perSecond: number;
  /** What its programs have written into their logs. */
  logged(): string;
  stop(): Promise<void>;
};

const programs = { bearerbox: '/usr/sbin/bearerbox', smsbox: '/usr/sbin/smsbox' } as const;

/** @throws Error if it cannot be installed */
export const installKannel = () => installPackages(Object.values(programs), ['kannel']);

/** @param smscPort of an SMSC on loopback to bind to */
export async function startKannel(folder: string, smscPort: number): Promise<Kannel> {
  const [admin, box, sendSms] = await Promise.all([
    ephemeralPort('127.0.0.1'),
    ephemeralPort('127.0.0.1'),
    ephemeralPort('127.0.0.1'),
  ]);
  const documented = documentedConfiguration();
  const password = 'only-for-the-drill';
  const file = path.join(folder, 'kannel.conf');
  const ports = { 'admin-port': admin, 'smsbox-port': box, 'sendsms-port': sendSms };
  const own = { ...ports, host: '127.0.0.1', port: smscPort, password };
  writeFileSync(file, configurationOf(documented, folder, own));
  mkdirSync(path.join(folder, 'store'));
  mkdirSync(path.join(folder, 'dlr'));
  const children: ChildProcess[] = [];
  const start = async (program: string, port: number) => {
    children.push(spawn(program, ['-v', '4', file], { stdio: 'ignore' }));
    await reached(port);
  };
  await start(programs.bearerbox, box);
  await start(programs.smsbox, sendSms);
  return {
    address: `http://127.0.0.1:${sendSms}/cgi-bin/sendsms`,
    username: valueOf(documented, 'username'),
    password,
    perSecond: Number(valueOf(documented, 'throughput')),
    logged: () =>
      ['bearerbox', 'smsbox']
        .map((name) => readFileSync(path.join(folder, `${name}.log`), 'utf8'))
        .join(''),
    stop: async () => {
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}

/** @throws Error if the page has none */
function documentedConfiguration(): string {
  const page = path.resolve(import.meta.dirname, '../../docs/make/gateways.md');
  const [, found] = /```ini\n(group = core\n.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  if (found === undefined) throw new Error('gateways.md has no configuration of Kannel.');
  return found;
}

const valueOf = (configuration: string, name: string): string =>
  new RegExp(`^${name} = (.*)$`, 'm').exec(configuration)?.[1] ?? '';

/** The documented one with its folders, and what `own` names, replaced. */
const configurationOf = (
  documented: string,
  folder: string,
  own: Readonly<Record<string, string | number>>,
) =>
  documented
    .replaceAll(/\/var\/(?:log|spool)\/kannel/g, folder)
    .replaceAll(/^([a-z-]+) = .*$/gm, (line, name: string) =>
      Object.hasOwn(own, name) ? `${name} = ${own[name]}` : line,
    );

/** Kannel's programs do not report that they are up. */
async function reached(port: number): Promise<void> {
  for (let time = 0; time < 200; time += 1) {
    const socket = createConnection(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await pause(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error('A program of Kannel does not listen.');
}
