// The memory, handles and connections that a soak's programs hold at one moment.
import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '@inaam/server/database/database.ts';
import { processTree } from '../failover/process-tree.ts';
import type { FaultProduct } from '../faults/product/fault-product.ts';

const programs = ['serve', 'deliver', 'draw'] as const;

export type Sample = { at: number; values: Readonly<Record<string, number>> };

/**
 * Of each program its own memory (MB), the pages of files that it has read (`files`, MB), mostly of
 * Node, and its open handles; and the connections of PostgreSQL.
 */
export async function sampleOf(product: FaultProduct): Promise<Sample> {
  const values: Record<string, number> = {};
  for (const name of programs) {
    const pids = processTree(product[name]().pid);
    if (pids.length === 0) throw new Error(`${name} has ended.`);
    values[`${name} MB`] = sumOf(pids.map((pid) => megabytesOf(pid, 'RssAnon')));
    values[`${name} files`] = sumOf(pids.map((pid) => megabytesOf(pid, 'RssFile')));
    values[`${name} handles`] = sumOf(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length));
  }
  values['database connections'] = await connectionsOf(product.database);
  return { at: Date.now(), values };
}

function megabytesOf(pid: number, line: 'RssAnon' | 'RssFile'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const found = new RegExp(String.raw`^${line}:\s+(\d+) kB`, 'm').exec(status)?.[1];
  if (found === undefined) throw new Error(`The kernel does not report ${line} of a process.`);
  return Number(found) / 1024;
}

async function connectionsOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from pg_stat_activity where backend_type = 'client backend'`,
  );
  return Number(rows[0]?.count);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
