// An SMS gateway over HTTP on loopback that fails as real ones do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export type GatewayRequest = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
};

type HttpAnswer = { status: number; body?: string; headers?: Record<string, string> };

/** How it answers; `hang` never does, `cut` closes in the middle of its answer. */
export type GatewayAnswer =
  | 'hang'
  | 'cut'
  | 'reset'
  | HttpAnswer
  | ((request: GatewayRequest) => HttpAnswer);

export type FaultyGateway = {
  address: string;
  received: GatewayRequest[];
  /** Gives these answers once each, then the last one again. */
  answer(...answers: readonly GatewayAnswer[]): void;
  /** Requests whose connection the client has closed before the answer. */
  abandoned: () => number;
  close(): Promise<void>;
};

export async function startFaultyGateway(): Promise<FaultyGateway> {
  const received: GatewayRequest[] = [];
  let answers: GatewayAnswer[] = [{ status: 200 }];
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1;
    });
    // An error: the client has gone.
    void answerOne(request, response).catch(() => undefined);
  });
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const one = await receive(request);
    received.push(one);
    const [answer = { status: 200 }] = answers;
    if (answers.length > 1) answers.shift();
    give(response, typeof answer === 'function' ? answer(one) : answer);
  };
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    address: `http://127.0.0.1:${port}`,
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

async function receive(request: IncomingMessage): Promise<GatewayRequest> {
  const { method = '', url = '', headers } = request;
  const body = await text(request);
  return { method, url: new URL(url, 'http://gateway'), headers, body };
}

function give(
  response: ServerResponse,
  answer: Exclude<GatewayAnswer, (request: GatewayRequest) => HttpAnswer>,
): void {
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
  response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '');
}
