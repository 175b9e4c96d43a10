// The way from programs to PostgreSQL with a delay in both directions, and what goes over it.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf, targetOf, throughProxy } from '@inaam/testing/product/fault-proxy.ts';

/** `roundTrips`: how often a program waits for an answer. */
type Traffic = { roundTrips: number; kilobytesSent: number; kilobytesReceived: number };

export type Network = {
  /** The same database over the network. */
  url: string;
  traffic: () => Traffic;
  close: () => void;
};

/** @param databaseUrl of a PostgreSQL on this machine, by TCP or a socket file */
export async function startNetwork(databaseUrl: string, delayMs: number): Promise<Network> {
  const traffic = { roundTrips: 0, kilobytesSent: 0, kilobytesReceived: 0 };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (program) => {
    const database = connect(targetOf(databaseUrl));
    database.setNoDelay();
    let isAsking = false;
    carry(program, database, delayMs, {
      onTaken: (bytes) => {
        traffic.kilobytesSent += bytes / 1000;
        if (!isAsking) traffic.roundTrips += 1;
        isAsking = true;
      },
      onGiven: () => undefined,
    });
    carry(database, program, delayMs, {
      onTaken: (bytes) => void (traffic.kilobytesReceived += bytes / 1000),
      onGiven: () => void (isAsking = false),
    });
    for (const socket of [program, database]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: throughProxy(databaseUrl, portOf(server.address())),
    traffic: () => ({ ...traffic }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Listener = { onTaken: (bytes: number) => void; onGiven: () => void };

function carry(from: Socket, to: Socket, delayMs: number, { onTaken, onGiven }: Listener): void {
  // Timers of the same length end in the order in which they began.
  const later = (work: () => void) => (delayMs > 0 ? void setTimeout(work, delayMs) : work());
  from.on('data', (bytes) => {
    onTaken(bytes.length);
    later(() => {
      onGiven();
      if (to.writable) to.write(bytes);
    });
  });
  // Its close follows, and closes the other side.
  from.on('error', () => undefined);
  from.on('close', () => later(() => to.destroy()));
}
