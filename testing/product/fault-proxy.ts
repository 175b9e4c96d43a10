// A TCP proxy between a program and PostgreSQL that fails like a network.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One connection of the proxy. */
type LosingLink = {
  /** While a commit is in progress whose response will be lost. */
  losing?: { loss: Loss; held: Buffer[] } | undefined;
};

/** Drops the response to a commit, after so many others. */
type Loss = { passed: number; resolve: () => void };

const commit = Buffer.from('commit\0');
const committed = Buffer.from('COMMIT\0');
/** The response to the commit of a failed transaction. */
const rolledBack = Buffer.from('ROLLBACK\0');

/** Which responses to commits are dropped. */
function openCommitLosses() {
  const losses: Loss[] = [];
  const next = () => {
    const [first] = losses;
    if (!first || first.passed === 0) return losses.shift();
    first.passed -= 1;
    return undefined;
  };
  /** The connection ended or did not commit: lose another commit instead. */
  const spare = (link: LosingLink) => {
    if (link.losing) losses.unshift(link.losing.loss);
    link.losing = undefined;
  };
  return {
    /** @param passed how many commits succeed first */
    ask: (passed = 0) =>
      new Promise<void>((resolve) => {
        losses.push({ passed, resolve });
      }),
    spare,
    /** Data sent by the program. */
    onSent(link: LosingLink, bytes: Buffer): void {
      const loss = !link.losing && bytes.includes(commit) ? next() : undefined;
      if (loss) link.losing = { loss, held: [] };
    },
    /** @returns data for the program, if any yet; `lost`: break its connection */
    onAnswer(link: LosingLink, bytes: Buffer): Buffer | 'lost' | undefined {
      if (!link.losing) return bytes;
      const { held, loss } = link.losing;
      held.push(bytes);
      const answer = Buffer.concat(held);
      if (answer.includes(committed)) {
        link.losing = undefined;
        loss.resolve();
        return 'lost';
      }
      if (!answer.includes(rolledBack)) return undefined;
      spare(link);
      return answer;
    },
  };
}

export type FaultProxy = {
  /** The same database through the proxy. */
  url: string;
  /** A failover: open connections stay open and silent forever, even after `heal`. */
  blackHole(): void;
  /** Resets every connection. */
  cut(): void;
  /**
   * Passes a commit on, and resets its connection instead of passing the response. Resolves when
   * PostgreSQL has committed. Concurrent calls take one commit each.
   * @param passed how many commits succeed first
   */
  loseAnswerToCommit(passed?: number): Promise<void>;
  /** New connections work again. */
  heal(): void;
  close(): Promise<void>;
};

/** `isSilent`: nothing arrives, without an error; connections are accepted. */
type Link = LosingLink & { program: Socket; database: Socket; isSilent: boolean };

/** @param databaseUrl of a PostgreSQL on this machine, by TCP or a socket file */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const links = new Set<Link>();
  let isSilent = false;
  const losses = openCommitLosses();

  const fromProgram = (link: Link, bytes: Buffer) => {
    if (link.isSilent) return;
    losses.onSent(link, bytes);
    if (link.database.writable) link.database.write(bytes);
  };
  const fromDatabase = (link: Link, bytes: Buffer) => {
    if (link.isSilent) return;
    const passed = losses.onAnswer(link, bytes);
    if (passed === 'lost') link.program.resetAndDestroy();
    else if (passed && link.program.writable) link.program.write(passed);
  };
  const server = createServer((program) => {
    const database = connect(targetOf(databaseUrl));
    const link: Link = { program, database, isSilent };
    links.add(link);
    program.on('data', (bytes) => fromProgram(link, bytes));
    database.on('data', (bytes) => fromDatabase(link, bytes));
    for (const [one, other] of [[program, database] as const, [database, program] as const]) {
      // Closes the broken connection's other side.
      one.on('error', () => undefined);
      one.on('close', () => {
        if (one === program) links.delete(link);
        losses.spare(link);
        // A silent connection does not even report its end.
        if (one === program || !link.isSilent) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const { program, database } of links) {
      program.resetAndDestroy();
      database.destroy();
    }
  };
  return {
    url: throughProxy(databaseUrl, portOf(server.address())),
    blackHole: () => {
      isSilent = true;
      for (const link of links) link.isSilent = true;
    },
    cut,
    loseAnswerToCommit: losses.ask,
    heal: () => void (isSilent = false),
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

export const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>) =>
  typeof address === 'object' ? (address?.port ?? 0) : 0;

/** For a socket file, the address's `host` is its folder, as in `pg`. */
export function targetOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  const number = Number(port || 5432);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
}

export function throughProxy(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.delete('host');
  return url.href;
}
