import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { isConnectionLost } from './connection-problems.ts';
import { openDatabase } from './database.ts';

let clone: TestDatabase;
beforeAll(async () => {
  clone = await testDatabase();
});
afterAll(() => clone.drop());

const status = (value: string) => {
  const text = `in_hot_standby\0${value}\0`;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + text.length);
  return Buffer.concat([Buffer.from('S'), length, Buffer.from(text)]);
};

/** A database that reports whether it is a standby. */
async function serverThatIs(standby: 'on' | 'off') {
  const { searchParams, port } = new URL(clone.url);
  const socketFile = `${searchParams.get('host') ?? ''}/.s.PGSQL.${port}`;
  const server = createServer((program) => {
    const database = connect(socketFile);
    program.on('error', () => database.destroy()).pipe(database);
    database.on('error', () => program.destroy());
    database.on('data', (bytes) => {
      const at = bytes.indexOf(status('off'));
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + status('off').length)];
      program.write(at === -1 ? bytes : Buffer.concat([before, status(standby), after]));
    });
    database.on('close', () => program.destroy());
    program.on('close', () => database.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(clone.url);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  url.searchParams.delete('host');
  return { url: url.href, close: () => server.close() };
}

test('a program reads nothing from a standby, which may show what is lost', async () => {
  const standby = await serverThatIs('on');
  const pool = openDatabase(standby.url, 2, 'keyLookups', 'inaam_serve');
  const error = await pool.query('select').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'OnStandby', code: '25006' });
  expect(isConnectionLost(error)).toBe(true);
  await pool.end();
  standby.close();
});

test('a program reads from a server that says that it is none', async () => {
  const primary = await serverThatIs('off');
  const pool = openDatabase(primary.url, 2, 'keyLookups', 'inaam_serve');
  expect((await pool.query('select')).rowCount).toBe(1);
  await pool.end();
  primary.close();
});
