// Kannel from Debian's packages: bearerbox, smsbox and fake SMSC, on loopback.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  /** Messages that its fake SMSC has received. */
  fakeMessages: () => number;
  stop(): Promise<void>;
};

const programs = {
  bearerbox: '/usr/sbin/bearerbox',
  smsbox: '/usr/sbin/smsbox',
  fakeSmsc: '/usr/lib/kannel/test/fakesmsc',
} as const;

/** @throws Error if it cannot be installed */
export const installKannel = () =>
  installPackages(Object.values(programs), ['kannel', 'kannel-extras']);

/** @param smscPort of an SMSC on loopback to bind to */
export async function startKannel(folder: string, smscPort: number): Promise<Kannel> {
  const [admin, box, sendSms, fake] = await Promise.all([
    ephemeralPort('127.0.0.1'),
    ephemeralPort('127.0.0.1'),
    ephemeralPort('127.0.0.1'),
    ephemeralPort('127.0.0.1'),
  ]);
  const [username, password] = ['inaam', 'only-for-the-drill'];
  const file = path.join(folder, 'kannel.conf');
  writeFileSync(
    file,
    configurationOf({ folder, smscPort, admin, box, sendSms, fake, username, password }),
  );
  const children: ChildProcess[] = [];
  const start = async (program: string, parameters: readonly string[], port: number) => {
    children.push(spawn(program, parameters, { stdio: 'ignore' }));
    await reached(port);
  };
  await start(programs.bearerbox, ['-v', '4', file], box);
  await reached(fake);
  await start(programs.smsbox, ['-v', '4', file], sendSms);
  const log = path.join(folder, 'fake.log');
  const fakeSmsc = ['-v', '4', '-m', '0', '-H', '127.0.0.1', '-r', String(fake)];
  children.push(
    spawn(programs.fakeSmsc, [...fakeSmsc, '-F', log, '-V', '0', '1 2 text no'], {
      stdio: 'ignore',
    }),
  );
  return {
    address: `http://127.0.0.1:${sendSms}/cgi-bin/sendsms`,
    username,
    password,
    // It counts each line as a message: only the first begins with the header.
    fakeMessages: () =>
      existsSync(log)
        ? [...readFileSync(log, 'utf8').matchAll(/Got message \d+: <INAAMB /g)].length
        : 0,
    stop: async () => {
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}

type Settings = {
  folder: string;
  smscPort: number;
  admin: number;
  box: number;
  sendSms: number;
  fake: number;
  username: string;
  password: string;
};

const configurationOf = (set: Settings) => `
group = core
admin-port = ${set.admin}
admin-password = ${set.password}
smsbox-port = ${set.box}
box-allow-ip = "127.0.0.1"
log-file = "${set.folder}/bearerbox.log"
log-level = 1
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = operator
denied-smsc-id = fake
host = 127.0.0.1
port = ${set.smscPort}
transceiver-mode = true
smsc-username = kannel
smsc-password = ${set.password.slice(0, 8)}
system-type = ""
source-addr-ton = 5
source-addr-npi = 0
dest-addr-ton = 1
dest-addr-npi = 1
max-pending-submits = 50

group = smsc
smsc = fake
smsc-id = fake
allowed-smsc-id = fake
port = ${set.fake}
connect-allow-ip = "127.0.0.1"

group = smpp-tlv
name = dlt_entity
tag = 0x1400
type = octetstring
length = 30

group = smpp-tlv
name = dlt_template
tag = 0x1401
type = octetstring
length = 30

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${set.sendSms}
log-file = "${set.folder}/smsbox.log"
log-level = 1

group = sendsms-user
username = ${set.username}
password = ${set.password}
max-messages = 3
concatenation = true
`;

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
