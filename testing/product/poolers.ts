// Poolers between a program and PostgreSQL that change the program's requests.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Pooler = { url: string; close: () => void };

/**
 * Passes on everything but these start-up parameters, like PgBouncer's `ignore_startup_parameters`.
 */
export const startDroppingPooler = (databaseUrl: string, names: readonly string[] = ['options']) =>
  listen(databaseUrl, (program, open) => {
    program.once('data', (first) => {
      const database = open(program);
      database.write(withoutParameters(first, names));
      program.pipe(database).pipe(program);
    });
  });

/**
 * Shares one PostgreSQL session among all programs, by transaction: PgBouncer with `pool_mode =
 * transaction` and `default_pool_size = 1`.
 */
export function startTransactionPooler(databaseUrl: string): Promise<Pooler> {
  let shared: Promise<{ database: Socket; greeting: Buffer }> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  return listen(databaseUrl, (program, open) => {
    const onMessages = async (bytes: Buffer) => {
      const { database } = (await shared) ?? {};
      if (!database) return;
      database.write(bytes);
      await untilIdle(database, (answer) => program.write(answer));
    };
    program.once('data', (first) => {
      shared ??= (async () => {
        const database = open();
        database.write(withoutParameters(first, ['options']));
        const greeting: Buffer[] = [];
        await untilIdle(database, (answer) => greeting.push(answer));
        return { database, greeting: Buffer.concat(greeting) };
      })();
      void shared.then(({ greeting }) => program.write(greeting));
      program.on('data', (bytes) => {
        // A program that leaves must not end the others' session.
        if (bytes[0] === 'X'.charCodeAt(0)) program.end();
        else turn = turn.then(() => onMessages(bytes));
      });
    });
  });
}

type OnProgram = (program: Socket, open: (endsWith?: Socket) => Socket) => void;

async function listen(databaseUrl: string, onProgram: OnProgram): Promise<Pooler> {
  const url = new URL(databaseUrl);
  const socketFile = `${url.searchParams.get('host') ?? ''}/.s.PGSQL.${url.port || 5432}`;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((program) => {
    keep(program);
    onProgram(program, (endsWith) => {
      const database = connect(socketFile);
      keep(database);
      database.on('close', () => program.destroy());
      endsWith?.on('close', () => database.destroy());
      return database;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  url.searchParams.delete('host');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, close };
}

/** The start-up message: its length, the protocol's version, and names and values. */
function withoutParameters(message: Buffer, names: readonly string[]): Buffer {
  const words = message.toString('utf8', 8).split('\0').slice(0, -2);
  const pairs = words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? '']] : []));
  const kept = pairs.filter(([name = '']) => !names.includes(name));
  const body = Buffer.from(`${kept.flat().join('\0')}\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + body.length);
  return Buffer.concat([length, message.subarray(4, 8), body]);
}

/** Until PostgreSQL is ready and in no transaction. */
function untilIdle(database: Socket, pass: (answer: Buffer) => void): Promise<void> {
  return new Promise((resolve) => {
    let rest = Buffer.alloc(0);
    const onData = (bytes: Buffer) => {
      pass(bytes);
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1);
        if (rest.toString('latin1', 0, 1) === 'Z' && rest.toString('latin1', 5, 6) === 'I') {
          database.off('data', onData);
          resolve();
          return;
        }
        rest = rest.subarray(end);
      }
    };
    database.on('data', onData);
  });
}
