// `npm run drill -- go-live`: types the guide of installation line by line on this machine, from a
// clone to the first voucher. As root, on a Debian without an installation, which it removes.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startSmsGateway, type SmsGateway } from '../product/sms-gateway.ts';
import type { Answered } from '../server/shopper/device.ts';
import { Shopper, type ShopperServer } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import {
  commandsOfPage,
  optionsIn,
  campaign,
  writeAccount,
  writeCampaign,
  writeCodes,
} from './people.ts';

const root = path.resolve(import.meta.dirname, '../..');
const kept = ['/etc/inaam', '/var/lib/inaam'];
const site = 'win.localhost';
const phone = '9876543210';
const print = (line: string) => void process.stdout.write(`${line}\n`);

const isManaged = existsSync('/run/systemd/system');
// The users of the units must be able to read it.
const folder = mkdtempSync(isManaged ? '/opt/inaam-go-live-' : '/var/tmp/inaam-go-live-');
const project = path.join(folder, 'inaam');
const home = path.join(folder, 'home');
const smsFile = path.join(folder, 'sms.jsonl');
const environment = {
  ...process.env,
  HOME: home,
  INAAM_SETTINGS: undefined,
  DATABASE_URL: undefined,
  NO_COLOR: '1',
  npm_config_progress: 'false',
};
const counts = { commands: 0, answers: 0, files: 0 };
const running: (() => Promise<unknown>)[] = [];

function assertFree(): void {
  const problem =
    process.getuid?.() !== 0
      ? 'It needs root: it installs packages, and writes /etc/inaam.'
      : kept.some((each) => existsSync(each))
        ? `There is an installation already (${kept.join(', ')}): it would be changed.`
        : undefined;
  if (problem === undefined) return;
  rmSync(folder, { recursive: true });
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

/** One line of the page, and what people do before it. */
async function type(command: string, gateway: SmsGateway): Promise<void> {
  if (/ init /.test(command)) {
    await writeCampaign(project);
    counts.files += 1;
    startPostgres();
  }
  if (/ launch /.test(command)) {
    writeAccount(gateway);
    counts.files += 2;
  }
  if (/ load /.test(command)) writeCodes(path.join(project, 'codes.csv'));
  if (command.endsWith('npm start')) return walkThrough(command);
  if (command.endsWith(' up') && !isManaged) return startAll(command);
  const line = isManaged
    ? command
    : command.replace('systemctl reload caddy', 'caddy start --config /etc/caddy/Caddyfile');
  if (/caddy start/.test(line)) running.push(async () => spawnSync('caddy', ['stop']));
  const answers = / launch | load /.test(line) ? [campaign] : / try /.test(line) ? [phone] : [];
  const { status } = await typed(line, answers);
  // The list of a launch is not done before the page is.
  if (status !== 0 && !/ launch /.test(line)) throw new Error(`It ended with ${status}: ${line}`);
}

/** Types a command at a terminal, and answers its questions. */
async function typed(
  command: string,
  answers: readonly string[] = [],
): Promise<{ status: number; output: string }> {
  print(`\n# ${command}`);
  counts.commands += 1;
  counts.answers += answers.length;
  const began = performance.now();
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: existsSync(project) ? project : folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(''));
  const [output, status] = await Promise.all([
    text(child.stdout),
    new Promise<number>((ended) => child.on('exit', (code) => ended(code ?? 1))),
  ]);
  print(lastLines(output));
  print(`(${((performance.now() - began) / 1000).toFixed(0)} s)`);
  return { status, output };
}

const lastLines = (output: string) =>
  stripVTControlCharacters(output).replaceAll('\r', '').trim().split('\n').slice(-24).join('\n');

/** Until the demonstration says where it is, then Ctrl-C. */
async function walkThrough(command: string): Promise<void> {
  const demo = ['runtime/run.mjs', 'demo/start.ts'];
  const { output, stop, ended } = start(command, demo, { CAMPAIGN: campaign });
  await waitUntil(() => output().includes('Press Ctrl-C to stop.'));
  stop();
  await ended;
  print(lastLines(output()));
}

async function startAll(command: string): Promise<void> {
  const { stop, ended } = start(command);
  running.push(async () => {
    stop();
    await ended;
  });
  await waitUntil(() => {
    const { status } = spawnSync('npx', ['inaam', 'status'], { cwd: project, env: environment });
    return status === 0;
  });
}

function start(command: string, words = command.split(' ').slice(2), variables = {}) {
  print(`\n# ${command}`);
  counts.commands += 1;
  // The program itself, because npx passes no signal on to it.
  const program = words[0]?.endsWith('.mjs') ? process.execPath : 'node_modules/.bin/inaam';
  const child = spawn(program, words, {
    cwd: project,
    env: { ...environment, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise((done) => child.on('exit', done));
  return { output: () => output, stop: () => child.kill('SIGINT'), ended };
}

/** Where no service manager has started it. */
function startPostgres(): void {
  if (isManaged) return;
  const [version = ''] = spawnSync('pg_lsclusters', ['-h'], { encoding: 'utf8' }).stdout.split(' ');
  spawnSync('pg_ctlcluster', [version, 'main', 'start']);
}

/** A shopper over Caddy's certificate: the code and the voucher come from the gateway. */
async function play(): Promise<void> {
  const ofCaddy = isManaged ? '/var/lib/caddy' : home;
  const authority = path.join(ofCaddy, '.local/share/caddy/pki/authorities/local/root.crt');
  await waitUntil(() => existsSync(authority));
  const shopper = new Shopper(serverAt(readFileSync(authority)));
  const mobile = '9123456780';
  assertTaken(await shopper.register(mobile));
  const code = await waitUntil(() => /\b\d{6}\b/.exec(newestText(mobile))?.[0]);
  assertTaken(await shopper.verifyWith(code));
  assertTaken(await shopper.call('getReward'));
  const voucher = await waitUntil(() => /\bGL\d+X\d{6}\b/.test(newestText(mobile)));
  if (voucher) print('\nThe shopper has the voucher, handed to the gateway over HTTP.');
}

function assertTaken({ status, resp }: Answered): void {
  if (status !== 200) throw new Error(`The site answered ${status} ${JSON.stringify(resp)}.`);
}

const newestText = (mobile: string) => {
  const file = existsSync(smsFile) ? readFileSync(smsFile, 'utf8') : '';
  const texts: { to: string; text: string }[] = file
    .split('\n')
    .flatMap((line) => (line === '' ? [] : JSON.parse(line)));
  return texts.findLast(({ to }) => to.endsWith(mobile))?.text ?? '';
};

/** Not the loopback, from which only proxies come. */
const [host = '127.0.0.1'] = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.flatMap(({ address, family, internal }) => (internal || family === 'IPv6' ? [] : address)),
);

function serverAt(ca: Buffer): ShopperServer {
  const inject: ShopperServer['app']['inject'] = ({ method, url, headers, payload }) =>
    new Promise((answered, failed) => {
      const isText = typeof payload === 'string';
      const asked = request(
        {
          host,
          servername: site,
          path: url,
          method,
          ca,
          headers: {
            ...headers,
            host: site,
            ...(!isText && payload && { 'content-type': 'application/json' }),
          },
        },
        (response) => {
          void text(response).then(
            (body) =>
              answered({ statusCode: response.statusCode ?? 0, headers: response.headers, body }),
            failed,
          );
        },
      );
      asked.on('error', failed);
      asked.end(isText ? payload : payload && JSON.stringify(payload));
    });
  return Object.assign(Object.create(null), {
    app: { inject },
    time: {
      get wall() {
        return Date.now();
      },
    },
  });
}

function run(program: string, words: readonly string[], cwd: string): void {
  const { status } = spawnSync(program, words, { cwd, env: environment, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${status}.`);
}

function inPostgres(sql: string): string {
  return spawnSync('runuser', ['-u', 'postgres', '--', 'psql', '-Atqc', sql], {
    encoding: 'utf8',
    cwd: '/',
  }).stdout;
}

/** Units, database, roles and files. */
function takeAway(): void {
  if (isManaged) {
    spawnSync('systemctl', ['disable', '--now', 'inaam.target', 'inaam-*']);
    spawnSync('sh', ['-c', 'rm -f /etc/systemd/system/inaam*; systemctl daemon-reload']);
  }
  inPostgres('drop database if exists inaam with (force)');
  const roles = inPostgres("select rolname from pg_roles where rolname ~ '^inaam' order by 1 desc");
  for (const role of roles.split('\n').filter(Boolean)) inPostgres(`drop role ${role}`);
  for (const each of [...kept, folder]) rmSync(each, { recursive: true, force: true });
}

async function goLive(): Promise<void> {
  const from = performance.now();
  try {
    mkdirSync(home);
    if (isManaged) chmodSync(folder, 0o755);
    run('git', ['clone', '--quiet', root, project], folder);
    const gateway = await startSmsGateway(smsFile, 'http://127.0.0.1:3000');
    running.push(() => gateway.close());
    const commands = commandsOfPage();
    for (const command of commands) await type(command.replaceAll('win.example', site), gateway);
    await play();
    const { status } = await typed('npx inaam launch --published "the notary"');
    await typed('npx inaam status');
    if (status !== 0) throw new Error('The list of launch is not done.');
    const minutes = ((performance.now() - from) / 60_000).toFixed(1);
    print(
      `\nFrom the clone to the first voucher: ${commands.length} commands of the page with ${optionsIn(commands)} options, ${counts.answers} answers at a prompt, ${counts.files} files of people; ${minutes} minutes of the machine.`,
    );
  } finally {
    for (const stop of running.toReversed()) await stop();
    if (!process.argv.includes('--keep')) takeAway();
  }
}

assertFree();
await goLive();
process.exit();
