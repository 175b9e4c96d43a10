// An SMS gateway over HTTP on loopback that fails like real ones.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';

export type GatewayRequest = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
};

type HttpAnswer = {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Waited for before the response. */
  after?: Promise<unknown>;
};

/**
 * Response modes: `hang` never responds, `cut` closes in mid-response, `drip` sends a byte at a
 * time without end, and `flood` sends without end as fast as it can.
 */
type Given = 'hang' | 'cut' | 'reset' | 'drip' | 'flood' | HttpAnswer;
export type GatewayAnswer = Given | ((request: GatewayRequest) => Given);

export type FaultyGateway = {
  address: string;
  received: GatewayRequest[];
  /** Gives these responses once each, then repeats the last one. */
  answer(...answers: readonly GatewayAnswer[]): void;
  /** Requests whose connection the client closed before the response. */
  abandoned: () => number;
  close(): Promise<void>;
};

/**
 * @param options `tls`: with a key and a certificate, the gateway speaks HTTPS. `port`: of one that
 *   restarts
 */
export async function startFaultyGateway({
  tls,
  port: wanted = 0,
}: { tls?: { key: string; cert: string }; port?: number } = {}): Promise<FaultyGateway> {
  const received: GatewayRequest[] = [];
  let answers: GatewayAnswer[] = [{ status: 200 }];
  let abandoned = 0;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1;
    });
    // An error: the client has gone.
    void answerOne(request, response).catch(() => undefined);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const one = await receive(request);
    received.push(one);
    const [answer = { status: 200 }] = answers;
    if (answers.length > 1) answers.shift();
    give(response, typeof answer === 'function' ? answer(one) : answer);
  };
  const port = await listenOnLoopback(server, wanted);
  return {
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    answer: (...next) => {
      answers = [...next];
    },
    abandoned: () => abandoned,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** @returns the port; the system picks it for 0 */
export function listenOnLoopback(server: Server, port = 0): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

async function receive(request: IncomingMessage): Promise<GatewayRequest> {
  const { method = '', url = '', headers } = request;
  const body = await text(request);
  return { method, url: new URL(url, 'http://gateway'), headers, body };
}

function give(response: ServerResponse, answer: Given): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  if (answer === 'cut') {
    response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
    response.write('{"type":"succ', () => response.destroy());
    return;
  }
  if (answer === 'drip' || answer === 'flood') {
    response.writeHead(200, { 'content-type': 'application/json' });
    keepWriting(response, answer);
    return;
  }
  const { status, headers = {}, body = '', after } = answer;
  const end = () => void response.writeHead(status, headers).end(body);
  if (after) void after.then(end);
  else end();
}

const dripMs = 5;
const floodBytes = 65_536;

/** Until the client has closed the connection. */
function keepWriting(response: ServerResponse, how: 'drip' | 'flood'): void {
  if (response.destroyed) return;
  const again = () => keepWriting(response, how);
  if (how === 'drip') response.write(' ', () => setTimeout(again, dripMs));
  else response.write('x'.repeat(floodBytes), again);
}
