// A TCP proxy between a program and PostgreSQL that fails as networks do.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * - `pass`: what is sent arrives.
 * - `blackHole`: nothing arrives, without an error; connections are accepted.
 * - `halfOpen`: what the program sends arrives, and no answer does.
 */
type Mode = 'pass' | 'blackHole' | 'halfOpen';

/** Sees each packet. @returns whether it is passed on */
export type Watcher = (packet: Packet) => boolean;

type Packet = {
  bytes: Buffer;
  from: 'program' | 'database';
  /** Of one connection. */
  link: object;
};

export type FaultProxy = {
  /** The same database through the proxy. */
  url: string;
  /** A failover: connections that are open stay open, and silent for good, also after `heal`. */
  blackHole(): void;
  /** The same, but what is sent still arrives. */
  halfOpen(): void;
  /** Each packet arrives this much later. */
  delay(ms: number): void;
  /** Resets every connection. */
  cut(): void;
  /**
   * Passes a commit on, and resets its connection instead of passing the answer. Resolves when
   * PostgreSQL has committed.
   * @param passed how many commits come through before it
   */
  loseAnswerToCommit(passed?: number): Promise<void>;
  /** @param watcher left out: all is passed on */
  watch(watcher?: Watcher): void;
  /** New connections work again. */
  heal(): void;
  close(): Promise<void>;
};

type Link = { program: Socket; database: Socket; mode: Mode; isCommitting: boolean };

/** Of the answer to a commit, after so many others. */
type Loss = PromiseWithResolvers<void> & { passed: number };

const newLoss = (passed: number): Loss => ({ ...Promise.withResolvers<void>(), passed });

function isToLose(loss: Loss): boolean {
  if (loss.passed === 0) return true;
  loss.passed -= 1;
  return false;
}

const passAll: Watcher = () => true;

const commit = Buffer.from('commit\0');
const committed = Buffer.from('COMMIT\0');

/** @param databaseUrl of a PostgreSQL on this machine, by TCP or a socket file */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const links = new Set<Link>();
  let mode: Mode = 'pass';
  let delayMs = 0;
  let lost: Loss | undefined;
  let watcher = passAll;

  const send = async (to: Socket, bytes: Buffer) => {
    if (delayMs > 0) await pause(delayMs);
    if (to.writable) to.write(bytes);
  };
  const fromProgram = (link: Link, bytes: Buffer) => {
    if (link.mode === 'blackHole' || !watcher({ bytes, from: 'program', link })) return;
    if (lost && bytes.includes(commit)) link.isCommitting = isToLose(lost);
    void send(link.database, bytes);
  };
  const fromDatabase = (link: Link, bytes: Buffer) => {
    if (link.mode !== 'pass' || !watcher({ bytes, from: 'database', link })) return;
    if (!link.isCommitting) void send(link.program, bytes);
    else if (bytes.includes(committed)) {
      link.program.resetAndDestroy();
      lost?.resolve();
      lost = undefined;
    }
  };
  const server = createServer((program) => {
    const database = connect(targetOf(databaseUrl));
    const link: Link = { program, database, mode, isCommitting: false };
    links.add(link);
    program.on('data', (bytes) => fromProgram(link, bytes));
    database.on('data', (bytes) => fromDatabase(link, bytes));
    for (const [one, other] of [[program, database] as const, [database, program] as const]) {
      // What breaks is closed on the other side, which `close` does.
      one.on('error', () => undefined);
      one.on('close', () => {
        if (one === program) links.delete(link);
        // A silent connection tells the program nothing, not even that it has ended.
        if (one === program || link.mode === 'pass') other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const become = (next: Mode) => {
    mode = next;
    for (const link of links) link.mode = next;
  };
  const cut = () => {
    for (const { program, database } of links) {
      program.resetAndDestroy();
      database.destroy();
    }
  };
  return {
    url: throughProxy(databaseUrl, portOf(server.address())),
    blackHole: () => become('blackHole'),
    halfOpen: () => become('halfOpen'),
    delay: (ms) => (delayMs = ms),
    cut,
    loseAnswerToCommit: (passed = 0) => (lost ??= newLoss(passed)).promise,
    watch: (next = passAll) => void (watcher = next),
    heal: () => {
      mode = 'pass';
      delayMs = 0;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>) =>
  typeof address === 'object' ? (address?.port ?? 0) : 0;

/** Of a socket file, `host` in the address is its folder, as `pg` has it. */
function targetOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  const number = Number(port || 5432);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
}

function throughProxy(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.delete('host');
  return url.href;
}
