// A deployment under load and back: the version before the newest migration and this one side by
// side on one database, step by step as in docs/runbook.md, "Deploy a new version".
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startProgram } from '../../server/programs/program-process.ts';
import { waitUntil } from '../../server/wait-until.ts';
import { ProgramEnded, type FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { openLoadBalancer, type LoadBalancer } from '../product/load-balancer.ts';
import { checkOut, commitBefore } from './old-version.ts';
import type { Scenario } from './scenario.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const mixedMs = 4000;
const heldMs = 3000;

/** @param words `--from <commit>` */
export function twoVersions(words: readonly string[], print: (line: string) => void): Scenario {
  const named = words[words.indexOf('--from') + 1];
  let old = '';
  let balancer: LoadBalancer | undefined;
  return {
    title: 'an older version, a migration, this version beside it, and back',
    // How long anybody asked again: PLAY is refused while `draw` is replaced.
    recoversMs: 10_000,
    restMs: 300,
    variables: () => ({ DRAIN_SECONDS: '2' }),
    async version(folder) {
      const commit = words.includes('--from') && named ? named : await commitBefore();
      print(`The old version is ${commit}.`);
      old = path.join(folder, 'old-version');
      await checkOut(commit, old);
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

/** While something reads all tables, as a dump does, and goes on for some seconds. */
async function migrateUnderLoad({ postgres }: FaultProduct, history: History) {
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
    const migrating = startProgram('server/main/migrate.ts', { DATABASE_URL: postgres.url });
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

type Steps = { product: FaultProduct; history: History; balancer: LoadBalancer; old: string };

/** @returns how many calls each site answered, and what the old version said if it refused */
async function thereAndBack(steps: Steps) {
  const { product, history, balancer, old } = steps;
  product.useVersion(root);
  await replaceDraw(product, history);
  await replaceDeliver(product, history);
  const second = await product.startSecondServe();
  history.note('the new serve beside the old one');
  balancer.add(second.origin);
  await pause(mixedMs);
  product.serve().kill('SIGTERM');
  await product.serve().ended;
  const before = balancer.remove(product.origin);
  history.note('the old serve has stopped');
  await pause(mixedMs);

  product.useVersion(old);
  const refusal = await product.startServe().catch(sentenceOf);
  history.note(refusal ?? 'the old serve again, beside the new one');
  if (refusal !== undefined) {
    // Nobody can go back: the new version goes on.
    product.useVersion(root);
    await product.startServe();
  }
  balancer.add(product.origin);
  await pause(mixedMs);
  second.program.kill('SIGTERM');
  await second.program.ended;
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

async function replaceDraw(product: FaultProduct, history: History): Promise<void> {
  product.draw().kill('SIGTERM');
  await product.draw().ended;
  await product.startDraw();
  history.note('draw was replaced');
}

async function replaceDeliver(product: FaultProduct, history: History): Promise<void> {
  const old = product.deliver();
  await product.startDeliver();
  old.kill('SIGTERM');
  await old.ended;
  history.note('deliver was replaced');
}

type Line = { at: number; kind: string; call?: string; mobile?: string; status?: number };

/** Calls without an answer of the product, and for how long the unluckiest one asked again. */
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
