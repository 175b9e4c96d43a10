// Fills the tables directly, as fast as one machine can: without indexes, which are built
// afterwards, and without write-ahead log where PostgreSQL allows it (`wal_level = minimal`).
import { openDatabase, type Connection } from '@inaam/server/database/database.ts';
import { shapesOf, shopperStatements, sizesOf, type Shape } from './shapes.ts';

/** Of the PostgreSQL that is only filled: a power failure may lose everything. */
export const fillingSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '6GB',
  checkpoint_timeout: '30min',
  shared_buffers: '1GB',
  maintenance_work_mem: '768MB',
  max_parallel_maintenance_workers: '0',
};

/** What is there already, and stays. */
const kept: ReadonlySet<string> = new Set(['voucher', 'audit', 'voucher_batch']);
/** Made of what another one holds. */
const late: ReadonlySet<string> = new Set(['voucher_batch']);
const connections = 2;

type Definition = { table: string; name: string; definition: string };

/** @param say gets a line for each table that is done */
export async function fillTables(
  url: string,
  shoppers: number,
  say: (line: string) => void,
): Promise<void> {
  const database = openDatabase(url, connections);
  const now = new Date().toISOString();
  const all = shapesOf(sizesOf(shoppers), now);
  const statements = shopperStatements(sizesOf(shoppers), now);
  const tables = all.map(({ table }) => table);
  const owner = await fillingConnection(database);
  const { foreign, constraints, indexes } = await readDefinitions(owner, tables);
  for (const { table, name } of [...foreign, ...constraints]) {
    await owner.query(`alter table inaam.${table} drop constraint ${name}`);
  }
  for (const { name } of indexes) await owner.query(`drop index inaam.${name}`);
  await owner.query(statements.before);
  say('The shoppers are there.');
  const other = await fillingConnection(database);
  const fillAll = async (waiting: Shape[], connection: Connection) => {
    for (let shape = waiting.shift(); shape; shape = waiting.shift()) {
      await fillOne(connection, shape, { constraints, indexes }, say);
    }
  };
  for (const isLate of [false, true]) {
    const waiting = all.filter(({ table }) => late.has(table) === isLate);
    await Promise.all([fillAll(waiting, owner), fillAll(waiting, other)]);
  }
  await owner.query(statements.after);
  // Checked for what comes, not for what is here.
  for (const { table, name, definition } of foreign) {
    await owner.query(`alter table inaam.${table} add constraint ${name} ${definition} not valid`);
  }
  for (const table of ['delivery', 'voucher_batch', 'review_cluster']) {
    await owner.query(
      `select setval(pg_get_serial_sequence('inaam.${table}', 'number'), max(number)) from inaam.${table}`,
    );
  }
  for (const connection of [owner, other]) connection.release(true);
  await database.end();
}

async function fillingConnection(database: ReturnType<typeof openDatabase>): Promise<Connection> {
  const connection = await database.connect();
  await connection.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set session_replication_role = replica',
  );
  return connection;
}

async function readDefinitions(connection: Connection, tables: readonly string[]) {
  const { rows: constraints } = await connection.query<Definition & { kind: string }>(
    `select relname as table, conname as name, contype as kind,
       pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where connamespace = 'inaam'::regnamespace and contype in ('f', 'p', 'u')
       and (contype = 'f' or relname = any ($1))`,
    [tables],
  );
  const { rows: indexes } = await connection.query<Definition>(
    `select tablename as table, indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'inaam' and tablename = any ($1)
       and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  );
  return {
    foreign: constraints.filter(({ kind }) => kind === 'f'),
    constraints: constraints.filter(({ kind }) => kind !== 'f'),
    indexes,
  };
}

async function fillOne(
  connection: Connection,
  { table, insert }: Shape,
  { constraints, indexes }: Record<'constraints' | 'indexes', readonly Definition[]>,
  say: (line: string) => void,
): Promise<void> {
  const from = performance.now();
  const isIt = (one: Definition) => one.table === table;
  // What a transaction has truncated it need not log.
  const truncate = kept.has(table) ? '' : `truncate inaam.${table};`;
  await connection.query(`begin; ${truncate} ${insert}; commit`);
  const filled = performance.now();
  for (const { name, definition } of constraints.filter(isIt)) {
    await connection.query(`alter table inaam.${table} add constraint ${name} ${definition}`);
  }
  for (const { definition } of indexes.filter(isIt)) await connection.query(definition);
  const indexed = performance.now();
  await connection.query(`vacuum analyze inaam.${table}`);
  const seconds = [filled - from, indexed - filled, performance.now() - indexed];
  const spelled = seconds.map((ms) => (ms / 1000).toFixed(1)).join(' + ');
  say(`${table}: rows, indexes and vacuum in ${spelled} s`);
}
