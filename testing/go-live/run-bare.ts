// `npm run drill -- go-live-bare`: the drill go-live on a Debian that has nothing but Node, in a
// folder, with systemd as its first process and no network but its own. Then every program is
// killed, all are stopped and started, and the machine starts again. Needs root, and Debian's
// packages debootstrap and systemd-container.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { waitUntil } from '../server/wait-until.ts';

const root = path.resolve(import.meta.dirname, '../..');
const suite = 'trixie';
const print = (line: string) => void process.stdout.write(`${line}\n`);
const toProject = 'cd /opt/inaam-go-live-*/inaam';
const askPorts =
  "Promise.all([9464, 9465, 9466, 8090].map((port) => fetch('http://127.0.0.1:' + port + '/ready').then(({ ok }) => ok || process.exit(1))))";
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** As at a login, and with this machine's registry. */
const environment = {
  HOME: '/root',
  LANG: 'C.UTF-8',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  DEBIAN_FRONTEND: 'noninteractive',
  NODE_EXTRA_CA_CERTS: '/opt/authorities.pem',
  npm_config_cafile: '/opt/authorities.pem',
  npm_config_cache: '/root/.npm',
  npm_config_registry: output('npm', ['config', 'get', 'registry']).trim(),
};

function output(program: string, words: readonly string[]): string {
  return spawnSync(program, words, { encoding: 'utf8', cwd: root }).stdout;
}

function run(program: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const { status } = spawnSync(program, words, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}.`);
}

/** What the page downloads is fetched before: the machine has no network. */
function prepare(machine: string): void {
  run('debootstrap', [
    '--variant=minbase',
    '--include=systemd-sysv,dbus,ca-certificates,procps',
    suite,
    machine,
  ]);
  run('git', ['clone', '--quiet', '--no-hardlinks', root, path.join(machine, 'opt/inaam')]);
  copyFileSync(authorities, path.join(machine, 'opt/authorities.pem'));
  copyFileSync('/etc/resolv.conf', path.join(machine, 'etc/resolv.conf'));
  const fetched = [
    'apt-get install -y --no-install-recommends nodejs npm git >/dev/null',
    'apt-get install -y --download-only postgresql caddy >/dev/null',
    'cd /opt/inaam',
    'npm ci --no-progress',
  ].join(' && ');
  // A namespace of its own, so that nothing stays mounted.
  const mounted = `mount --rbind /dev ${machine}/dev && mount -t proc proc ${machine}/proc && exec chroot ${machine} sh -c '${fetched}'`;
  run('unshare', ['--mount', 'sh', '-c', mounted], environment);
}

class Machine {
  readonly #container: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(folder: string) {
    const words = ['--register=no', '--keep-unit', '--private-network', '--resolv-conf=off'];
    this.#container = spawn(
      'systemd-nspawn',
      ['--boot', '--console=pipe', '-D', folder, '-M', 'inaam-bare', ...words],
      {
        env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    this.#ended = new Promise((ended) => this.#container.on('exit', ended));
  }

  static async boot(folder: string): Promise<Machine> {
    const machine = new Machine(folder);
    try {
      await waitUntil(() => machine.does('systemctl is-system-running --wait'));
      return machine;
    } catch (error) {
      machine.#container.kill('SIGKILL');
      throw error;
    }
  }

  #enter(command: string): string[] {
    const pid = this.#container.pid;
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return ['--target', first, '--all', '--wdns=/opt/inaam', 'bash', '-c', command];
  }

  does(command: string): boolean {
    const env = { ...environment, npm_config_offline: 'true' };
    return spawnSync('nsenter', this.#enter(command), { env, stdio: 'ignore' }).status === 0;
  }

  type(command: string): void {
    print(`\n# ${command}`);
    run('nsenter', this.#enter(command), { ...environment, npm_config_offline: 'true' });
  }

  async allReady(): Promise<void> {
    // The table of `status` may still show the processes that were killed; their ports do not.
    await waitUntil(() => this.does(`node --eval "${askPorts}"`));
    await waitUntil(() => this.does(`${toProject} && npx inaam status`));
    print('All programs are ready.');
  }

  async powerOff(): Promise<void> {
    if (this.#container.exitCode !== null) return;
    this.does('systemctl poweroff');
    await this.#ended;
  }
}

async function goLiveBare(machineFolder: string): Promise<void> {
  prepare(machineFolder);
  let machine = await Machine.boot(machineFolder);
  try {
    machine.type('node runtime/run.mjs testing/run-drill.ts go-live --keep');
    machine.type('systemctl kill --signal KILL "inaam-*.service"');
    await machine.allReady();
    machine.type('systemctl restart inaam.target');
    await machine.allReady();
    await machine.powerOff();
    print('\nThe machine starts again.');
    machine = await Machine.boot(machineFolder);
    await machine.allReady();
    machine.type('systemctl --no-pager list-units "inaam*"');
  } finally {
    await machine.powerOff();
  }
}

const needed = ['debootstrap', 'systemd-nspawn'].filter(
  (name) => !existsSync(`/usr/sbin/${name}`) && !existsSync(`/usr/bin/${name}`),
);
if (process.getuid?.() !== 0 || needed.length > 0) {
  process.stderr.write('It needs root, and: apt-get install -y debootstrap systemd-container\n');
  process.exit(2);
}
const folder = mkdtempSync('/var/tmp/inaam-bare-');
try {
  await goLiveBare(path.join(folder, 'debian'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
