// Takes the messages that programs send, and gives each to the shopper who waits for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

/** `at`: when all of it had arrived, ms of this process's clock. */
type Sms = { text: string; at: number };

export type SmsGateway = {
  address: string;
  /**
   * The next message to a mobile number that matches.
   * @throws JourneyError after 30 seconds
   */
  next: (mobile: string, matching: RegExp) => Promise<Sms>;
  /** Messages that had come before, with the same id or with the same text to the same number. */
  repeated: () => number;
  /** Messages that nobody waited for. */
  unclaimed: () => number;
  close: () => void;
};

/** `kind` says what went wrong and contains nothing of the shopper. */
export class JourneyError extends Error {
  override name = 'JourneyError';
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}

const patienceMs = 30_000;
const message = z.object({ id: z.string(), to: z.string(), text: z.string() });

type Waiting = { matching: RegExp; resolve: (sms: Sms) => void };

export async function startSmsGateway(): Promise<SmsGateway> {
  const waiting = new Map<string, Waiting>();
  const early = new Map<string, Sms[]>();
  const seen = new Set<string>();
  let repeated = 0;

  const receive = (body: string) => {
    const at = performance.now();
    const { id, to, text: words } = message.parse(JSON.parse(body));
    const pair = `${to} ${words}`;
    if (seen.has(id) || seen.has(pair)) repeated += 1;
    seen.add(id).add(pair);
    const one = waiting.get(to);
    if (one?.matching.test(words)) {
      waiting.delete(to);
      one.resolve({ text: words, at });
    } else {
      early.set(to, [...(early.get(to) ?? []), { text: words, at }]);
    }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    receive(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"accepted"}');
  };
  // A message of another shape ends the generator, and so the bench.
  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 60_000;
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    address: `http://127.0.0.1:${port}`,
    next: (mobile, matching) => {
      const come = early.get(mobile)?.find((sms) => matching.test(sms.text));
      if (come) {
        early.set(mobile, early.get(mobile)?.filter((sms) => sms !== come) ?? []);
        return Promise.resolve(come);
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(mobile);
          reject(new JourneyError('no SMS within 30 s'));
        }, patienceMs);
        waiting.set(mobile, {
          matching,
          resolve: (sms) => {
            clearTimeout(timer);
            resolve(sms);
          },
        });
      });
    },
    repeated: () => repeated,
    unclaimed: () => [...early.values()].flat().length,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
