// On a PostgreSQL of its own, whose users have passwords, and with real files.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  endPrograms,
  ephemeralPort,
  startProgram,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite } from '@inaam/testing/server/programs/serve-process.ts';
import { beforeSignalExit } from '@inaam/testing/setup/before-signal-exit.ts';
import { addressOf, openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { tryLogin } from './installation-database.sql.ts';

const adminPassword = `geheim-${randomBytes(6).toString('hex')}`;
let root: string;
let superuser: Database;
let urlOf: (user: string, password: string) => string;
let discard: () => Promise<void>;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'inaam-init-'));
  const port = await ephemeralPort('127.0.0.1');
  const settings = { listen_addresses: '127.0.0.1', port: String(port) };
  const postgres = await startPostgres({ dataFolder: path.join(root, 'server'), settings });
  const takeBack = beforeSignalExit(() => postgres.discard());
  discard = () => {
    takeBack();
    return postgres.discard();
  };
  const socket = new URL(postgres.urlOf('postgres'));
  socket.port = String(port);
  const first = openTestDatabase(addressOf(socket.href, 'postgres'), 1);
  await first.query(`
    copy (select unnest(array['local all all trust', 'host all all all scram-sha-256']))
    to program 'umask 077 && cat > pg_hba.conf'`);
  await first.query('select pg_reload_conf()');
  await first.query('create role chief superuser login');
  await first.query('drop database inaam');
  await first.end();
  socket.username = 'chief';
  superuser = openTestDatabase(addressOf(socket.href, 'postgres'), 1);
  // This cluster's own superuser has the name of the owner that init makes.
  await superuser.query('alter role inaam rename to began');
  // As the administrator of a managed PostgreSQL.
  await superuser.query(`create role boss login createrole createdb password '${adminPassword}'`);
  await superuser.query(`create role clerk login password '${adminPassword}'`);
  urlOf = (user, password) => `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
});
afterEach(async () => {
  await endPrograms();
  await superuser.query('drop database if exists inaam with (force)');
  const { rows } = await superuser.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname like 'inaam%' order by rolname desc`,
  );
  for (const { rolname } of rows) await superuser.query(`drop role ${rolname}`);
});
afterAll(() => rm(root, { recursive: true, force: true }));
afterAll(() => discard());
afterAll(() => superuser.end());

const newFolder = async () => path.join(await mkdtemp(path.join(root, 'of-')), 'installation');

type Options = Readonly<Record<string, string>>;
const complete: Options = {
  campaign: 'biscuit-2025',
  site: 'https://win.example',
  sms: 'mailbox',
  'second-holder': 'nobody',
};

function init(folder: string, options: Options, ...others: string[]) {
  const database = urlOf('boss', adminPassword);
  const given = Object.entries({ ...complete, database, folder, ...options });
  const words = given.flatMap(([name, value]) => (value === '' ? [] : [`--${name}`, value]));
  return runOperatorInProcess(['init', ...words, ...others]);
}

const answer = z.object({
  folder: z.string(),
  files: z.array(z.object({ file: z.string(), state: z.string() })),
  statements: z.array(z.string()),
  people: z.array(z.object({ what: z.string(), check: z.string() })),
});

async function answerOf(folder: string, options: Options = {}) {
  const ran = await init(folder, options, '--json');
  expect(ran).toMatchObject({ exit: 0, errors: '' });
  return { ...answer.parse(ran.json()), output: ran.output };
}

const contentsOf = async (folder: string) => {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => existsSync(path.join(folder, name)));
  const entries = await Promise.all(
    files.map(async (name) => {
      const found = await stat(path.join(folder, name));
      const text = found.isFile() ? readFileSync(path.join(folder, name), 'utf8') : '';
      return [name, { mode: found.mode & 0o777, isFile: found.isFile(), text }] as const;
    }),
  );
  return new Map(entries);
};

const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8').trim();

const allSecrets = `
  CODE_SECRET CONSOLE_DATABASE_URL DELIVER_DATABASE_URL DRAW_DATABASE_URL DRAW_PART_ONE
  DRAW_PART_TWO DRAW_TOKEN IDENTITY_SECRET INDEX_SECRET MIGRATE_DATABASE_URL
  OPERATOR_DATABASE_URL PSEUDONYM_SECRET SEAL_KEYS SERVE_DATABASE_URL VOUCHER_SEAL_KEYS`
  .trim()
  .split(/\s+/);

test('it makes secrets that only this user reads, and a database in which each program has its role alone', async () => {
  const folder = await newFolder();
  const { output, files } = await answerOf(folder);
  const contents = await contentsOf(folder);
  const secrets = [...contents].filter(([name]) => name.startsWith('secrets/'));
  expect(secrets.map(([name]) => name.slice('secrets/'.length)).toSorted()).toEqual(allSecrets);
  expect(contents.get('secrets')?.mode).toBe(0o700);
  expect(new Set(secrets.map(([, { mode }]) => mode))).toEqual(new Set([0o600]));
  expect(new Set(secrets.map(([, { text }]) => text)).size).toBe(secrets.length);
  expect(new Set(files.map(({ state }) => state))).toEqual(new Set(['made']));
  // No secret is anywhere else, and the administrator's password is nowhere.
  const others = [...contents].filter(([name]) => !name.startsWith('secrets/'));
  const written = [output, ...others.map(([, { text }]) => text)].join('\n');
  for (const [, { text }] of secrets) expect(written).not.toContain(text.trim());
  for (const [, { text }] of contents) expect(text).not.toContain(adminPassword);
  expect(output).not.toContain(adminPassword);
  await expectRoles(folder);
});

async function expectRoles(folder: string) {
  const migrate = startProgram('server/main/migrate.ts', {
    INAAM_SETTINGS: path.join(folder, 'inaam.env'),
  });
  expect({ exit: await migrate.ended, output: migrate.output() }).toMatchObject({ exit: 0 });
  const programs = ['serve', 'deliver', 'draw', 'console', 'operator'] as const;
  const roles = programs.map((name) => `inaam_${name}` as const);
  for (const role of roles) {
    const url = read(folder, `secrets/${role.slice('inaam_'.length).toUpperCase()}_DATABASE_URL`);
    await tryLogin(url, role);
    for (const other of roles) {
      if (other !== role) await expect(tryLogin(url, other)).rejects.toThrow(/permission denied/);
    }
  }
  const { rows } = await superuser.query(
    `select from pg_roles where rolname like 'inaam%'
       and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
  );
  expect(rows).toHaveLength(0);
  const members = await superuser.query(
    `select from pg_auth_members where member = 'boss'::regrole and roleid = 'inaam'::regrole and set_option`,
  );
  expect(members.rows).toHaveLength(0);
  await expect(
    tryLogin(urlOf('clerk', adminPassword).replace(/postgres$/, 'inaam'), undefined),
  ).rejects.toThrow(/permission denied for database/);
}

test('run again it changes nothing; interrupted anywhere, it goes on', async () => {
  const folder = await newFolder();
  const away = await init(folder, { database: 'postgres://boss:geheim@127.0.0.1:1/postgres' });
  expect(away.errors).toMatch(/cannot be reached(?!.*geheim).*--database/);
  await answerOf(folder, { sms: 'msg91' });
  const before = await contentsOf(folder);
  const again = await answerOf(folder, { sms: 'msg91' });
  expect(again.statements).toEqual([]);
  expect(new Set(again.files.map(({ state }) => state))).toEqual(new Set(['kept']));
  // As if it had ended between two steps, in the middle of a file.
  const lost = ['secrets/DRAW_TOKEN', 'inaam.env', 'systemd/inaam-draw.service'];
  for (const name of lost) await rm(path.join(folder, name));
  await writeFile(path.join(folder, 'secrets/.DRAW_TOKEN.0123456789ab'), 'half');
  await superuser.query('drop database inaam');
  await superuser.query('drop role inaam_console_login');
  const third = await answerOf(folder, { sms: 'msg91' });
  expect(third.files.filter(({ state }) => state !== 'kept').map(({ file }) => file)).toEqual(lost);
  expect(third.statements).toHaveLength(7);
  const after = await contentsOf(folder);
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  before.delete('secrets/DRAW_TOKEN');
  expect(Object.fromEntries(after)).toMatchObject(Object.fromEntries(before));
});

test('what people have changed stays, and the new text is beside it', async () => {
  const folder = await newFolder();
  await answerOf(folder);
  const file = path.join(folder, 'inaam.env');
  await writeFile(file, `${readFileSync(file, 'utf8')}IP_DATABASE=/srv/ip.mmdb\n`);
  const { files } = await answerOf(folder, { sms: 'http' });
  expect(files).toContainEqual({ file: 'inaam.env', state: 'differs' });
  expect(read(folder, 'sms-paths.json')).toContain('{secret.TOKEN}');
  expect(read(folder, 'inaam.env')).toContain('IP_DATABASE');
  expect(read(folder, 'inaam.env.new')).toContain('SMS_PROVIDER=paths');
});

test('an administrator who may not create roles is refused, and what is made is used later', async () => {
  const folder = await newFolder();
  const ran = await init(folder, { database: urlOf('clerk', adminPassword) });
  expect(ran).toMatchObject({ exit: 1, output: '' });
  expect(ran.errors).toContain('may not create roles and databases. Name one who may.');
  const made = read(folder, 'secrets/CONSOLE_DATABASE_URL');
  expect((await init(folder, {})).exit).toBe(0);
  expect(read(folder, 'secrets/CONSOLE_DATABASE_URL')).toBe(made);
  await tryLogin(made, 'inaam_loader');
});

test('a database is taken only from its owner; users of another installation keep their passwords, unless one says otherwise; packs get a key', async () => {
  const [one, other] = [await newFolder(), await newFolder()];
  await superuser.query('create database inaam owner clerk');
  expect((await init(one, {})).errors).toContain('its owner is clerk: nothing was made.');
  await superuser.query('drop database inaam');
  await answerOf(one);
  await superuser.query('revoke connect on database inaam from inaam_draw');
  expect((await init(one, {})).errors).toContain('The user of DRAW_DATABASE_URL may not connect');
  await superuser.query('grant connect on database inaam to inaam_draw');
  const refused = await init(other, {});
  expect(refused).toMatchObject({ exit: 1 });
  expect(refused.errors).toMatch(/^inaam has another password .* --set-passwords\.\n$/);
  await tryLogin(read(one, 'secrets/SERVE_DATABASE_URL'), 'inaam_serve');
  const soda = { campaign: 'goli-soda-2026' };
  expect((await init(other, soda, '--set-passwords')).exit).toBe(0);
  await tryLogin(read(other, 'secrets/SERVE_DATABASE_URL'), 'inaam_serve');
  expect(read(other, 'secrets/PACK_KEYS')).toMatch(/^1:[A-Za-z0-9+/]{43}=$/);
});

test.each([
  [{ campaign: 'biscuit-2026' }, /^--campaign: there is no folder campaigns\/biscuit-2026\./],
  [{ site: 'http://win.example' }, /^--site: must be https/],
  [{ site: 'https://win.example/shop' }, /^--site: write an origin/],
  [{ site: 'https://192.0.2.7' }, /^--site: names no host/],
  [{ site: 'https://win.example;reboot' }, /^--site: names no host/],
  [{ site: 'https://boss:word@win.example' }, /^--site: write an origin(?!.*word@)/],
  [{ 'console-site': 'https://win.example' }, /^--console-site: must be another origin/],
  [{ database: 'mysql://x' }, /^--database: write local/],
  [{ database: 'postgres://boss:geheim@db.example/x' }, /^--database: must use TLS(?!.*geheim)/],
  [{ database: 'postgres://127.0.0.1/postgres' }, /^--database: names no user/],
  [{ sms: 'pigeon' }, /^--sms: write one of msg91/],
  [{ 'second-holder': '<b>' }, /^--second-holder: write a name, or nobody/],
  [{ folder: '/tmp/with space' }, /^--folder: /],
  [{ folder: '/dev/null/inaam' }, /cannot be used \(ENOTDIR\)/],
])('%o is refused, with what to do', async (options: Options, message) => {
  const ran = await init(await newFolder(), options);
  expect(ran).toMatchObject({ output: '' });
  expect(ran.exit).not.toBe(0);
  expect(ran.errors).toMatch(message);
});

test('it names all options that are missing, and a demonstration is refused', async () => {
  const missing = await runOperatorInProcess(['init', '--sms', 'mailbox']);
  expect(missing).toMatchObject({ exit: 2, output: '' });
  expect(missing.errors).toContain('Give --campaign, --site, --database, --second-holder');
  const words = ['init', '--campaign', 'tea-demo', '--site', 'https://win.example', '--yes'];
  const refused = await runOperatorInProcess(words, { isDemonstration: false });
  expect(refused).toMatchObject({ exit: 2, output: '' });
  expect(refused.errors).toMatch(/is a demonstration.*npx inaam campaign new/);
});

test('who holds the second half makes it, and no other one is made', async () => {
  const folder = await newFolder();
  const ran = await init(folder, { campaign: 'tea-demo', 'second-holder': ' Asha Rao ' });
  expect(ran.exit).toBe(0);
  expect(ran.output).toContain('Asha Rao runs: npx inaam draw part --out DRAW_PART_TWO');
  expect(existsSync(path.join(folder, 'secrets/DRAW_PART_TWO'))).toBe(false);
  expect(read(folder, 'inaam.env')).toMatch(/^CAMPAIGN=tea-demo$[^]*^SECOND_HOLDER="Asha Rao"$/m);
});

test('a folder that is not safe, or is another campaign’s, is refused', async () => {
  const folder = await newFolder();
  await answerOf(folder);
  const other = await init(folder, { campaign: 'tea-demo' });
  expect(other.errors).toMatch(/is the installation of "biscuit-2025": nothing was changed/);
  await writeFile(path.join(folder, 'secrets/VOUCHER_SEAL_KEYS'), 'wrong');
  expect((await init(folder, {})).errors).toMatch(/VOUCHER_SEAL_KEYS is not a list of keys/);
  await writeFile(path.join(folder, 'secrets/INDEX_SECRET'), '');
  expect((await init(folder, {})).errors).toMatch(/INDEX_SECRET names .*empty.*before the launch/);
  await chmod(path.join(folder, 'secrets/INDEX_SECRET'), 0o644);
  expect((await init(folder, {})).errors).toMatch(/INDEX_SECRET names .*chmod 600/);
  await chmod(path.join(folder, 'secrets'), 0o755);
  expect((await init(folder, {})).errors).toMatch(/Others may enter .*secrets: chmod 700/);
});

/** What its unit gives to a program. */
function unitOf(folder: string, program: string) {
  const lines = read(folder, `systemd/inaam-${program}.service`).split('\n');
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));
  const credentials = valuesOf('LoadCredential').map((value) => value.split(':', 1)[0] ?? '');
  const [command = ''] = valuesOf('ExecStart');
  // A path with a space is one word in quotes.
  const words = command.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', ''));
  return { environment: valuesOf('Environment'), credentials, command: words ?? [] };
}

const programs = ['migrate', 'draw', 'serve', 'deliver', 'console'] as const;

const granted = {
  draw: ['DRAW_DATABASE_URL', 'DRAW_PART_ONE', 'DRAW_PART_TWO', 'DRAW_TOKEN'],
  serve: [
    'CODE_SECRET',
    'DRAW_TOKEN',
    'IDENTITY_SECRET',
    'INDEX_SECRET',
    'PSEUDONYM_SECRET',
    'SEAL_KEYS',
    'SERVE_DATABASE_URL',
  ],
  deliver: ['DELIVER_DATABASE_URL', 'INDEX_SECRET', 'SEAL_KEYS', 'VOUCHER_SEAL_KEYS'],
  console: ['CONSOLE_DATABASE_URL', 'INDEX_SECRET', 'SEAL_KEYS'],
};

const started = {
  migrate: '',
  draw: 'Drawing.',
  serve: 'Serving.',
  deliver: 'Delivering.',
  console: 'The console is open.',
};

test('each program starts with exactly what its unit gives it', { tags: ['long'] }, async () => {
  await buildSite();
  await buildSite('console/build/build-console.ts');
  const folder = await newFolder();
  await answerOf(folder);
  // Without the secrets beside it.
  const alone = await newFolder();
  await mkdir(alone, { recursive: true });
  await copyFile(path.join(folder, 'inaam.env'), path.join(alone, 'inaam.env'));
  const start = async (program: (typeof programs)[number]) => {
    const { environment, credentials, command } = unitOf(folder, program);
    const directory = path.join(alone, program);
    await mkdir(directory);
    for (const name of credentials) {
      await copyFile(path.join(folder, 'secrets', name), path.join(directory, name));
    }
    if (program !== 'migrate') expect(credentials.toSorted()).toEqual(granted[program]);
    return startProgram(command.at(-1) ?? '', {
      ...Object.fromEntries(environment.map((line) => /^([^=]+)=(.*)$/.exec(line)?.slice(1) ?? [])),
      INAAM_SETTINGS: path.join(alone, 'inaam.env'),
      CREDENTIALS_DIRECTORY: directory,
      DRAW_HEAD_FILE: path.join(alone, 'head.json'),
      PORT: '0',
      METRICS_PORT: '0',
      DRAW_PORT: '0',
      CONSOLE_PORT: '0',
    });
  };
  const migrate = await start('migrate');
  expect({ exit: await migrate.ended, output: migrate.output() }).toMatchObject({ exit: 0 });
  const secrets = ['DRAW_PART_ONE', 'DRAW_PART_TWO', 'PSEUDONYM_SECRET'] as const;
  const operate = (words: readonly string[], names: readonly string[]) =>
    runOperatorInProcess([...words, '--why', 'a test', '--yes'], {
      variables: {
        CAMPAIGN: 'biscuit-2025',
        DATABASE_URL: read(folder, 'secrets/OPERATOR_DATABASE_URL'),
        ...Object.fromEntries(names.map((name) => [name, read(folder, `secrets/${name}`)])),
      },
    });
  expect(await operate(['draw', 'commit'], secrets)).toMatchObject({ exit: 0 });
  const codes = path.join(alone, 'codes.csv');
  await writeFile(codes, 'code,amount\nABCD-EFGH-1234,3\n');
  const loading = operate(['vouchers', 'load', codes], ['INDEX_SECRET', 'VOUCHER_SEAL_KEYS']);
  expect(await loading).toMatchObject({ exit: 0 });
  for (const program of ['draw', 'serve', 'deliver', 'console'] as const) {
    await (await start(program)).logLine(started[program]);
  }
});

const has = (program: string) => existsSync(`/usr/bin/${program}`);

test('the units are valid, confine their program, and name only what is there or asked for', async () => {
  const folder = await newFolder();
  const { people } = await answerOf(folder, { sms: 'exotel', 'second-holder': 'Asha' });
  const asked = people.map(({ what }) => what).join('\n');
  const files = programs.map((program) => path.join(folder, `systemd/inaam-${program}.service`));
  for (const program of programs) {
    const { credentials, command } = unitOf(folder, program);
    const unknown = credentials.filter(
      (name) => !existsSync(path.join(folder, 'secrets', name)) && !asked.includes(name),
    );
    expect({ program, unknown }).toEqual({ program, unknown: [] });
    for (const file of [
      command[0] ?? '',
      ...command.filter((word) => /\.(?:mjs|ts)$/.test(word)),
    ]) {
      expect(existsSync(file)).toBe(true);
    }
    const text = read(folder, `systemd/inaam-${program}.service`);
    for (const line of [
      'DynamicUser=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'LimitCORE=0',
    ]) {
      expect(text).toMatch(new RegExp(`^${line}$`, 'm'));
    }
  }
  expect(unitOf(folder, 'deliver').credentials).toContain('SMS_SECRET_EXOTEL_TOKEN');
  expect(unitOf(folder, 'serve').credentials.filter((name) => name.startsWith('SMS_'))).toEqual([]);
  if (has('systemd-analyze')) {
    const target = path.join(folder, 'systemd/inaam.target');
    expect(
      execFileSync('systemd-analyze', ['verify', ...files, target], { stdio: 'pipe' }).toString(),
    ).toBe('');
  }
});

const service = z.object({
  command: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});
const compose = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  volumes: z.record(z.string(), z.object({})),
});

test('compose.yaml gives each program its secrets, and names only what init writes', async () => {
  const folder = await newFolder();
  await answerOf(folder);
  const { services, secrets, volumes } = compose.parse(
    parse(readFileSync('deploy/containers/compose.yaml', 'utf8'), { merge: true }),
  );
  expect(Object.keys(services).toSorted()).toEqual(['caddy', 'operator', ...programs].toSorted());
  for (const { file } of Object.values(secrets)) {
    expect(existsSync(path.join(folder, file)), file).toBe(true);
  }
  for (const [name, one] of Object.entries(services)) {
    for (const secret of one.secrets) expect(Object.keys(secrets)).toContain(secret);
    for (const source of one.volumes.map((volume) => volume.split(':', 1)[0] ?? '')) {
      const isThere = source.startsWith('./')
        ? source === './files' || existsSync(path.resolve(folder, source))
        : source in volumes || source === '${INAAM_DATA';
      expect({ name, source, isThere }).toEqual({ name, source, isThere: true });
    }
    for (const other of Object.keys(one.depends_on)) expect(Object.keys(services)).toContain(other);
    const words = [...one.entrypoint, ...one.command];
    for (const file of words.filter((word) => /\.(?:mjs|ts)$/.test(word))) {
      expect(existsSync(file)).toBe(true);
    }
    const test = one.healthcheck?.test ?? [];
    if (words[0] === 'node' && test.length > 0) {
      expect(test).toEqual(['CMD-SHELL', expect.any(String)]);
      // It ends with 1, and silently, while nothing listens: the shell and Node can read it.
      const ran = spawnSync('/bin/sh', ['-c', test[1] ?? ''], { encoding: 'utf8' });
      expect(ran).toMatchObject({ status: 1, stderr: '' });
    }
  }
  for (const [program, needed] of Object.entries(granted)) {
    expect(services[program]?.secrets.toSorted(), program).toEqual(needed);
  }
});

test('the image is of one base, installs packages before it has sources, and says if it is ready', () => {
  const lines = readFileSync('deploy/containers/Containerfile', 'utf8').split('\n');
  expect(lines.join('\n')).toMatch(/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m);
  expect(lines.indexOf('RUN npm ci')).toBeLessThan(lines.lastIndexOf('COPY . .'));
  const [, check = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(lines.join('\n')) ?? [];
  const [node, ...words] = z.array(z.string()).parse(JSON.parse(check));
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect({ node, status, stderr }).toEqual({ node: 'node', status: 1, stderr: '' });
});

test.each(['https://win.example', 'https://localhost:8443', 'http://localhost:3000'])(
  'the Caddyfile for %s has what needs a proxy',
  async (site) => {
    const folder = await newFolder();
    await answerOf(folder, { site });
    const file = path.join(folder, 'Caddyfile');
    expect(existsSync(file)).toBe(site.startsWith('https'));
    if (!existsSync(file)) return;
    const text = read(folder, 'Caddyfile');
    expect(text.includes('tls internal')).toBe(site.includes('localhost'));
    // For all that Caddy logs, and neither metrics nor the draw.
    expect(text.indexOf('format filter')).toBeLessThan(text.indexOf('reverse_proxy'));
    expect(text.match(/127\.0\.0\.1:\d+/g)).toEqual(['127.0.0.1:3000', '127.0.0.1:8090']);
    const words = ['validate', '--adapter', 'caddyfile', '--config', file];
    if (has('caddy')) execFileSync('caddy', words, { stdio: 'pipe' });
  },
);
