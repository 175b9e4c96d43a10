// The first program to run on a user's machine: run.mjs under their Node.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import tls from 'node:tls';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { removeAll, temporaryFolder } from '@inaam/testing/runtime/postgres-sandbox.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { programs } from './programs.mjs';

afterAll(removeAll);

const run = path.join(import.meta.dirname, 'run.mjs');
const bin = path.join(import.meta.dirname, 'inaam.mjs');
/** A Node that claims to be another one, to imitate an old machine. */
const claiming = (version: string) => [
  process.execPath,
  '--import',
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
];
const simulated = claiming('20.19.0');
const truly = oldNode();
const olds = truly ? [simulated, [truly]] : [simulated];

/** A real old Node on this machine. */
function oldNode(): string | undefined {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(':')];
  return folders.map((folder) => path.join(folder, 'node')).find(isOld);
}

function isOld(file: string): boolean {
  if (!existsSync(file)) return false;
  return Number(execFileSync(file, ['-p', 'process.versions.node.split(".")[0]'])) < 24;
}

/** A TypeScript program for one test. */
async function program(text: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'program.ts');
  await writeFile(file, text);
  return file;
}

async function outcome(command: string[], ...args: string[]) {
  const [node = '', ...options] = command;
  const child = spawn(node, [...options, ...args], { cwd: '/' });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes) => (stdout += String(bytes)));
  child.stderr.on('data', (bytes) => (stderr += String(bytes)));
  const [code] = await once(child, 'close');
  return { code: Number(code), stdout, stderr };
}

test('runs a TypeScript program with its arguments on Node 24 or later, from any Node', async () => {
  const file = await program(
    `const major: string = process.version; console.log(major, process.argv.slice(1).join(' '));`,
  );
  for (const node of [...olds, [process.execPath]]) {
    const { code, stdout } = await outcome(node, run, file, 'a', '--b');
    expect(stdout).toMatch(new RegExp(`^v(2[4-9]|[3-9]\\d)\\.\\S+ ${file} a --b\n$`));
    expect(code).toBe(0);
  }
});

test('Node reads the authorities that the settings file names', async () => {
  const folder = await temporaryFolder();
  const settings = path.join(folder, 'inaam.env');
  await writeFile(settings, `PORT=1\nNODE_EXTRA_CA_CERTS='own.pem'\nHOST=x\n`);
  const [authority = ''] = tls.rootCertificates;
  await writeFile(path.join(folder, 'own.pem'), authority);
  const file = await program(`
    import { getCACertificates } from 'node:tls';
    console.log(getCACertificates('extra').length, process.argv.slice(2).join(' '));
  `);
  const environment = ['env', '-u', 'NODE_EXTRA_CA_CERTS', `INAAM_SETTINGS=${settings}`];
  for (const node of [simulated, [process.execPath]]) {
    const { stdout } = await outcome([...environment, ...node], run, file, 'a');
    expect(stdout).toBe('1 a\n');
  }
});

test('exits with the signal that ended the program', async () => {
  const killed = await program(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 9e4);`);
  expect((await outcome(simulated, run, killed)).code).toBe(128 + constants.signals.SIGKILL);
});

test('the options of Node reach the Node that runs the program', async () => {
  const file = await program(`console.log(process.execArgv.includes('--max-semi-space-size=8'));`);
  for (const node of [...olds, [process.execPath]]) {
    const { stdout } = await outcome([...node, '--max-semi-space-size=8'], run, file);
    expect(stdout).toBe('true\n');
  }
});

/** A project whose programs say how they were started. */
async function saying() {
  const project = await temporaryFolder();
  await cp(import.meta.dirname, path.join(project, 'runtime'), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(project, 'node_modules'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module", "version": "4.5.6" }');
  const says = `
    const { execArgv, argv, env } = process;
    const { INAAM_SETTINGS: settings, MALLOC_ARENA_MAX: arenas } = env;
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(name, () => { console.log(name); setTimeout(() => process.exit(7), 50); });
    }
    console.log(JSON.stringify({ file: argv[1], words: argv.slice(2), execArgv, settings, arenas }));
    if (argv.length === 2) setInterval(() => {}, 60_000);
  `;
  for (const file of ['demo/operator.ts', ...Object.values(programs).map((one) => one.file)]) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), says);
  }
  return { project, bin: path.join(project, 'runtime/inaam.mjs') };
}

test('the bin starts a program with its options, and passes signals and exit code on', async () => {
  const { project, bin } = await saying();
  const all = Object.entries(programs).filter(([name]) => name !== 'operator');
  for (const [node = '', ...options] of [...olds, [process.execPath]]) {
    for (const [at, [name, { file, nodeOptions, environment }]] of all.entries()) {
      const signal = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)[at % 3] ?? 'SIGTERM';
      const child = spawn(node, [...options, bin, name], { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines: string[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('{')) child.kill(signal);
      });
      expect(await once(child, 'close')).toEqual([7, null]);
      expect(lines.slice(1)).toEqual([signal]);
      const said = JSON.parse(lines[0] ?? '');
      expect(said).toMatchObject({ file: path.join(project, file), words: [] });
      expect(said.execArgv).toEqual(expect.arrayContaining([...nodeOptions]));
      expect(said.arenas).toBe({ ...environment }['MALLOC_ARENA_MAX']);
    }
  }
});

test(
  'with further words a program is a command; settings are found or given',
  { tags: ['long'] },
  async () => {
    const { project, bin } = await saying();
    const own = path.join(project, '.inaam/inaam.env');
    const of = async (...words: string[]) =>
      JSON.parse((await outcome([process.execPath], bin, ...words)).stdout);
    const operator = path.join(project, 'server/main/operator.ts');
    expect(await of('draw', 'commit')).toMatchObject({ file: operator, words: ['draw', 'commit'] });
    expect(await of('serve', '--help')).toMatchObject({
      file: operator,
      words: ['serve', '--help'],
    });
    const machine = '/etc/inaam/inaam.env';
    const found = existsSync(machine) ? machine : undefined;
    expect((await of('overview', '--json')).settings).toBe(found);
    await mkdir(path.dirname(own));
    await writeFile(own, '');
    expect((await of('overview', '--json')).settings).toBe(found ?? own);
    const other = path.join(project, 'other.env');
    await writeFile(other, '');
    for (const given of [['--settings', other], [`--settings=${other}`]]) {
      expect(await of(...given, 'overview', '--json')).toMatchObject({
        words: ['overview', '--json'],
        settings: other,
      });
    }
    const demo = path.join(project, 'demo/operator.ts');
    expect(await of('--demo', 'draw', 'show')).toEqual({
      file: demo,
      words: ['draw', 'show'],
      execArgv: [],
    });
  },
);

test.each([
  [
    ['--settings', '/nowhere/inaam.env', 'overview'],
    'There is no settings file /nowhere/inaam.env.',
  ],
  [['--settings'], 'Write the file: `npx inaam --settings inaam.env <command>`.'],
  [['--demo', '--settings', 'a', 'overview'], 'The demonstration has settings of its own'],
])('the bin refuses %j and says what to write', async (words, sentence) => {
  const { code, stdout, stderr } = await outcome([process.execPath], bin, ...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('`--` of npm before the command is not a command', async () => {
  const { code, stderr } = await outcome([process.execPath], bin, '--', 'stauts');
  expect(code).toBe(2);
  expect(stderr).toContain('Did you mean status?');
});

test('the real bin says its version and its help, from any folder and any Node', async () => {
  for (const node of [...olds, [process.execPath]]) {
    const { code, stdout } = await outcome(node, bin, '--version');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect((await outcome(node, bin, '--help')).stdout).toContain('Usage: npx inaam');
  }
});

test('keeps the compiled modules of a program that never ends cleanly', async () => {
  const folder = await temporaryFolder();
  const copy = path.join(folder, 'runtime/run.mjs');
  await cp(run, copy);
  const file = await program('setInterval(() => {}, 60_000);');
  // The gate's cache would take precedence.
  const { NODE_COMPILE_CACHE: _gates, ...env } = process.env;
  const child = spawn(process.execPath, [copy, file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The program ended with ${String(code)}: ${written}`);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  onTestFinished(() => void ended.catch(() => undefined));
  const cache = path.join(folder, '.cache/node');
  const kept = () => existsSync(cache) && filesBelow(cache).length;
  expect(await Promise.race([waitUntil(kept), ended])).toBeGreaterThan(0);
});

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

test.each([
  ['16.20.2', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['21.9.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
])('a program starts on Node %s: %s', async (version, does) => {
  const { code, stderr } = await outcome(claiming(version), run, await program('process.exit(7);'));
  expect(code).toBe(does ? 7 : 1);
  const [line] = stderr.split('\n');
  expect(line).toMatch(does ? /^$/ : /this is Node \S+, and Inaam needs 20\.19 .* nodejs\.org/);
});

test('the tests, started by an old Node, say how to start them', async () => {
  const vitest = path.resolve('node_modules/vitest/vitest.mjs');
  const words = ['list', '--root', path.resolve('.'), '--project', 'unit', 'runtime/port'];
  const { code, stderr } = await outcome(simulated, vitest, ...words);
  expect(code).toBe(1);
  expect(stderr).toContain('This is Node 20.19.0, and the tests need the Node 24 of the packages');
});

test('reports a missing program name, a missing Node 24, or missing packages', async () => {
  const nameless = await outcome([process.execPath], run);
  expect(nameless.code).toBe(2);
  expect(nameless.stderr).toMatch(/^Failed to start: no program was named\. Call it as /);
  const alone = path.join(await temporaryFolder(), 'run.mjs');
  await cp(run, alone);
  const poor = await outcome(simulated, alone, 'any.ts');
  expect(poor.code).toBe(1);
  expect(poor.stderr).toContain('packages are missing. Run `npm ci` until it ends');
  const broken = [
    `import 'no-such-package';`,
    `throw new Error('Cannot find native binding. npm');`,
  ];
  for (const text of broken) {
    const { code, stderr } = await outcome([process.execPath], run, await program(text));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^.*Run `npm ci`.*\(Cannot.*\)\n$/)]);
  }
});

test.each(['#', '?', '*', '\n'])(
  'says that the project cannot be in a folder with %j in its name',
  async (letter) => {
    const folder = path.join(await temporaryFolder(), `a${letter}b`, 'runtime');
    await mkdir(folder, { recursive: true });
    const copy = path.join(folder, 'run.mjs');
    await cp(run, copy);
    const { code, stderr } = await outcome([process.execPath], copy, 'demo/start.ts');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Failed to start: neither Node nor Vite .* without # \? \* or/);
  },
);
