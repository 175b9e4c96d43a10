// A deployment and its rollback under load: the newest tagged version beside this one on one
// database, step by step as in docs/run/upgrade.md.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readMigrations } from '@inaam/server/database/schema/applied-migrations.ts';
import pg from 'pg';
import { openLoadBalancer, type LoadBalancer } from '../../product/load-balancer.ts';
import { ProgramEnded, type Product } from '../../product/product.ts';
import { startProgram } from '../../server/programs/program-process.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import type { Scenario } from '../run-scenario.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const mixedMs = 4000;
const heldMs = 3000;

/** @param from a commit */
export function twoVersions(from: string, print: (line: string) => void): Scenario {
  let old = '';
  let balancer: LoadBalancer | undefined;
  return {
    title: 'an older version, a migration, this version beside it, and back',
    // Longest retry by anybody: PLAY is refused while `draw` is replaced.
    recoversMs: 10_000,
    restMs: 300,
    variables: () => ({ DRAIN_SECONDS: '2' }),
    async version(folder) {
      print(`The old version is ${from}.`);
      old = path.join(folder, 'old-version');
      await checkOut(from, old);
      return old;
    },
    front(product) {
      balancer = openLoadBalancer();
      balancer.add(product.origin);
      return { ...product, app: balancer.app };
    },
    async run(product, history, folder) {
      if (!balancer) throw new Error('There is no load balancer.');
      try {
        const steps = { product, history, balancer, old };
        await pause(mixedMs);
        const migrated = await migrateUnderLoad(product, history);
        const answered = await thereAndBack(steps);
        const refused = refusedCalls(path.join(folder, 'history.jsonl'));
        print(JSON.stringify({ ...migrated, answered, refused: refused.counts }));
        return refused.longestMs;
      } finally {
        balancer.close();
      }
    },
  };
}

/** While something reads all tables, like a dump, and continues for some seconds. */
async function migrateUnderLoad({ postgres }: Product, history: History) {
  const reader = new pg.Client(postgres.url);
  await reader.connect();
  try {
    await reader.query('begin');
    await reader.query(`
      do $$ declare name text; begin
        for name in select oid::regclass from pg_class
                    where relnamespace = 'inaam'::regnamespace and relkind = 'r' loop
          execute format('lock table %s in access share mode', name);
        end loop;
      end $$`);
    history.note('migrate');
    const started = performance.now();
    const migrating = startProgram('server/main/migrate.ts', {
      CAMPAIGN: 'biscuit-2025',
      DATABASE_URL: postgres.url,
    });
    const waits = () => migrating.output().split('A lock is not free').length - 1;
    await pause(heldMs);
    await waitUntil(() => migrating.hasEnded() || waits() > 0);
    await reader.query('rollback');
    if ((await migrating.ended) !== 0) throw new Error(migrating.output());
    const migrateMs = Math.round(performance.now() - started);
    history.note(`migrated: ${migrating.output().trim().split('\n').at(-1)}`);
    return { migrateMs, waitedForLocks: waits() };
  } finally {
    await reader.end();
  }
}

type Steps = { product: Product; history: History; balancer: LoadBalancer; old: string };

/** @returns the number of calls each site answered, and the old version's refusals */
async function thereAndBack(steps: Steps) {
  const { product, history, balancer, old } = steps;
  product.useVersion(root);
  await replaceDraw(product, history);
  await replaceDeliver(product, history);
  const second = await product.startSecondServe();
  history.note('the new serve beside the old one');
  balancer.add(second.origin);
  await pause(mixedMs);
  await product.serve().stop();
  const before = balancer.remove(product.origin);
  history.note('the old serve has stopped');
  await pause(mixedMs);

  product.useVersion(old);
  const refusal = await product.startServe().catch(sentenceOf);
  history.note(refusal ?? 'the old serve again, beside the new one');
  if (refusal !== undefined) {
    // Rollback is no longer possible: the new version continues.
    product.useVersion(root);
    await product.startServe();
  }
  balancer.add(product.origin);
  await pause(mixedMs);
  await second.program.stop();
  const after = balancer.remove(second.origin);
  if (refusal !== undefined) return { before, new: after, refusal };
  await replaceDeliver(product, history);
  await replaceDraw(product, history);
  await pause(mixedMs);
  const back = balancer.remove(product.origin);
  balancer.add(product.origin);
  return { before, new: after, back };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProgramEnded) return error.message.trim();
  throw error;
}

async function replaceDraw(product: Product, history: History): Promise<void> {
  await product.draw().stop();
  await product.startDraw();
  history.note('draw was replaced');
}

async function replaceDeliver(product: Product, history: History): Promise<void> {
  const old = product.deliver();
  await product.startDeliver();
  await old.stop();
  history.note('deliver was replaced');
}

type Line = { at: number; kind: string; call?: string; mobile?: string; status?: number };

/** Calls without a response from the product, and the longest retry. */
function refusedCalls(historyFile: string) {
  const counts: Record<string, number> = {};
  const since = new Map<string, number>();
  let longestMs = 0;
  for (const text of readFileSync(historyFile, 'utf8').trim().split('\n')) {
    // Safe: this command wrote it.
    const { at, kind, call = '', mobile = '' }: Line = JSON.parse(text);
    const who = `${mobile} ${call}`;
    if (kind === 'unknown') {
      counts[call] = (counts[call] ?? 0) + 1;
      if (!since.has(who)) since.set(who, at);
    } else if (kind === 'ok') {
      const from = since.get(who);
      if (from !== undefined) longestMs = Math.max(longestMs, at - from);
      since.delete(who);
    }
  }
  return { counts, longestMs };
}

const ownPackages = '@inaam';
const migrations = 'server/database/schema/migrations';

const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).trim();

/** @returns undefined if no earlier version was released */
export function newestTag(): string | undefined {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname');
  return tags.split('\n')[0] || undefined;
}

/**
 * Checks the commit out into `folder`, with packages and the built site.
 * @throws Error if its migrations are not the first ones of this version
 */
async function checkOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder);
  const unpack = 'git archive "$1" | tar -x -C "$2"';
  execFileSync('sh', ['-c', unpack, 'sh', git('rev-parse', commit), folder], { cwd: root });
  await assertOlder(commit, folder);
  if (locked(folder) === locked(root)) await linkAllPackages(folder);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  const build = ['runtime/run.mjs', 'web/build/build-web.ts'];
  execFileSync(process.execPath, build, { cwd: folder, stdio: 'ignore' });
}

const locked = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8');

async function assertOlder(commit: string, folder: string): Promise<void> {
  const [own, old] = [await readMigrations(), await readMigrations(path.join(folder, migrations))];
  const different = old.find(({ hash }, place) => own[place]?.hash !== hash);
  if (different) {
    throw new Error(
      `${commit} has another ${different.name} than this version. Name a later commit with --from.`,
    );
  }
}

/** Gives a copy of the repository the original's packages. */
async function linkAllPackages(folder: string): Promise<void> {
  await linkPackages('', folder);
  for (const workspace of await readdir(path.join(root, 'node_modules', ownPackages))) {
    await linkPackages(workspace, folder).catch(ignoreMissing);
  }
}

/** Workspace links are relative: in the copy they lead to the copies. */
async function linkPackages(workspace: string, folder: string): Promise<void> {
  const from = path.join(root, workspace, 'node_modules');
  const names = await readdir(from);
  const to = path.join(folder, workspace, 'node_modules');
  await mkdir(to, { recursive: true });
  for (const name of names) {
    const [original, copy] = [path.join(from, name), path.join(to, name)];
    if (name === ownPackages) await cp(original, copy, { recursive: true, verbatimSymlinks: true });
    else await symlink(original, copy);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
