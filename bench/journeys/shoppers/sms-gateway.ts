// Receives the programs' messages and gives each to the shopper who waits for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
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
  /** SMS with the same text to the same number as another, under another id. */
  repeated: () => number;
  /** Messages whose id is known: answered as the first time, and no further SMS. */
  askedAgain: () => number;
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

/** As a provider of its own would be. */
export type GatewayHabits = {
  /** A status other than 200 for the next message, such as 429. */
  refusal: () => number | undefined;
  answerMs: number;
  onSms: (text: string) => void;
};

export async function startSmsGateway(habits?: GatewayHabits): Promise<SmsGateway> {
  const { receive, ...inbox } = createInbox(habits);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const refusal = habits?.refusal();
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    receive(body);
    if (habits) await pause(habits.answerMs);
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
    ...inbox,
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Inbox = Omit<SmsGateway, 'address' | 'close'> & { receive: (body: string) => void };

function createInbox(habits: GatewayHabits | undefined): Inbox {
  const waiting = new Map<string, Waiting>();
  const early = new Map<string, Sms[]>();
  const ids = new Set<string>();
  const pairs = new Set<string>();
  let repeated = 0;
  let askedAgain = 0;
  return {
    receive: (body) => {
      const at = performance.now();
      const { id, to, text: words } = message.parse(JSON.parse(body));
      if (ids.has(id)) {
        askedAgain += 1;
        return;
      }
      ids.add(id);
      const pair = `${to} ${words}`;
      if (pairs.has(pair)) repeated += 1;
      else habits?.onSms(words);
      pairs.add(pair);
      const one = waiting.get(to);
      if (one?.matching.test(words)) {
        waiting.delete(to);
        one.resolve({ text: words, at });
      } else {
        early.set(to, [...(early.get(to) ?? []), { text: words, at }]);
      }
    },
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
    askedAgain: () => askedAgain,
    unclaimed: () => [...early.values()].flat().length,
  };
}
