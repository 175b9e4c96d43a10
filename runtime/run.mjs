// Plain JavaScript that must run, and report errors clearly, on Node 16. Installs nothing.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldest = 24;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** With another one `npm ci` leaves packages out. As in package.json. */
const isSuitable = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
const ownFile = fileURLToPath(import.meta.url);
const notInstalled =
  'Failed to start: packages are missing. Run `npm ci` until it ends without an error.';
// Cached modules halve a program's start. If the folder is not writable, nothing is cached.
const project = fileURLToPath(new URL('..', import.meta.url));
const compileCache = path.join(project, '.cache', 'node');

try {
  // Settings contain secrets, so core files must contain no memory of this process or its children.
  writeFileSync('/proc/self/coredump_filter', '0');
} catch {
  // Not Linux, or read-only.
}

const [, called = '', program, ...words] = process.argv;
if (realpathSync(called) === ownFile) {
  if (program) await start(program, words);
  else {
    say('Failed to start: no program was named. Call it as `node runtime/run.mjs demo/start.ts`.');
    process.exitCode = 2;
  }
}

/**
 * Runs a program on Node 24 or later: in this process if it can, else in a child.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Partial<import('./programs.mjs').Program>} [how] what must be so before Node starts
 */
export async function start(file, args, { nodeOptions = [], environment: own = {} } = {}) {
  if (!isSuitable) {
    say(
      `Failed to start: this is Node ${process.versions.node}, and Inaam needs 20.19 or later, 22.12 or later, or 24. Install Node ${oldest} from nodejs.org, then run \`npm ci\` again.`,
    );
    process.exitCode = 1;
    return;
  }
  const environment = { ...own, ...authoritiesOf(process.env) };
  if (/[#?*\n]/.test(project)) {
    say(
      `Failed to start: neither Node nor Vite can import from ${JSON.stringify(project)}. Move it to a folder without # ? * or a line break in its path.`,
    );
    process.exitCode = 1;
    return;
  }
  const isReady =
    nodeOptions.every((option) => process.execArgv.includes(option)) &&
    Object.entries(environment).every(([name, value]) => process.env[name] === value);
  if (major >= oldest && isReady) {
    await runHere(path.resolve(file), args);
    return;
  }
  const node = major >= oldest ? process.execPath : lockfileNode();
  if (node) {
    // Pass on only Node's memory options; a preloaded module was meant for this Node.
    const memory = process.execArgv.filter((option) => /^--max-[a-z-]+=\d+$/.test(option));
    // The last one counts: an option on the command line is meant.
    runOn(node, [...nodeOptions, ...memory, ownFile, path.resolve(file), ...args], environment);
    return;
  }
  say(
    existsSync(path.join(project, 'node_modules'))
      ? `Failed to start: this is Node ${process.versions.node}, and Inaam runs on Node ${oldest}, which is not among the packages here. Install Node ${oldest}, or run \`npm ci\` again until it ends without an error.`
      : notInstalled,
  );
  process.exitCode = 1;
}

/**
 * Node reads this one as its process starts, before any program reads the settings file.
 * @param {NodeJS.ProcessEnv} given
 * @returns {Record<string, string>}
 */
function authoritiesOf({ INAAM_SETTINGS: settings, NODE_EXTRA_CA_CERTS: given }) {
  if (!settings || given) return {};
  // A further campaign has them of its installation.
  for (const file of [settings, path.join(path.dirname(settings), '../../inaam.env')]) {
    try {
      const line = /^NODE_EXTRA_CA_CERTS=(["']?)(.+?)\1\s*$/m.exec(readFileSync(file, 'utf8'));
      if (line?.[2]) return { NODE_EXTRA_CA_CERTS: path.resolve(path.dirname(file), line[2]) };
    } catch {
      // The program says why the file cannot be read.
    }
  }
  return {};
}

/** @param {string} file @param {readonly string[]} args */
async function runHere(file, args) {
  process.argv = [process.execPath, file, ...args];
  nodeModule.enableCompileCache?.(compileCache);
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    const text = String(error.message);
    if (!/^Cannot find (?:package|native binding)/.test(text)) throw error;
    say(`${notInstalled} (${text.split(/ imported |\. /)[0]})`);
    process.exitCode = 1;
  }
  // Flushed explicitly: Node writes it only on a clean exit, so killed programs would start slowly
  // again.
  nodeModule.flushCompileCache?.();
}

/** Undefined if the lockfile has no Node 24 for this machine. */
function lockfileNode() {
  try {
    const home = createRequire(import.meta.url).resolve(
      `node-${process.platform}-${process.arch}/package.json`,
    );
    return path.join(path.dirname(home), 'bin', 'node');
  } catch {
    return undefined;
  }
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Forwards signals and the exit code.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} environment
 */
function runOn(node, args, environment) {
  const env = { ...environment, ...process.env };
  const child = spawn(node, args, { stdio: 'inherit', env });
  // Ctrl-C in a terminal reaches the child too, which then gets it twice; `kill` reaches only us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    say(`Failed to start ${node}: ${error.message}. Run \`npm ci\` again.`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
  });
}
