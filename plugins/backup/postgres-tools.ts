// `pg_dump` and `pg_restore` of this machine.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { asSelf, run } from '@inaam/runtime/run-as.ts';
import { InaamError } from '@inaam/server/platform/errors.ts';

class ToolFailed extends InaamError {
  override name = 'ToolFailed';
}

export type Tool = { path: string; version: number };

/** Where packages put them. In the last, Debian has a wrapper. */
const folders =
  '{/usr/lib/postgresql/*/bin,/usr/pgsql-*/bin,/opt/homebrew/opt/*/bin,/usr/local/bin,/usr/bin}';

/**
 * The one of this major version, or else of the next newer one.
 * @throws ToolFailed with what to install
 */
export async function needTool(
  name: 'pg_dump' | 'pg_restore',
  atLeast: number,
  within = folders,
): Promise<Tool> {
  const found = await Promise.all(
    globSync(`${within}/${name}`).map(async (file) => ({
      path: file,
      version: await versionOf(file),
    })),
  );
  const sorted = found.toSorted((one, other) => one.version - other.version);
  const tool = sorted.find(({ version }) => version >= atLeast);
  if (tool) return tool;
  const newest = sorted.at(-1)?.version ?? 0;
  const why =
    newest === 0
      ? `There is no ${name} on this machine.`
      : `The ${name} of this machine is of PostgreSQL ${newest}, which is older than the ${atLeast} that is needed.`;
  throw new ToolFailed(
    `${why} Install postgresql-client-${atLeast} or later, if need be from apt.postgresql.org.`,
  );
}

/** @returns the major version; 0 if it does not run */
async function versionOf(file: string): Promise<number> {
  const ended = await run(asSelf, [file, '--version']).catch(() => undefined);
  return Number(/\(PostgreSQL\) (\d+)/.exec(ended?.stdout ?? '')?.[1] ?? 0);
}

/** Not on the command line, which every user of this machine can see. */
function connectionTo(url: string, version: number): Record<string, string> {
  const address = new URL(url);
  const given = (name: string) => address.searchParams.get(name) ?? '';
  const mode = given('sslmode');
  const all = {
    PGHOST: given('host') || address.hostname,
    PGPORT: address.port,
    PGUSER: decodeURIComponent(address.username),
    PGPASSWORD: decodeURIComponent(address.password),
    PGDATABASE: decodeURIComponent(address.pathname.slice(1)),
    PGSSLMODE: mode === 'no-verify' ? 'require' : mode,
    PGSSLROOTCERT:
      given('sslrootcert') || (mode === 'verify-full' && version >= 16 ? 'system' : ''),
    PGSSLCERT: given('sslcert'),
    PGSSLKEY: given('sslkey'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a tool to its end, and ends it when this process is told to.
 * @param input an open file
 * @throws ToolFailed with the first error that it printed
 */
export async function runTool(
  tool: Tool,
  words: readonly string[],
  { url, input }: { url: string; input?: number },
): Promise<void> {
  const outside = { PATH: '/usr/bin:/bin', HOME: homedir(), LC_ALL: 'C' };
  const child = spawn(tool.path, [...words, '--no-password'], {
    env: { ...outside, ...connectionTo(url, tool.version) },
    stdio: [input ?? 'ignore', 'ignore', 'pipe'],
  });
  const stop = () => void child.kill();
  for (const name of signals) process.on(name, stop);
  let said = '';
  child.stderr?.on('data', (bytes) => (said += String(bytes)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(() => {
    for (const name of signals) process.off(name, stop);
  });
  if (code === 0) return;
  const problem = said.split('\n').find((line) => /\b(?:error|fatal):/i.test(line));
  const name = path.basename(tool.path);
  throw new ToolFailed(`${problem ?? `${name} ${child.killed ? 'was interrupted' : 'failed'}`}.`);
}
